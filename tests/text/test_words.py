"""Words, in scripts with and without spaces."""

import pytest

from ridgeline.text.words import is_spaceless, split_words


@pytest.mark.parametrize(
    ("text", "spaceless", "expected"),
    [
        ("The ferry's 3.5 km_long ROUTE", False, ["the", "ferry", "s", "3", "5", "km_long", "route"]),
        ("Ünïcode Straße", False, ["ünïcode", "straße"]),
        ("灯塔亮了。2024年 iPhone手机", True, ["灯", "塔", "亮", "了", "2024", "年", "iphone", "手", "机"]),
        ("カメラ・テスト", True, ["カ", "メ", "ラ", "テ", "ス", "ト"]),
        ("人々は𠮷野家", True, ["人", "々", "は", "𠮷", "野", "家"]),
        ("灯塔亮了。", False, ["灯塔亮了"]),
        ("", True, []),
    ],
)
def test_split_words(text: str, spaceless: bool, expected: list[str]) -> None:
    assert split_words(text, spaceless=spaceless) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("灯塔在冬天重新亮了起来。", True),
        ("今日はとても寒いです。", True),
        ("오늘은 매우 춥습니다.", False),  # Korean sets spaces
        ("The word 灯塔 means lighthouse in Chinese.", False),
        ("淘宝网 Taobao 物流配送存在的问题", True),
        ("", False),
        ("!!! ...", False),
    ],
)
def test_is_spaceless(text: str, expected: bool) -> None:
    assert is_spaceless(text) is expected
