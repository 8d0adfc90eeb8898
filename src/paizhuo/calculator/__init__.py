"""Questions about a told hand: what if, why do we differ, what would be nearest. Plain functions of a case.

Every answer is a settlement or an analysis by the one engine; nothing here knows a rule.
"""
