"""Why an action is not possible: one code a reason, each with a clause and a sentence in the catalogues."""

from __future__ import annotations

(
    R_OK,
    R_OVER,  # the hand is over
    R_NOT_YOUR_TURN,  # another player acts
    R_OWN_DISCARD,  # it is your own tile
    R_NOTHING_ASKED,  # you can do nothing with that tile, so you are not asked
    R_ANSWERED,  # you have answered already
    R_UNKNOWN_ACTION,  # no such number
    R_OTHER_GAME,  # an action of another game
    R_NOT_HELD,  # you do not hold that tile
    R_CLAIM_ON_OWN_TURN,  # nobody has discarded
    R_TURN_IN_WINDOW,  # you are asked about a tile; it is not your turn
    R_NOT_COMPLETE,  # the hand is not complete
    R_HU_AFTER_CLAIM,  # after chi or peng: discard
    R_GANG_AFTER_CLAIM,
    R_NO_REPLACEMENT,  # no tile left for a gang
    R_NOT_FOUR,  # neither four equal tiles nor the fourth to a peng
    R_ROB_ONLY,  # a bu gang can be won or passed
    R_NO_PAIR,  # peng needs two
    R_NO_TRIPLET,  # ming gang needs three
    R_NOT_NEXT,  # chi only from the previous player
    R_NO_RUN,  # these make no run with that tile
    R_RUN_NOT_HELD,  # you do not hold these two
    R_LAST_DISCARD,  # the last discard can only be won
    R_HU_BARRED,  # 弃胡 any
    R_HU_BARRED_SAME,  # 弃胡 same_tile
    R_HU_BARRED_STATE,  # 弃胡 in the 精钓 state
    R_PENG_BARRED,
    R_PENG_BARRED_SAME,
    R_JING_NOT_WON,  # discarded_jing_hu none
    R_JING_PRINTED,  # discarded_jing_hu natural
    R_STATE_NO,  # jingdiao_discard_hu no
    R_STATE_NATURAL,  # jingdiao_discard_hu natural
    R_STATE_JING,  # jingdiao_discard_hu natural_or_jing
    R_NO_ANNOUNCING,  # jingdiao_entry wait
    R_ANNOUNCED,  # announced already
    R_NOT_STATE,  # that discard does not leave the 精钓 state
    R_NO_CHI,  # no chi at this table
    R_SELF_DRAW_ONLY,  # only self-draw wins
    R_NO_ROBBING,  # a gang cannot be robbed
    R_MUST_HU,  # a winning discard must be won: the last stacks
    R_BAI_MUST_HU,  # a winning discard must be won: 摆
    R_HAND_FIXED,  # 摆, 报叫: only the drawn tile goes
    R_PENG_FIXED,  # 摆, 报叫: no peng
    R_GANG_TOUCHES_SHOWN,  # 摆: the gang needs shown tiles
    R_GANG_CHANGES_WAITS,  # 摆, 报叫: the gang changes the waits
    R_SHOWN_WAITS,  # 摆: the tile completes the hand, not the shown shape
    R_BAI_WALL,  # too few tiles in the wall for 摆
    R_BAI_DONE,  # 摆 already
    R_BAI_NOT_READY,  # that discard does not leave the hand ready
    R_BAI_SHAPE,  # the shown tiles are no waiting shape whose rest is complete
    R_PIAO_FIRST,  # the 飘 are being chosen
    R_PIAO_LATE,  # 飘 only before the deal
    R_PIAO_MOST,  # more 飘 than the table allows
    R_BAOJIAO_FIRST,  # 报叫 is being asked for
    R_BAOJIAO_LATE,  # 报叫 only before the first turn
    R_BAOJIAO_DEALER,  # the dealer cannot 报叫
    R_BAOJIAO_NOT_READY,  # the dealt tiles are not ready
) = range(57)
