"""The stop words of languages, and the codes that pages declare them by."""

import re

UNKNOWN = ""

# The most frequent function words: articles, pronouns, prepositions, conjunctions, auxiliaries.
STOP_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": """a about after all also an and any are as at be because been before being between both but by can could
            did do does for from had has have he her his how i if in into is it its just more most my no not of on
            one only or other our out over she should so some such than that the their them then there these they
            this those through to under up was we were what when where which while who will with would you your""",
        "de": """aber alle als am an auch auf aus bei bin bis bist da damit das dass dem den der des die doch du durch
            ein eine einem einen einer eines er es für haben hat hatte ich ihr im in ist ja kann kein keine mehr mit
            nach nicht noch nur ob oder ohne sein seine sich sie sind so über um und uns unter vom von vor war waren
            was wenn werden wie wir wird zu zum zur""",
        "fr": """à au aussi aux avec avoir c ce cela ces cette comme d dans de des du elle elles en entre est et été
            être eu fait il ils j je l la le les leur leurs lui mais me même moi mon n ne nos nous on ont ou où par pas
            plus pour qu que qui s sa sans se ses si son sont sur ta te toi ton tu un une vos vous y""",
        "es": """a al algo ante antes como con contra cual cuando de del desde donde durante e el ella ellos en entre
            era es esa ese eso esta este esto fue ha han hasta hay la las le les lo los más me mi muy nada ni no nos o
            otra otro para pero por porque que quien se ser si sin sobre son su sus también te tiene todo un una uno
            unos y ya yo""",
        "it": """a ad ai al alla alle anche che chi ci come con contro cui da dal dalla dei del della delle di dopo e ed
            è era gli ha hanno i il in io l la le lei lo loro lui ma mi nei nel nella noi non o ogni per perché più
            questa questo qui se sei si sia sono su sua sul sulla suo tra tu tutti un una uno voi""",
        "pt": """a à ao aos as às até com como da das de dela dele depois do dos e é ela ele eles em entre era essa esse
            esta está este eu foi foram há isso já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós o
            os ou para pela pelo por qual quando que quem se sem ser seu seus só sua são também te tem um uma você""",
        "nl": """aan al als bij dan dat de der deze die dit doch door dus een en er ge geen had heb hebben heeft hem het
            hier hij hoe hun iets ik in is ja je kan kon maar me meer men met mij mijn moet na naar niet niets nog
            nu of om onder ons ook op over te tegen toch toen tot u uit uw van veel voor want waren was wat werd
            wezen wie wil worden wordt zal ze zich zij zijn zo zonder zou""",
        "sv": """alla att av blev blir de dem den denna deras det detta dig din du där efter ej eller en er ett från för
            ha hade han hans har hon hur i icke inte jag kan kunde man med mellan men mig min mot mycket ni nu när
            någon och om oss på samma sedan sig sin ska skulle som så till under upp ut utan vad var vara vi vid vår
            än är över""",
        "pl": """a aby ale bardzo bez będzie być był była było były co czy dla do gdy gdzie go i ich im innych ja jak
            jako je jego jej jest jeszcze już kiedy kto która które który lub ma może można na nad nie niż o od on
            ona one oraz po pod przed przez przy są się tak także tej ten tego to tu tych tylko tym u w we więc z za
            że""",
        "cs": """a aby ale ani až bez by byl byla bylo být co či do i já jak jako je jeho jej její jejich jen ještě ji
            již jsem jsme jsou k kde kdy když která které který ma mezi na nad ne nebo nej není o od on ona po pod
            podle pokud pro proč při s se si tak také tato ten tento to tu u už v ve však z za že""",
        "tr": """acaba ama ancak aslında az bana bazı ben bile bir biz bu bunu bunun da daha de defa değil diye en gibi
            göre hem hep her hiç için ile ise kadar ki kim mı mi mu mü nasıl ne neden o olan olarak oldu olduğu ona
            onu onun önce sadece sen siz sonra şey şu tüm ve veya ya yani""",
        "ru": """а без более бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если
            есть еще ещё же за здесь и из или им их к как ко когда кто ли между меня мне мы на над не него нет ни
            них но о об однако он она они оно от по под после при с со так также такой там то того тоже только том
            ты у уже хотя чего чей чем что чтобы эта эти это этого этой я""",
        "uk": """а але б без би був була були було бути в вже ви від він вона вони все всі де для до є же з за зі і із
            її їх його й к коли ми мене між мої на над не нас ні ній но ну о об один по під після при про саме себе так
            також там те ти тим то той тому тут у це цей ці цього чи чого що щоб як яка який які якщо я""",
        "el": """αλλά αν ανά από αυτά αυτές αυτή αυτό αυτοί αυτός για δε δεν δηλαδή διότι εάν είναι είχε εκεί ένα ένας
            ενώ επί επίσης έχει έχουν ή ήταν η θα και κατά κάθε λόγω με μέσα μετά μη μην μια μία μόνο να ο οι όμως
            όπως όσο όταν ότι ούτε πάνω παρά πολύ πριν προς πως σαν σε στα στη στην στις στο στον στους τα τη την
            της τι τις το τον του τους των ως ώστε""",
    }.items()
}
# The same for languages without spaces between words: characters.
_FUNCTION_CHARACTERS = {
    "zh": frozenset("的了是在不有和就也都而及與与著着這这那我你他她它們们為为之其所以於于被把但还還很"),
    "ja": frozenset("のにはをたがでてとしれさいるもなかすらくこだよりまあ"),
}


def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language, function characters where it has no spaces; none of an unknown language."""
    return STOP_WORDS.get(language) or _FUNCTION_CHARACTERS.get(language, frozenset())


def primary_code(tag: str | None) -> str:
    """Return the language of a tag as pages declare it (`en-GB`, `zh_CN`), "" where it names none."""
    code = re.split(r"[-_,;\s]", (tag or "").strip().lower(), maxsplit=1)[0]
    return code if re.fullmatch(r"[a-z]{2,3}", code) and code not in ("und", "mul", "zxx") else UNKNOWN
