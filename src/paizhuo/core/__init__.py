"""The compiled core: one record a table, kernels that read and write it.

Imports numpy, numba and itself only. Start reading at :mod:`paizhuo.core.layout`.
"""
