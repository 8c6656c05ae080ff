"""Recognises instructions to language models in text that a page hides.

A heuristic, and no more: a few phrases that prompt injections are made of, in ten languages. It finds what says "ignore
previous instructions" and the like; whoever words it in another way is not found. It only reports, and is asked about
hidden text alone: what a page shows is never looked at, so an article about injections is not suspicious.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from ..page import Budget, Page
from ..page.patterns import lazy_pattern
from ..page.visibility import SEEN, STATE_MASK
from .hidden import Hidden, carried_texts, hidden_texts

_MAX_CHARACTERS = 100_000  # of a text that are looked at
_MAX_PHRASE = 300  # characters; those of the patterns take less
_MAX_BESIDE = 200  # leaves before and after one that are searched for one
_MAX_SEARCHED = 50  # leaves around which phrases are looked for, before all that is hidden is read
_CONTEXT = 120  # characters of a passage around what was found

# By what they ask for, in plain case. `.{0,40}` bridges the words between a verb and its object.
_PHRASES = {
    "tells a model to ignore its instructions": (
        r"\b(?:ignor|disregard|forget|overrid|bypass)\w*\b.{0,40}\b(?:instruct|prompt|rule|guideline|direction)\w*"
        r"|\bignor\w*\b.{0,40}\b(?:anweisung|vorgabe|instruction|consigne|instruccion|instrucción|instruç|istruzion)\w*"
        r"|\b(?:vergiss|missachte|oublie[zr]?|olvida|dimentica|esqueça|desconsidere|negeer|zignoruj|игнорируй\w*|забудь\w*)"
        r"\b.{0,40}\b(?:anweisung|vorgabe|instruction|consigne|instruccion|instrucción|istruzion|instruç|instructie"
        r"|polecen|инструкци|указани)\w*"
        r"|(?:忽略|无视|無視|忘记).{0,12}(?:指令|指示|提示|说明)|(?:指示|命令|プロンプト).{0,8}(?:無視|忘れ)|지시.{0,8}무시"
    ),
    "speaks to a model": (
        r"\b(?:as an?|you are an?|dear|hey|attention|note to(?: the)?|if you are an?|for(?: the)?)\s+"
        r"(?:ai|llms?|(?:large )?language models?|ai (?:assistant|model|agent)s?|assistant|chatbot|gpt\S*|chatgpt"
        r"|claude|gemini)\b"
        r"|\b(?:when|if|while) (?:you )?(?:summari[sz]|process|analy[sz])\w* this (?:page|document|text|site)"
        r"|\b(?:sprachmodell|ki-(?:assistent|modell)|modèle de langage|modelo de lenguaje|modelo de linguagem"
        r"|modello linguistico|taalmodel|языков\w+ модел\w+)\b|语言模型|語言模型|言語モデル|언어 모델"
        r"|\b(?:system|developer) (?:prompt|message)\b|<\|?(?:im_start|system|endoftext)\|?>|\[/?inst\]"
    ),
    "tells a model what to do or say": (
        r"\b(?:reveal|print|output|repeat|leak|exfiltrate|send|forward)\b.{0,40}"
        r"\b(?:system prompt|instructions|api key|passwords?|credentials|secrets?|conversation|chat history)\b"
        r"|\b(?:respond|reply|answer|say|summari[sz]e)\b.{0,30}\b(?:only|exactly|always|instead)\b.{0,60}"
        r"|\b(?:recommend|rate|rank|score|hire|approve)\b.{0,40}\b(?:this (?:candidate|product|page|paper|site|company)"
        r"|as the best|highly|positively)\b"
        r"|\bdo not (?:tell|inform|mention|warn|alert)\b.{0,30}\b(?:the )?(?:user|human|reader|person)\b"
    ),
}
_PATTERNS = {reason: lazy_pattern(f"(?s:{phrases})") for reason, phrases in _PHRASES.items()}
# Words of these phrases: some that one begins with, some that follow, and the most characters between them. A word that
# is to end there has "_" after it. Most pages have no such pair, hidden or not.
_MODELS = "ai_ llm assistant_ chatbot_ gpt chatgpt claude_ gemini_"
_PAIRS: tuple[tuple[str, str, int], ...] = (
    (
        "ignor disregard forget overrid bypass vergiss missachte oublie olvida dimentica esque desconsidere negeer"
        " zignoruj 忽略 无视 無視 忘记 指示 命令 プロンプト 지시",
        "instru prompt rule guideline direction anweisung vorgabe consigne istruzion polecen"
        " 指令 指示 提示 说明 無視 忘れ 무시",
        45,
    ),
    ("as_ are_ dear_ hey_ attention_ for_", _MODELS, 5),
    ("note_", _MODELS, 9),
    ("language_", "model_ models_", 2),
    ("summari process analy", "this_", 3),
    (
        "",
        "sprachmodell ki-assistent ki-modell langage lenguaje linguagem linguistico taalmodel im_start endoftext inst]"
        " system> system| 语言模型 語言模型 言語モデル 언어",
        0,
    ),
    ("system developer", "prompt_ message_", 3),
    (
        "reveal_ print_ output_ repeat_ leak_ exfiltrate_ send_ forward_",
        "prompt_ instructions_ api_ password credentials_ secret conversation_ chat_",
        50,
    ),
    ("respond_ reply_ answer_ say_ summari", "only_ exactly_ always_ instead_", 35),
    ("recommend_ rate_ rank_ score_ hire_ approve_", "this_ best_ highly_ positively_", 50),
    ("tell_ inform_ mention_ warn_ alert_", "user_ human_ reader_ person_", 40),
)


class Suspicion(NamedTuple):
    """A passage of hidden text that may be an instruction to a model, and why it is thought to be one."""

    passage: str
    reason: str


def page_suspicions(page: Page, budget: Budget | None = None) -> Iterator[Suspicion]:
    """Yield those of all texts that a page hides, as many as the time allows."""
    texts = (*_hidden_phrases(page), *carried_texts(page))
    yield from find_suspicions(texts if budget is None else budget.limited(texts))


def _hidden_phrases(page: Page) -> Iterable[Hidden]:
    """Return the hidden texts that may hold a phrase; to ask of all leaves whether they are hidden takes long."""
    found = page.core.leaves_with_pair(*_pairs())
    if found is None:
        return hidden_texts(page)
    leaves = np.frombuffer(found, dtype=np.int32)
    hidden = leaves[page.visibility(leaves)[0] & STATE_MASK != SEEN].tolist() if len(leaves) else []
    if len(hidden) <= _MAX_SEARCHED:
        hidden = [leaf for leaf in hidden if any(pattern().search(_near(page, leaf)) for pattern in _PATTERNS.values())]
    return hidden_texts(page, having=frozenset(hidden)) if hidden else ()


def _near(page: Page, leaf: int) -> str:
    """Return the text of a leaf and as much before and after it as a phrase takes, hidden or not, in plain case."""
    texts = page.leaf_text
    before = _until_enough(_end_of(texts[i]) for i in range(leaf - 1, max(-1, leaf - _MAX_BESIDE), -1))
    after = _until_enough(_beginning_of(texts[i]) for i in range(leaf + 1, min(len(texts), leaf + _MAX_BESIDE)))
    own = " ".join(texts[leaf].split())[:_MAX_CHARACTERS]
    return " ".join((*reversed(before), own, *after)).casefold()


def _until_enough(texts: Iterable[str]) -> list[str]:
    """Return the first of some texts that together are as long as a phrase."""
    found: list[str] = []
    length = 0
    for text in filter(None, texts):
        found.append(text)
        length += len(text)
        if length >= _MAX_PHRASE:
            break
    return found


def _beginning_of(text: str) -> str:
    """Return as much of a text as a phrase takes, on one line: many may stand beside one of megabytes."""
    return " ".join(text.split(None, _MAX_PHRASE)[:_MAX_PHRASE])[:_MAX_PHRASE]


def _end_of(text: str) -> str:
    return " ".join(text.rsplit(None, _MAX_PHRASE)[-_MAX_PHRASE:])[-_MAX_PHRASE:]


@cache
def _pairs() -> tuple[tuple[tuple[str, int, int], ...], tuple[int, ...]]:
    """Return the words of all pairs as the core takes them, each with the pairs that it begins and ends, as bits."""
    words: dict[str, list[int]] = {}
    for number, pair in enumerate(_PAIRS):
        for end in (0, 1):
            for word in str(pair[end]).split():
                words.setdefault(word.replace("_", " ") if word.endswith("_") else word, [0, 0])[end] |= 1 << number
    return tuple((word, first, second) for word, (first, second) in words.items()), tuple(gap for *_, gap in _PAIRS)


def find_suspicions(texts: Iterable[Hidden]) -> Iterator[Suspicion]:
    """Yield for each hidden text the first passage of each kind."""
    for text, hiding in texts:
        looked_at = text[:_MAX_CHARACTERS]
        said = looked_at.casefold()
        for reason, pattern in _PATTERNS.items():
            if (found := pattern().search(said)) is not None:
                shown = looked_at if len(looked_at) == len(said) else said
                passage = shown[max(0, found.start() - _CONTEXT) : found.end() + _CONTEXT]
                yield Suspicion(passage.strip(), f"{reason}; hidden: {hiding}")
                break
