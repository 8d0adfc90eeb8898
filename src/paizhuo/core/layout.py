"""The page to read first: everything a table knows, in one record.

Seats are absolute, 0-3; play runs counter-clockwise, ``next = (seat + 1) % 4``. Tiles are kinds 0-33 (0-8 萬, 9-17 筒,
18-26 條, 27-30 東南西北, 31-33 中發白); -1 is "none". All fields are signed: an unsigned ``0 - 1`` would differ
between compiled and plain Python. No field bears the name of a numpy attribute (checked by a test).
"""

from __future__ import annotations

import numpy as np

SEATS = 4
KINDS = 34
PAIRS = 5  # jing pairs that are settled apart, PAIR_ numbers below
WALL_TILES = 136
STACKS = 68
RIVER_ROOM = 48  # more discards than one seat can make: 83 draws / 4, 16 claims that skip turns, 4 own claims
LEDGER_ROOM = 176  # bound on the rows of one hand: see docs/architecture.md, "How long a ledger can be"
EVENT_ROOM = 320
LEGAL_ROOM = 160  # 14 discards, 14 announced ones, gangs, hu; or with 摆, of which a hand has 107 at most
BAI_SETS = 32  # sets of waits that one discard can be declared with; 31 at most occur
GANGS = 16  # four melds of four seats

# Jing pairs: the upper one, the lower one, the previous hand's, and same_song's two other suits in order.
PAIR_UPPER, PAIR_LOWER, PAIR_BACK, PAIR_SONG = 0, 1, 2, 3

# Phases, named by what is awaited.
ACT, CLAIM, ROB, PIAO, BAOJIAO, OVER = 1, 2, 3, 4, 5, 6
# Steps that the hand takes by itself between two answers; no caller ever sees them.
DEAL, ASK_DISCARD, ASK_GANG, DRAW, REPLACE, END = 7, 8, 9, 10, 11, 12

# Kinds of meld 副露.
CHI, PENG, MING, BU, AN = 1, 2, 3, 4, 5

# How a hand ended.
END_ZIMO, END_DISCARD, END_ROBBED, END_EXHAUSTED, END_FALSE_HU = 1, 2, 3, 4, 5

# What a seat is offered in a claim window. With manual_hu hu is on offer whether it is true or not.
# With OFFER_MUST the win must be taken: there is no other answer.
OFFER_HU, OFFER_GANG, OFFER_PENG, OFFER_CHI, TRUE_HU, OFFER_MUST = 1, 2, 4, 8, 16, 32

# Answers of a seat in a claim window: not asked, asked and silent, else the action number.
NOT_ASKED, SILENT = -2, -1

# hu_bar and peng_bar: every kind.
ALL_KINDS = -1

