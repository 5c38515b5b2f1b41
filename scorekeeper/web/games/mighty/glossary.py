"""The words of Mighty, in the order in which a hand meets them. The terms are those of the screens."""

from scorekeeper.messages import N_
from scorekeeper.web.screens import Word

WORDS = (
    Word(
        N_("Redeal"),
        N_("Cards are dealt again because somebody’s hand is too poor, as the house rules say."),
        {"ko": "딜미스", "ja": "配り直し", "zh-Hans": "重发"},
    ),
    Word(
        N_("bid"),
        N_("How many points somebody promises to take, and with which trumps."),
        {"ko": "공약 점수", "ja": "公約の点数", "zh-Hans": "叫分"},
    ),
    Word(
        N_("pass"),
        N_("To bid no more in this hand."),
        {"ko": "패스", "ja": "パス", "zh-Hans": "过"},
    ),
    Word(
        N_("declarer"),
        N_("Who bid the most and plays for it, with the friend against all others."),
        {"ko": "주공", "ja": "宣言者", "zh-Hans": "庄家"},
    ),
    Word(
        N_("contract"),
        N_("What the declarer has promised: so many points, with these trumps."),
        {"ko": "공약", "ja": "公約", "zh-Hans": "定约"},
    ),
    Word(
        N_("trumps"),
        N_("The suit that beats every other. The declarer names it."),
        {"ko": "기루다", "ja": "切り札", "zh-Hans": "主牌"},
    ),
    Word(
        N_("no-trump"),
        N_("A contract without trumps."),
        {"ko": "노기루다", "ja": "ノートランプ", "zh-Hans": "无主"},
    ),
    Word(
        N_("Kitty"),
        N_("The cards nobody is dealt. The declarer takes them and discards as many."),
        {"ko": "바닥패", "ja": "底札", "zh-Hans": "底牌"},
    ),
    Word(
        N_("friend"),
        N_("The declarer’s partner: mostly who holds the card that is called, and shows it by playing it."),
        {"ko": "프렌드", "ja": "フレンド", "zh-Hans": "朋友"},
    ),
    Word(
        N_("defender"),
        N_("Who plays against the declarer and the friend."),
        {"ko": "야당", "ja": "野党", "zh-Hans": "闲家"},
    ),
    Word(
        N_("Mighty"),
        N_("The ace of spades, or of diamonds when spades are trumps: it beats every other card."),
        {"ko": "마이티", "ja": "マイティ", "zh-Hans": "Mighty"},
    ),
    Word(
        N_("joker"),
        N_("Beats all but the Mighty, unless it is called. In the first and the last trick the house rules decide."),
        {"ko": "조커", "ja": "ジョーカー", "zh-Hans": "王"},
    ),
    Word(
        N_("joker call"),
        N_("A card that, when it is led, can take the power of the joker and make its holder play it."),
        {"ko": "조커콜", "ja": "ジョーカーコール", "zh-Hans": "逼王牌"},
    ),
    Word(
        N_("Trick"),
        N_("One card of each player. The highest takes them all, and its player leads to the next."),
        {"ko": "트릭", "ja": "トリック", "zh-Hans": "墩"},
    ),
    Word(
        N_("revoke"),
        N_("Not following the suit led though one could. It is against the rules."),
        {"ko": "리보크", "ja": "リボーク", "zh-Hans": "有牌不跟"},
    ),
    Word(
        N_("run"),
        N_("All points for the declarer’s side."),
        {"ko": "런", "ja": "ラン", "zh-Hans": "全收"},
    ),
    Word(
        N_("back run"),
        N_("A failure by so much that many rules pay it twice."),
        {"ko": "백런", "ja": "バックラン", "zh-Hans": "惨败"},
    ),
)
