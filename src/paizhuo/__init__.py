"""Paizhuo 牌桌: regional Chinese mahjong, exact to the clause."""