_TABLE = [
    # Where are we?
    ("phase", "i1"),  # ACT, CLAIM, ROB, PIAO, BAOJIAO or OVER
    ("turn", "i1"),  # ACT: who acts; CLAIM: who discarded; ROB: who adds to his peng; before play the dealer
    ("dealer", "i1"),  # 庄家
    ("floor", "i2"),  # 爬楼: every amount is multiplied by it; 1 where floors are off
    ("answer", "i2", (SEATS,)),  # of the open window: NOT_ASKED, SILENT or the action number
    ("offers", "i1", (SEATS,)),  # of the open window: OFFER_ bits; TRUE_HU = the tile really wins
    ("fresh", "i1"),  # 1 = the turn began with a draw or replacement (hu is possible), 0 = with a chi or peng
    ("after_gang", "i1"),  # 1 = the drawn tile is a replacement after a gang
    ("last_tile", "i1"),  # 1 = the turn began with the last tile that could be taken
    ("thrown_after_gang", "i1"),  # after_gang of the turn that the last discard ended
    ("thrown_last", "i1"),  # last_tile of that turn
    ("flower_giver", "i1"),  # who gave the ming gang that the drawn replacement is for, else -1
    ("drawn", "i1"),  # kind drawn at the beginning of this turn, else -1
    ("offered", "i1"),  # kind that the open window is about, else -1
    # What does each seat hold?
    ("hand", "i1", (SEATS, KINDS)),  # concealed tiles by kind, the drawn one included
    ("held", "i1", (SEATS,)),  # number of concealed tiles
    ("wild", "i1", (SEATS,)),  # concealed jing, zheng and fu together
    ("keys", "i4", (SEATS, 4)),  # base-5 numbers of the concealed tiles that are no jing: 萬 筒 條 honours
    ("odd", "i8", (SEATS,)),  # bit k: an odd number of kind k is concealed; jing left out
    ("near", "i1", (SEATS,)),  # 0 = no tile can complete the waiting hand; kept from the seat's last discard on
    ("melds", "i1", (SEATS,)),  # number of melds
    ("meld_kind", "i1", (SEATS, 4)),  # CHI PENG MING BU AN, oldest first
    ("meld_tiles", "i1", (SEATS, 4, 3)),  # three tiles; of a gang the same kind three times
    ("meld_taken", "i1", (SEATS, 4)),  # the claimed kind, -1 if none or not known
    ("meld_giver", "i1", (SEATS, 4)),  # who discarded it, -1 if none or not known
    ("meld_shown", "i1", (SEATS, 4)),  # 1 = it lies open; 0 = face down, an an gang that only its owner knows
    ("river", "i1", (SEATS, RIVER_ROOM)),  # discards that nobody claimed, in order
    ("river_count", "i1", (SEATS,)),
    # What may a seat not do for now?
    ("hu_bar", "i8", (SEATS,)),  # 弃胡: bit k = may not win a discarded k; ALL_KINDS = no discard at all
    ("peng_bar", "i8", (SEATS,)),  # the same for peng
    ("announced", "i1", (SEATS,)),  # 精钓 announced and not lapsed
    ("fixed", "i1", (SEATS,)),  # 1 = the hand may not change any more: 摆 or 报叫
    # What has been declared?
    ("piao", "i1", (SEATS,)),  # 飘
    ("baojiao", "i1", (SEATS,)),  # 1 = 报叫
    ("bai", "i1", (SEATS,)),  # 1 = 摆
    ("shown", "i1", (SEATS, KINDS)),  # 摆: the shown tiles by kind; they stay in ``hand``
    # The wall and the jing.
    ("dealt", "i1", (SEATS, 13)),  # the tiles that each seat was dealt, as they came
    ("wall_after_deal", "i2"),  # tiles that may be taken after the dealer's fourteenth
    ("wall", "i1", (WALL_TILES,)),  # in drawing order, upper before lower; -1 = taken, or beyond a smaller wall
    ("head", "i2"),  # next position that a live draw looks at
    ("tail", "i2"),  # how many places the replacements have gone through, from the end
    ("wall_left", "i2"),  # tiles that may still be taken, live and as replacements together
    ("indicator_at", "i2"),  # position of the face-up tile if it may not be drawn, else -1
    ("lower_at", "i2"),  # position of the lower tile if it may not be drawn, else -1
    ("zheng", "i1"),  # 正精
    ("fu", "i1"),  # 副精
    ("lower_zheng", "i1"),  # 下精, -1 if there is none
    ("lower_fu", "i1"),
    ("previous_zheng", "i1"),  # 回头一笑: the pair of the hand before, -1 if there is none
    ("previous_fu", "i1"),
    ("dice", "i1", (3, 2)),  # break first roll, break second roll, jing
    ("gang_dice", "i1", (GANGS,)),  # the die of each gang to come; 0 = the replacement is the last tile of the wall
    ("gangs_made", "i2"),  # gangs whose replacement has been drawn
    ("break_seat", "i1"),  # whose wall is opened
    ("break_stack", "i1"),  # which of its stacks, from the right end, is taken first
    # The first lap 抄庄.
    ("discards", "i2"),  # discards made so far, claimed ones included
    ("first_discard", "i1"),  # kind of the dealer's first discard
    ("same_run", "i1"),  # how many discards in turn, from the first, were of that kind
    # How did it end?
    ("end_by", "i1"),  # END_ …, 0 while the hand goes on
    ("winner", "i1"),  # who won, of several the first after the giver; END_FALSE_HU: who declared falsely
    ("winners", "i1"),  # bit s: seat s has won
    ("giver", "i1"),  # who discarded or was robbed
    ("win_tile", "i1"),  # it is counted in each winner's hand
    ("win_first", "i1"),  # 1 = the dealer's dealt fourteen (天胡) or his first discard (地胡)
    ("win_reading", "i2", (SEATS,)),  # each winner's counted reading, -1 = has not won
    ("win_readings", "i4", (SEATS,)),  # readings that fit each winner's hand, as bits (paizhuo.core.rows)
    ("win_state", "i1"),  # 1 = the winner stood in the 精钓 state
    ("single", "i1", (SEATS,)),  # 1 = 独叫: has 摆 and waits on one kind, at the end
    ("chaozhuang", "i1"),  # 1 = 抄庄 has happened
    ("next_dealer", "i1"),  # -1 while the hand is not over
    ("scores", "i8", (SEATS,)),  # points of this hand so far
    ("lines", "i2"),  # ledger rows written
    ("events", "i2"),  # event rows written
    # Randomness: ChaCha keyed by 256 bits for this hand alone.
    ("chacha_key", "u4", (8,)),
    ("chacha_at", "i8"),  # number of the next block
    ("chacha_out", "u4", (16,)),
    ("chacha_left", "i1"),  # words of the block not used yet
    # Scratch; means nothing between two calls.
    ("legal_list", "i2", (LEGAL_ROOM,)),  # what the last question for legal actions, or for readings, found
    ("bot_word", "i8"),  # state of the acting bot's own generator
    ("unseen", "i1", (KINDS,)),  # copies of each kind that the observing seat has not seen
    ("zheng_held", "i2", (SEATS,)),  # zheng of the pair being settled that are a seat's own
    ("fu_held", "i2", (SEATS,)),
    ("raw", "i4", (SEATS,)),  # raw jing points
    ("gang_part", "i4", (SEATS,)),  # own gang points in the sum, under chongguan_gang
    ("reckoning", "i1"),  # 1 = 查叫: what a hand could have won is reckoned
    ("part", "i1", (KINDS,)),  # some tiles by kind, looked at on their own
    ("groups", "i1", (5, 2)),  # a split: the lowest kind of each set or pair, and GROUP_ what it is; a search's stack
    ("group_count", "i1"),
    ("bai_only", "i8"),  # the waits that are looked for, as bits; 0 = all there are
    ("bai_waits", "i4", (BAI_SETS,)),  # 摆: the sets of waits that were found, as bits, in order
    ("bai_found", "i2"),  # how many
    ("bai_size", "i1"),  # how many tiles are shown for the waits that are looked for
    ("bai_shown", "i1", (KINDS,)),  # which
    # Told hands only: what is claimed of a seat whose tiles are not known. It counts on top of the tiles.
    ("claimed", "i1", (SEATS,)),  # 1 = pattern and factors are claimed; they stand in win_readings and here:
    ("claimed_causes", "i8", (SEATS,)),  # bit c = cause row c is claimed
    ("claimed_times", "i8", (SEATS,)),  # bits 2 c and 2 c + 1: how often beyond the first time
    ("claimed_jing", "i1", (SEATS, PAIRS, 2, 2)),  # by pair: hand and melds, river; in each zheng, fu
]
# Kinds of group in a split.
GROUP_PAIR, GROUP_RUN, GROUP_TRIPLET = 0, 1, 2

