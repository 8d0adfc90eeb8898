"""Row numbers: games, what a cause row does, which recogniser a pattern row names, how readings are numbered.

The rows themselves (clause, name, number) are the tables of :mod:`paizhuo.rules`; a rule set copies their numbers into
its record. The core only knows which row is which. Constants alone: importing this page compiles nothing.
"""

from __future__ import annotations

# Games with functions of their own in systems/; every other game is rows and numbers alone.
SYSTEM_PLAIN, SYSTEM_NANCHANG, SYSTEM_NANCHONG = range(3)

# What the number of a cause row does in the payment formula
# points = (start * share * unit + bonus - over a cap + 飘) * floor. COLUMN_PATTERN multiplies the pattern's own factor.
COLUMN_NONE, COLUMN_START, COLUMN_SHARE, COLUMN_UNIT, COLUMN_BONUS, COLUMN_PATTERN = range(6)

# How the factors of the unit come together (the option combine).
COMBINE_MULTIPLY, COMBINE_ADD, COMBINE_MAX = range(3)

# What makes a cause row fire, and how often, in a game whose wins are paid by rows (paizhuo.core.facts).
(
    F_NONE,  # nothing: the core fires the row by its number, or not at all
    F_ALWAYS,
    F_GIVER,  # the payer discarded the won tile, or his gang was robbed
    F_ONE_SUIT,
    F_ONE_SUIT_HONOURS,  # one suit and at least one honour
    F_ALL_HONOURS,
    F_TWO_SUITS,
    F_NO_MELDS,
    F_CONCEALED,  # no meld but an gangs
    F_CONCEALED_AN,  # the same, with an an gang
    F_ANY_GANG,
    F_GANGS,  # once for each
    F_FOUR_MELDS,  # four melds, none a chi
    F_FOURS_MORE,  # seven pairs: once for each four beyond the first
    F_DRAGON,  # 123 456 789 of a suit, concealed
    F_EQUAL_RUNS,  # two identical runs
    F_EQUAL_RUNS_MORE,  # once for each further pair of identical runs
    F_MIDDLE_FIVE,  # the won tile is the 5 of a counted 456
    F_ROOTS,  # once for each four equal tiles
    F_PAIR_FOURS,  # seven pairs: once for each four that the won tile did not complete
    F_PAIR_FOUR_WON,  # seven pairs: the won tile completed a four
    F_AFTER_GANG,  # on a replacement
    F_LAST_TILE,  # with the last tile that could be taken
    F_DEALT,  # 天胡
    F_GIVER_FOUR_MELDS,
    F_GIVER_LAST_TILE,
    F_GIVER_AFTER_GANG,
    F_MING,  # points of a gang, by its kind
    F_BU,
    F_AN,
    F_BAI_HU,  # the winner has 摆; as 独叫 only where its bonus is added to that
    F_BAI_SINGLE,  # the winner has 摆 as 独叫, where that counts
    F_BAI_PAO,  # the discarder has 摆, not 独叫
    F_BAI_SINGLE_PAO,
    F_BAI_LOSER,  # a loser of a self-draw has 摆, not 独叫
    F_BAI_SINGLE_LOSER,
    F_BAOJIAO,  # the winner has announced 报叫
) = range(37)

# Facts of the winner's tiles, in the order above. Gangs are none: they lie on the table even where a hand is claimed.
TOLD_BY_TILES = (
    F_ONE_SUIT, F_ONE_SUIT_HONOURS, F_ALL_HONOURS, F_TWO_SUITS, F_NO_MELDS, F_CONCEALED, F_CONCEALED_AN, F_FOUR_MELDS,
    F_FOURS_MORE, F_DRAGON, F_EQUAL_RUNS, F_EQUAL_RUNS_MORE, F_MIDDLE_FIVE, F_ROOTS, F_PAIR_FOURS, F_PAIR_FOUR_WON,
)  # fmt: skip

# Cause rows of 南昌, which the core fires by number.
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
(
    SHAPE_NONE,  # a pattern that is not played
    SHAPE_SETS,
    SHAPE_PAIRS,
    SHAPE_TRIPLETS,
    SHAPE_LAN,
    SHAPE_LAN_HONOURS,
    SHAPE_PAIRS_FOUR,  # seven pairs, four equal tiles among them
    SHAPE_HONOURS,  # fourteen concealed honours that are neither sets nor pairs
) = range(8)

# A reading is a pattern row with every jing as itself, or with one acting wild; as a bit:
WILD_SHIFT = 8  # bit p: pattern row p, natural; bit p + 8: the same row, a jing acts wild
# Where wins are paid by rows, a reading also tells how the concealed tiles split: pattern row + SPLIT * split.
SPLIT = 16
