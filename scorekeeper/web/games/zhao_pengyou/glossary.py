"""The words of Zhao Pengyou, in the order in which a hand meets them. The terms are those of the screens."""

from scorekeeper.messages import N_
from scorekeeper.web.screens import Word

WORDS = (
    Word(
        N_("level"),
        N_("The rank somebody plays at, from 2 to the ace. Whoever wins rises: the levels are the score."),
        {"ko": "레벨", "ja": "レベル", "zh-Hans": "级"},
    ),
    Word(
        N_("trump maker"),
        N_("Who makes trumps, takes the kitty and calls friends."),
        {"ko": "장", "ja": "親", "zh-Hans": "庄家"},
    ),
    Word(
        N_("trumps"),
        N_("The suit that was shown, all cards of the level’s rank, and the jokers."),
        {"ko": "기루다", "ja": "切り札", "zh-Hans": "主牌"},
    ),
    Word(
        N_("Kitty"),
        N_("The cards nobody is dealt. The trump maker takes them and lays down as many."),
        {"ko": "바닥패", "ja": "底札", "zh-Hans": "底牌"},
    ),
    Word(
        N_("friend"),
        N_("Who plays a card that was called, and is a partner of the trump maker from then on."),
        {"ko": "프렌드", "ja": "フレンド", "zh-Hans": "朋友"},
    ),
    Word(
        N_("defenders"),
        N_("Everybody who is no friend. Their points decide who rises, and by how much."),
        {"ko": "수비편", "ja": "守備側", "zh-Hans": "闲家"},
    ),
    Word(
        N_("pair"),
        N_("Two identical cards that are led together."),
        {"ko": "페어", "ja": "ペア", "zh-Hans": "对子"},
    ),
    Word(
        N_("tractor"),
        N_("Pairs of ranks that follow each other, led together."),
        {"ko": "연속 페어", "ja": "連続ペア", "zh-Hans": "拖拉机"},
    ),
    Word(
        N_("throw"),
        N_("Several combinations of one suit led at once, when nobody can beat any of them."),
        {"ko": "던지기", "ja": "投げ", "zh-Hans": "甩牌"},
    ),
    Word(
        N_("beaten throw"),
        N_("A throw of which somebody can beat a part. Cards are taken back, and it costs."),
        {"ko": "던지기 실패", "ja": "投げ失敗", "zh-Hans": "甩牌失败"},
    ),
    Word(
        N_("active"),
        N_("Who may make trumps, where that must be won."),
        {"ko": "액티브", "ja": "アクティブ", "zh-Hans": "台上"},
    ),
    Word(
        N_("passive"),
        N_("Who may not make trumps: the first win goes into becoming active."),
        {"ko": "패시브", "ja": "パッシブ", "zh-Hans": "台下"},
    ),
)