TABLE = np.dtype((np.record, np.dtype(_TABLE, align=True)))
# Bytes before the scratch fields: two tables are equal if these are.
STATE_SIZE = int(TABLE.fields["legal_list"][1])  # type: ignore[index]

_TRANSFER = [
    ("what", "i1"),  # which kind of line: see paizhuo.core.ledger
    ("giver", "i1"),
    ("taker", "i1"),
    ("tile", "i1"),  # the won tile, the gang's tile, or the zheng of the pair that is settled; -1 if none
    ("share_of", "i1"),  # whose share it is where one pays for others (抢杠 ganger, discarder_triple); else the giver
    ("reading", "i2"),  # the winning reading, -1 if none
    ("zheng_held", "i1"),  # jing lines: how many zheng count for the taker
    ("fu_held", "i1"),  # jing lines: how many fu count for the taker
    ("gang_held", "i2"),  # jing lines under chongguan_gang: the gang points in the sum; gang lines: MING BU AN
    ("start", "i8"),  # base, or raw jing points, or the gang's points
    ("share", "i8"),  # discarder / self-draw / dealer factors
    ("unit", "i8"),  # product of the rows that fired, or as the option combine has it; capped
    ("bonus", "i8"),  # flat, never multiplied by unit or share
    ("over", "i8"),  # what a cap has taken away: from the unit, or from the sum
    ("piao_taker", "i1"),  # 飘, never capped
    ("piao_giver", "i1"),
    ("floor", "i8"),
    ("points", "i8"),  # = (start * share * unit + bonus - over the sum + 飘) * floor
    ("causes", "i8"),  # bit c = cause row c fired
    ("times", "i8"),  # bits 2 c and 2 c + 1: how often beyond the first time
]
TRANSFER = np.dtype((np.record, np.dtype(_TRANSFER, align=True)))
LEDGER = np.dtype((np.record, [("rows", TRANSFER, (LEDGER_ROOM,))]))

