"""Row numbers: games, what a cause row does, which recogniser a pattern row names, how readings are numbered.

The rows themselves (clause, name, number) are the tables of :mod:`paizhuo.rules`; a rule set copies their numbers into
its record. The core only knows which row is which. Constants alone: importing this page compiles nothing.
"""

from __future__ import annotations

# Games.
SYSTEM_NANCHANG = 0

# What the number of a cause row does in the payment formula
# points = (start * share * unit + bonus) * floor.
COLUMN_NONE, COLUMN_START, COLUMN_SHARE, COLUMN_UNIT, COLUMN_BONUS = range(5)

# Cause rows.
(
    C_SELF_DRAW,  # 自摸
    C_DISCARDER,  # 点炮
    C_ROBBED,  # 抢杠, paid as a self-draw
    C_DEALER,  # 庄家
    C_JINGDIAO,  # 精钓
    C_DEGUO,  # 德国
    C_DEZHONGDE,  # 德中德
    C_DEGUO_EXTRA,  # 德国 with 七对 or 大七对
    C_GANGKAI,  # 杠开
    C_ROBBED_EXTRA,  # 抢杠 as a factor besides
    C_DEGUO_FLAT,  # 德国 flat
    C_TIANHU,  # 天胡
    C_DIHU,  # 地胡
    C_ZHENG,  # 正精
    C_FU,  # 副精
    C_CHONGGUAN,  # 冲关
    C_BAWANG,  # 霸王, as a factor
    C_BAWANG_FLAT,  # 霸王 plus10
    C_GANG_MING,  # 明杠, also 补杠
    C_GANG_AN,  # 暗杠
    C_GANG_JING,  # 杠精
    C_CHAOZHUANG,  # 抄庄
    C_FALSE_HU,  # 诈胡
    C_DRAW,  # 荒庄
    C_BAO,  # 包冲关
) = range(25)

# Recognisers of shapes.
SHAPE_SETS, SHAPE_PAIRS, SHAPE_TRIPLETS, SHAPE_LAN, SHAPE_LAN_HONOURS = range(1, 6)

# A reading is a pattern row with every jing as itself, or with one acting wild; as a bit:
WILD_SHIFT = 8  # bit p: pattern row p, natural; bit p + 8: the same row, a jing acts wild
