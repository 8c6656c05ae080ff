"""Recognises instructions to language models in text that a page hides.

A heuristic, and no more: a few phrases that prompt injections are made of, in ten languages. It finds what says "ignore
previous instructions" and the like; whoever words it in another way is not found. It only reports, and is asked about
hidden text alone: what a page shows is never looked at, so an article about injections is not suspicious.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..page.patterns import lazy_pattern
from .hidden import Hidden

_MAX_CHARACTERS = 100_000  # of a text that are looked at
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
# What each of these phrases contains, in plain case: few hidden texts do, and only these are searched.
_PARTS = {
    "tells a model to ignore its instructions": (
        *"ignor disregard forget overrid bypass vergiss missachte oublie olvida dimentica esqueça desconsidere".split(),
        *"negeer игнорируй забудь 忽略 无视 無視 忘记 忘れ 무시".split(),
    ),
    "speaks to a model": (
        *(" ai", "llm", "language model", "assistant", "gpt", "chatbot", "claude", "gemini"),
        *(
            "sprachmodell",
            "ki-",
            "modèle de",
            "modelo de",
            "modello ling",
            "taalmodel",
            "языков",
            "模型",
            "モデル",
            "언어 모델",
        ),
        *(
            "this page",
            "this document",
            "this text",
            "this site",
            "system",
            "developer",
            "im_start",
            "endoftext",
            "inst]",
        ),
    ),
    "tells a model what to do or say": (
        *("instructions", "api key", "password", "credentials", "secret", "conversation", "chat history"),
        *("exactly", "always", "instead", "only", "system prompt", "do not "),
        *("this candidate", "this product", "this page", "this paper", "this site", "this company"),
        *("as the best", "highly", "positively"),
    ),
}


class Suspicion(NamedTuple):
    """A passage of hidden text that may be an instruction to a model, and why it is thought to be one."""

    passage: str
    reason: str


def find_suspicions(texts: Iterable[Hidden]) -> Iterator[Suspicion]:
    """Yield for each hidden text the first passage of each kind."""
    for text, hiding in texts:
        looked_at = text[:_MAX_CHARACTERS]
        said = looked_at.casefold()
        for reason, pattern in _PATTERNS.items():
            found = pattern().search(said) if any(map(said.__contains__, _PARTS[reason])) else None
            if found is not None:
                shown = looked_at if len(looked_at) == len(said) else said
                passage = shown[max(0, found.start() - _CONTEXT) : found.end() + _CONTEXT]
                yield Suspicion(passage.strip(), f"{reason}; hidden: {hiding}")
                break