# The numbers of one rule set, filled from the tables in paizhuo.rules. Of an option with a list of values the number is
# the value's place in the list; those that the core asks for by name are in paizhuo.core.choices. no · yes: 0 · 1.
CAUSE_ROWS = 32
PATTERN_ROWS = 8
_RULES = [
    ("system", "i4"),  # whose functions: asked by paizhuo.core.seams only
    # tiles, wall and deal
    ("tile_kinds", "i4"),
    ("wall_tiles", "i4"),
    ("wall_break", "i4"),
    ("wall_stop", "i4"),  # tiles left undrawn
    ("last_discard", "i4"),
    ("gang_on_draw", "i4"),  # no yes
    ("replacement_die", "i4"),  # 1 = a die tells from which stack a replacement comes
    # jing 精
    ("has_jing", "i4"),  # 1 = a tile is turned that names them
    ("jing_cycle", "i4"),
    ("replacement_jing", "i4"),
    ("discarded_jing_hu", "i4"),
    ("river_jing_counts", "i4"),  # no yes
    ("chongguan_cap", "i4"),  # largest factor, 0 = none
    ("chongguan_gang", "i4"),  # no yes
    ("bawang", "i4"),
    ("bao_chongguan", "i4"),
    # claims and gangs
    ("chi", "i4"),  # off on
    ("honour_runs", "i4"),  # 1 = honours make runs
    ("hu_on", "i4"),  # 0 = only self-draw wins, 1 = discards and robbed gangs too
    ("rob_gang", "i4"),  # off on: where only self-draw wins, robbing besides
    ("multi_hu", "i4"),
    ("an_gang_shown", "i4"),
    ("claim_lifts_bar", "i4"),  # 1 = chi, peng and gang lift the bar of pass_hu any
    ("forced_hu_tiles", "i4"),  # with so few tiles in the wall a discard must be won; -1 = never
    ("gang_after_claim", "i4"),  # no yes
    ("pass_hu", "i4"),
    ("pass_peng", "i4"),
    ("false_hu_settles", "i4"),
    ("manual_hu", "i4"),  # off on
    # winning and payment
    ("jingdiao_discard_hu", "i4"),
    ("jingdiao_entry", "i4"),
    ("dezhongde_river", "i4"),
    ("robbed_gang_pays", "i4"),
    ("tianhu_factors", "i4"),
    ("dianpao_pays", "i4"),
    ("dealer_bystander", "i4"),
    ("next_dealer", "i4"),
    # further jing settlements
    ("lower_jing", "i4"),
    ("look_back", "i4"),  # off on
    ("same_song", "i4"),  # off on
    # wins paid by rows
    ("payers", "i4"),
    ("ming_flower", "i4"),
    ("combine", "i4"),
    ("unit_cap", "i8"),  # largest factor, 0 = none
    ("sum_cap", "i8"),  # largest sum before 飘, 0 = none
    ("gang_pays", "i4"),
    ("ming_gang_pays", "i4"),
    ("giver_deals", "i4"),  # 1 = of several winners none deals next, but who gave the tile
    ("draw_keeps_dealer", "i4"),
    # declarations
    ("piao", "i4"),  # 1 = the game has 飘
    ("piao_max", "i4"),  # 0 = none at this table
    ("piao_rule", "i4"),
    ("baojiao", "i4"),  # 1 = the game has 报叫
    ("bai", "i4"),  # 1 = the game has 摆
    ("bai_waits", "i4"),
    ("bai_single_adds", "i4"),  # no yes
    ("bai_single_on", "i4"),
    ("bai_zimo_loser", "i4"),
    ("bai_must_hu", "i4"),  # no yes
    ("chajiao", "i4"),
    ("base_points", "i8"),  # the option base, whose name numpy's records have taken
    ("shapes", "i4"),  # bit s: recogniser s is among the patterns
    # Rows. Of a cause: what its number does (a column of paizhuo.core.rows) and the number.
    ("cause_column", "i4", (CAUSE_ROWS,)),
    ("cause_value", "i8", (CAUSE_ROWS,)),
    ("cause_fact", "i4", (CAUSE_ROWS,)),  # what makes it fire (F_ in paizhuo.core.rows); 0 = the core's own code
    ("cause_shapes", "i4", (CAUSE_ROWS,)),  # bit s: only with recogniser s
    ("cause_ends", "i4", (CAUSE_ROWS,)),  # bit e: only when the hand ended so
    ("patterns", "i4"),  # pattern rows in use
    ("pattern_shape", "i4", (PATTERN_ROWS,)),  # which recogniser
    ("pattern_column", "i4", (PATTERN_ROWS,)),  # what its number does
    ("pattern_value", "i8", (PATTERN_ROWS,)),  # its number
]
RULES = np.dtype((np.record, np.dtype(_RULES, align=True)))

_EVENT = [
    ("kind", "i1"),  # E_ …
    ("seat", "i1"),  # who did it; -1 = nobody
    ("giver", "i1"),  # whose tile was claimed, won or robbed; -1 if none
    ("tile", "i1"),  # -1 if none
    ("with_a", "i1"),  # chi: the two tiles from hand; else -1
    ("with_b", "i1"),
    ("line", "i2"),  # ledger rows written when it happened
]
EVENT = np.dtype((np.record, np.dtype(_EVENT, align=True)))
LOG = np.dtype((np.record, [("rows", EVENT, (EVENT_ROOM,))]))

# Events.
(
    E_DEAL,
    E_DRAW,
    E_REPLACEMENT,  # drawn after a gang
    E_ASIDE,  # a jing drawn as a replacement is put aside
    E_DISCARD,
    E_ANNOUNCE,  # 精钓, right after the discard
    E_CHI,
    E_PENG,
    E_MING,
    E_BU,  # announced; it may still be robbed
    E_AN,
    E_CHAOZHUANG,
    E_HU,
    E_FALSE_HU,
    E_EXHAUSTED,
    E_OPENING,  # what is settled on the dealt tiles
    E_SETTLE,  # the end of the hand
    E_PIAO,  # what a seat has chosen, told when all have; ``tile`` is the number
    E_BAOJIAO,
    E_BAI,  # right before its discard; the shown tiles are in the table
    E_SHOWN,  # an an gang that lay face down is turned up
    E_GANG_CASH,  # what a gang pays at once
) = range(22)
