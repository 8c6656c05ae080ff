"""Words that tell what a line of a page is for, in many languages: a menu, comments, related links, a byline …

A network learns the English ones from the pages that it is trained on, but seldom sees their equivalents in other
languages. So each word here has a kind, and what is learnt about a kind holds in all languages. The words come from
general knowledge of how web sites are written, not from a data set.

Words are single tokens, as `tokens.fold` makes them: lower case, digits as 0, without ASCII punctuation. In scripts
without spaces they are whole labels. Words that are common in the prose of some language are left out.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache

__all__ = ["words_by_kind"]

# By kind and language. Where two kinds claim a word, the first has it.
_WORDS: dict[str, dict[str, str]] = {
    "comments": {
        "en": "comment comments commented commenting commenter commenters",
        "de": (
            "kommentar kommentare kommentaren kommentieren kommentiert leserkommentare leserkommentar kommentarfunktion"
        ),
        "fr": "commentaire commentaires commenter commentez réagir réagissez réactions",
        "es": "comentario comentarios comentar comenta comente coméntalo",
        "it": "commento commenti commenta commentare commentato",
        "pt": "comentário comentários comentar comente comentou",
        "nl": "reactie reacties reageer reageren",
        "sv": "kommentar kommentarer kommentera kommentarerna",
        "no": "kommentar kommentarer kommenter kommentarfelt",
        "da": "kommentar kommentarer kommenter kommentér",
        "fi": "kommentti kommentit kommentoi kommentteja kommenttia kommentoida",
        "pl": "komentarz komentarze komentarzy skomentuj komentuj komentarza",
        "cs": "komentář komentáře komentářů komentovat okomentovat komentářům",
        "sk": "komentár komentáre komentárov komentovať okomentovať",
        "hu": "hozzászólás hozzászólások hozzászólok kommentek komment kommentelj szóljon",
        "ro": "comentariu comentarii comentariul comentariile comentează comenteaza comentați",
        "bg": "коментар коментари коментара коментирай коментирайте",
        "ru": (
            "комментарий комментарии комментариев комментария комментировать прокомментировать комментарию комменты"
        ),
        "uk": "коментар коментарі коментарів коментувати прокоментувати коментаря",
        "sr": "коментар коментари коментара коментариши komentari komentara komentariši",
        "hr": "komentar komentari komentara komentiraj komentirajte",
        "el": "σχόλιο σχόλια σχολίων σχολιάστε σχολίασε",
        "tr": "yorum yorumlar yorumu yorumları yorumlari yorumla yorumunuz",
        "ar": "تعليق تعليقات التعليقات تعليقا تعليقاً تعليقك التعليق",
        "fa": "نظر نظرات دیدگاه دیدگاه‌ها دیدگاهها دیدگاهی کامنت",
        "he": "תגובה תגובות תגובתך לתגובות",
        "hi": "टिप्पणी टिप्पणियां टिप्पणियाँ कमेंट कॉमेंट",
        "bn": "মন্তব্য মন্তব্যসমূহ কমেন্ট মতামত",
        "ur": "تبصرہ تبصرے",
        "id": "komentar komentari berkomentar tanggapan",
        "ms": "komen",
        "vi": "luận",
        "th": "ความคิดเห็น แสดงความคิดเห็น คอมเมนต์ ความเห็น",
        "ja": "コメント コメントする コメントを残す コメントを見る コメント一覧 コメントを書く みんなのコメント",
        "ko": "댓글 댓글쓰기 댓글을 덧글 코멘트 의견",
        "zh": (
            "评论 評論 发表评论 發表評論 网友评论 网友評論 留言 我要评论 查看评论 全部评论 最新评论 热门评论 "
            "参与评论 留言板 發表留言 暂无评论 跟帖"
        ),
        "et": "kommentaar kommentaarid kommentaari kommenteeri",
        "lv": "komentārs komentāri komentārus komentēt",
        "lt": "komentaras komentarai komentarų komentuoti",
        "sl": "komentar komentarji komentarjev komentiraj",
        "ca": "comentari comentaris comenta",
        "gl": "comentario comentarios",
        "eu": "iruzkina iruzkinak iruzkindu",
        "is": "athugasemd athugasemdir ummæli",
        "sq": "koment komente komentet",
        "mk": "коментар коментари",
        "be": "каментар каментары каментароў",
        "az": "şərh şərhlər",
        "ka": "კომენტარი კომენტარები",
        "hy": "մեկնաբանություն մեկնաբանություններ",
        "kk": "пікір пікірлер",
        "ta": "கருத்து கருத்துகள் கருத்துக்கள்",
        "af": "kommentaar",
    },
    "reply": {
        "en": "reply replies replied abuse upvote downvote inappropriate quote",
        "de": "antworten antworte zitieren zitat missbrauch melden",
        "fr": "répondre répondez citer signaler abus",
        "es": "responder responde denunciar citar abuso",
        "it": "rispondi rispondere segnala segnalare citazione",
        "pt": "responder respondeu denunciar citar",
        "nl": "beantwoorden antwoorden citeer citeren misbruik",
        "sv": "svara anmäl citera",
        "no": "svar sitér anmeld",
        "da": "svar besvar citer anmeld",
        "fi": "vastaa lainaa ilmianna",
        "pl": "odpowiedz odpowiedzi cytuj cytat zgłoś naruszenie",
        "cs": "odpovědět reagovat citovat nahlásit",
        "sk": "odpovedať citovať nahlásiť",
        "hu": "válasz válaszok válaszolj idézet jelentem",
        "ro": "răspunde răspunsuri citează raportează",
        "bg": "отговор отговори отговорете цитирай цитат докладвай",
        "ru": "ответить ответы ответов ответа цитата цитировать пожаловаться жалоба процитировать",
        "uk": "відповісти відповіді відповідей цитата цитувати поскаржитися",
        "sr": "одговори одговор цитирај пријави odgovori odgovor",
        "hr": "odgovori odgovor odgovora citiraj prijavi",
        "el": "απάντηση απαντήσεις απαντήστε παράθεση αναφορά",
        "tr": "cevapla yanıtla yanıt yanıtlar cevap cevaplar alıntı şikayet",
        "ar": "رد الرد ردود الردود اقتباس إبلاغ الإبلاغ",
        "fa": "پاسخ پاسخ‌ها پاسخها نقل‌قول",
        "he": "הגב השב להגיב ציטוט דווח",
        "hi": "जवाब रिप्लाई",
        "bn": "জবাব রিপ্লাই",
        "ur": "جواب",
        "id": "balas balasan membalas laporkan",
        "ms": "balas laporkan",
        "th": "ตอบกลับ ตอบ รายงาน แจ้งลบ อ้างอิงข้อความ",
        "ja": "返信 返信する 返信を書く 引用 違反報告 通報 通報する 違反を報告",
        "ko": "답글 답글쓰기 답변하기 신고 신고하기 인용",
        "zh": "回复 回覆 引用 举报 舉報 檢舉 回帖 投诉 点击回复 只看该作者",
        "et": "vastused tsiteeri",
        "lv": "atbildēt atbildes citēt ziņot",
        "lt": "atsakyti atsakymai cituoti pranešti",
        "sl": "odgovori odgovorov citiraj",
        "ca": "respon respondre respostes denunciar",
        "is": "svara",
        "sq": "përgjigju",
        "be": "адказаць",
        "az": "cavabla",
        "ka": "პასუხი",
        "hy": "պատասխանել",
        "kk": "жауап",
    },
    "related": {
        "en": (
            "related recommended recommendations recommend similar popular trending latest recent suggested "
            "featured bestsellers"
        ),
        "de": (
            "ähnliche aehnliche ähnlich verwandte meistgelesen meistgelesene beliebt beliebte empfohlen "
            "empfohlene empfehlungen neueste neuesten aktuelle aktuelles themenverwandte passende lesetipps "
            "lesetipp"
        ),
        "fr": (
            "connexes similaires associés associées recommandés recommandé populaires derniers dernières récents "
            "tendances suggestions"
        ),
        "es": (
            "relacionados relacionado relacionadas relacionada recomendado recomendados recomendadas recomendamos "
            "similares populares destacados destacadas últimas últimos recientes leídas leído tendencias"
        ),
        "it": (
            "correlati correlate correlato consigliati consigliato simili popolari recenti ultime ultimi letti tendenze"
        ),
        "pt": (
            "relacionados relacionadas relacionado relacionada recomendados recomendadas recomendado semelhantes "
            "populares recentes últimas destaques lidas tendências"
        ),
        "nl": (
            "gerelateerd gerelateerde aanbevolen vergelijkbare populair populaire laatste meest nieuwste uitgelicht"
        ),
        "sv": "relaterat relaterade liknande rekommenderade rekommenderas populära populärt senaste mest",
        "no": "relaterte relatert lignende anbefalt anbefalte populære populært siste mest",
        "da": "relaterede relateret lignende anbefalet anbefalede populære seneste mest",
        "fi": (
            "aiheeseen liittyvät samankaltaiset suositellut suosittelemme suosittua suositut luetuimmat uusimmat "
            "tuoreimmat"
        ),
        "pl": (
            "powiązane podobne polecane polecamy polecany popularne najnowsze najpopularniejsze najczęściej "
            "zobacz ostatnie"
        ),
        "cs": "související podobné doporučené doporučujeme oblíbené nejnovější nejčtenější populární",
        "sk": "súvisiace podobné odporúčané odporúčame obľúbené najnovšie najčítanejšie populárne",
        "hu": "kapcsolódó ajánlott ajánló ajánlatunk hasonló népszerű legfrissebb legolvasottabb legújabb friss",
        "ro": "similare asemănătoare recomandate recomandări populare recente ultimele citite",
        "bg": "свързани подобни препоръчани препоръчваме популярни последни сходни четени",
        "ru": (
            "похожие рекомендуем рекомендуемые рекомендованные популярное популярные последние читайте интересное "
            "связанные новинки смотрите похожее"
        ),
        "uk": (
            "схожі пов’язані рекомендуємо рекомендовані популярне популярні останні читайте найпопулярніше дивіться"
        ),
        "sr": "повезане повезано слично сличне препоручујемо популарно најновије најчитаније povezane preporučujemo",
        "hr": (
            "povezano povezani povezane slično slični preporučeno preporučujemo popularno najnovije najčitanije "
            "izdvojeno"
        ),
        "el": "σχετικά σχετικές σχετικό παρόμοια προτεινόμενα δημοφιλή δημοφιλέστερα τελευταία πρόσφατα",
        "tr": "ilgili benzer önerilen önerilenler popüler trend okunanlar önerdiklerimiz gündem",
        "ar": "ذات صلة مقترحة مشابهة متعلقة شائع الأكثر الأحدث أحدث موصى رائج آخر مواضيع",
        "fa": "مرتبط مرتبط‌ها مشابه پیشنهادی پربازدید پربازدیدترین محبوب جدیدترین آخرین پیشنهاد",
        "he": "קשורים קשורות דומים מומלצים מומלצות פופולריים אחרונות נצפים הנקראות",
        "hi": "संबंधित सम्बंधित लोकप्रिय ताज़ा ट्रेंडिंग अनुशंसित",
        "bn": "সম্পর্কিত সর্বশেষ জনপ্রিয় সর্বাধিক পঠিত আরও",
        "ur": "متعلقہ مقبول",
        "id": "terkait terkini terpopuler populer terbaru rekomendasi serupa",
        "ms": "berkaitan popular terkini cadangan",
        "th": ("บทความที่เกี่ยวข้อง ข่าวที่เกี่ยวข้อง เรื่องที่เกี่ยวข้อง แนะนำ ยอดนิยม ล่าสุด ข่าวล่าสุด สินค้าที่เกี่ยวข้อง บทความแนะนำ"),
        "ja": (
            "関連記事 関連 おすすめ オススメ おすすめ記事 人気記事 人気 新着記事 新着 最新記事 ランキング "
            "関連商品 関連リンク 関連ニュース あわせて読みたい アクセスランキング 関連キーワード 最新ニュース "
            "人気ランキング こちらもおすすめ 最近の投稿 注目記事 関連情報"
        ),
        "ko": (
            "관련 관련기사 관련글 추천 추천기사 인기 인기기사 인기글 최신 최신기사 최신글 많이 핫이슈 주요뉴스 실시간"
        ),
        "zh": (
            "相关 相關 相关阅读 相關閱讀 相关文章 相關文章 相关新闻 相關新聞 关联文章 推荐 推薦 推荐阅读 推薦閱讀 "
            "热门 熱門 热门文章 熱門文章 最新文章 为您推荐 为你推荐 猜你喜欢 猜你喜歡 延伸阅读 延伸閱讀 相关推荐 "
            "相關推薦 热点 排行榜 热门推荐 精彩推荐 最新消息 最新新闻 相关链接 相關連結 相关产品 相關產品 "
            "编辑推荐 編輯推薦 您可能感兴趣 你可能也喜歡 最近文章 近期文章 点击排行 热门新闻 最热 最新"
        ),
        "et": "seotud sarnased soovitame populaarsed viimased loetumad",
        "lv": "saistītie saistītās līdzīgi līdzīgas populārākie jaunākie jaunākās lasītākie iesakām",
        "lt": "susiję susijusios panašūs panašios rekomenduojame populiariausi naujausi naujausios skaitomiausi",
        "sl": "sorodni sorodno podobno podobni priporočamo priljubljeno najnovejše povezani",
        "ca": "relacionats relacionades recomanats recomanades similars destacats darreres populars",
        "gl": "relacionados destacados",
        "eu": "erlazionatutako azken",
        "is": "tengdar vinsælt nýjast",
        "sq": "ngjashme lidhura",
        "mk": "поврзани слични најнови најчитани",
        "be": "падобныя звязаныя апошнія",
        "az": "oxşar əlaqədar",
        "ka": "მსგავსი პოპულარული",
        "hy": "նմանատիպ",
        "kk": "ұқсас танымал",
        "ta": "தொடர்புடைய",
        "af": "verwante",
    },
    "read_more": {
        "en": "read reading readmore continue expand learn",
        "de": "weiterlesen lesen mehrlesen anzeigen weitere weiter ausklappen erfahren",
        "fr": "lire lisez savoir découvrir découvrez suite voir afficher",
        "es": "leer leyendo ver mostrar continuar descubre",
        "it": "leggi leggere continua mostra scopri approfondisci vedi",
        "pt": "leia ler saiba veja mostrar continuar lendo confira",
        "nl": "lees verder bekijk toon",
        "sv": "läs visa fortsätt",
        "no": "vis fortsett",
        "da": "læs vis fortsæt",
        "fi": "lue lisää näytä jatka",
        "pl": "czytaj przeczytaj więcej wiecej pokaż rozwiń dowiedz",
        "cs": "číst čtěte více zobrazit pokračovat přečtěte zjistit",
        "sk": "čítať čítajte viac zobraziť pokračovať prečítajte",
        "hu": "tovább olvass olvasson bővebben részletek mutass",
        "ro": "citește citeşte citiți detalii află continuă vezi",
        "bg": "прочети прочетете повече виж покажи вижте",
        "ru": "читать далее подробнее дальше показать полностью развернуть узнать подробности",
        "uk": "читати далі детальніше докладніше показати більше дізнатися",
        "sr": "прочитај опширније прикажи детаљније opširnije",
        "hr": "pročitaj pročitajte više prikaži saznaj saznajte opširnije nastavi",
        "el": "διαβάστε περισσότερα συνέχεια δείτε εμφάνιση",
        "tr": "devamı devamını oku göster tümü tümünü incele detaylı",
        "ar": "اقرأ إقرأ اقرا تابع القراءة عرض شاهد المزيد",
        "fa": "ادامه بیشتر بخوانید ادامه‌مطلب مشاهده",
        "he": "קרא קראו המשך לקריאה הצג עוד למידע",
        "hi": "पढ़ें पढ़े देखें",
        "bn": "বিস্তারিত পড়ুন দেখুন",
        "ur": "مزید پڑھیں",
        "id": "baca selengkapnya lanjutkan tampilkan lihat",
        "ms": "baca lihat selanjutnya",
        "vi": "xem thêm đọc",
        "th": "อ่านต่อ อ่านเพิ่มเติม ดูเพิ่มเติม ดูทั้งหมด เพิ่มเติม แสดงเพิ่มเติม",
        "ja": (
            "続きを読む もっと見る もっとみる 詳しく見る 詳細を見る 詳しくはこちら 続きを見る すべて表示 "
            "すべて見る 一覧を見る 一覧へ さらに表示 記事を読む 詳細はこちら さらに読み込む 全文を読む こちら"
        ),
        "ko": "더보기 더 자세히 전체보기 펼치기 계속 읽기",
        "zh": (
            "阅读更多 閱讀更多 更多 查看更多 阅读全文 閱讀全文 继续阅读 繼續閱讀 展开全文 查看全文 加载更多 "
            "显示更多 顯示更多 了解更多 更多内容 看更多 展开 查看详情 全文 瞭解更多 載入更多 查看全部 点击查看 "
            "詳全文 更多新闻"
        ),
        "et": "loe edasi näita rohkem",
        "lv": "lasīt vairāk skatīt rādīt turpināt",
        "lt": "skaityti plačiau daugiau rodyti",
        "sl": "preberi preberite prikaži nadaljuj",
        "ca": "llegir llegeix mostrar continua",
        "gl": "ler amosar",
        "eu": "irakurri gehiago",
        "is": "lesa meira",
        "sq": "lexo lexoni",
        "mk": "прочитај повеќе",
        "be": "чытаць падрабязней",
        "az": "ətraflı davamı",
        "ka": "სრულად ვრცლად",
        "hy": "կարդալ ավելին",
        "kk": "толығырақ",
        "ta": "மேலும்",
        "af": "lees",
    },
    "share": {
        "en": "share shared sharing tweet retweet repost followers following",
        "de": "teilen geteilt folgen folge twittern weitersagen weiterempfehlen",
        "fr": "partager partagez partage partages suivre suivez",
        "es": "compartir comparte compartido compártelo síguenos seguir seguidores tuitear",
        "it": "condividi condividere condivisioni condividilo seguici segui",
        "pt": "compartilhar compartilhe compartilhamentos partilhar partilhe seguir siga",
        "nl": "delen deel volg",
        "sv": "dela följ",
        "no": "dele følg",
        "da": "følg",
        "fi": "jaa seuraa jaettu",
        "pl": "udostępnij udostepnij podziel udostępnień obserwuj",
        "cs": "sdílet sdílejte sledujte",
        "sk": "zdieľať zdieľajte sledujte",
        "hu": "megosztás megosztom megosztások kövess oszd",
        "ro": "distribuie distribuiți partajează urmărește urmăriți",
        "bg": "сподели споделете споделяне последвайте последвай",
        "ru": (
            "поделиться поделитесь поделись подписчиков вконтакте одноклассники фейсбук телеграм телеграме твитнуть"
        ),
        "uk": "поділитися поділіться поширити стежте фейсбук",
        "sr": "подели поделите пратите podeli podelite pratite",
        "hr": "podijeli podijelite dijeli prati",
        "el": "κοινοποίηση κοινοποιήστε μοιραστείτε μοιράσου ακολουθήστε ακολουθήσε",
        "tr": "paylaş paylas paylaşın paylaşım takip tweetle",
        "ar": "مشاركة شارك شاركها انشر تابعنا تابعونا فيسبوك تويتر واتساب",
        "fa": "اشتراک‌گذاری اشتراک به‌اشتراک اینستاگرام تلگرام",
        "he": "שתף שתפו שיתוף עקבו",
        "hi": "शेयर साझा फॉलो",
        "bn": "শেয়ার ফলো",
        "ur": "شیئر",
        "id": "bagikan bagi ikuti berbagi",
        "ms": "kongsi kongsikan ikuti",
        "vi": "sẻ",
        "th": "แชร์ แบ่งปัน ติดตามเรา ติดตาม แชร์บทความนี้ เฟซบุ๊ก",
        "ja": (
            "シェア シェアする 共有 共有する ツイート フォロー フォローする この記事をシェア ツイートする "
            "フォロワー シェアして拡散 いいね"
        ),
        "ko": "공유 공유하기 팔로우 팔로워 페이스북 트위터 카카오톡 카카오스토리 트윗 밴드",
        "zh": (
            "分享 分享到 分享至 关注我们 追蹤 关注 關注我們 微信 微博 新浪微博 微信扫一扫 朋友圈 转发 扫一扫 粉丝 "
            "追蹤我們 一键分享 微信公众号 公众号 分享本文 分享到微信 分享文章 腾讯微博 複製連結"
        ),
        "et": "jaga jälgi",
        "lv": "dalīties dalies sekot sekojiet",
        "lt": "dalintis dalinkis dalytis sekite",
        "sl": "delite spremljajte sledite",
        "ca": "compartir comparteix compartiu segueix",
        "gl": "compartir",
        "eu": "partekatu jarraitu",
        "is": "deila",
        "sq": "shpërndaje ndaje",
        "mk": "сподели следете",
        "be": "падзяліцца",
        "az": "paylaş",
        "ka": "გაზიარება",
        "hy": "կիսվել",
        "kk": "бөлісу",
        "ta": "பகிர்",
    },
    "advert": {
        "en": (
            "advertisement advertisements advert adverts advertising advertise sponsored sponsor promoted "
            "promotional adblock"
        ),
        "de": "anzeige werbung werbeanzeige gesponsert gesponserte advertorial werbepartner",
        "fr": "publicité publicités annonce annonces sponsorisé sponsorisés sponsorisée annonceurs",
        "es": "publicidad anuncio anuncios patrocinado patrocinados publicitario anunciantes",
        "it": "pubblicità sponsorizzato sponsorizzati annuncio inserzionisti",
        "pt": "publicidade anúncio anúncios patrocinado patrocinados publicitário",
        "nl": "advertentie advertenties adverteren gesponsord",
        "sv": "annons annonser annonsera annonsör annonssamarbete sponsrad sponsrat reklam",
        "no": "annonse annonser annonsørinnhold annonsere sponset",
        "da": "annonce annoncer annoncering sponsoreret",
        "fi": "mainos mainokset mainosta mainostajalle sponsoroitu",
        "pl": "reklama reklamy reklamę sponsorowane sponsorowany ogłoszenie ogłoszenia",
        "cs": "reklama reklamy inzerce sponzorováno sponzorovaný",
        "sk": "reklama reklamy inzercia sponzorované",
        "hu": "hirdetés hirdetések reklám szponzorált támogatott médiaajánlat",
        "ro": "publicitate reclamă reclame sponsorizat anunț",
        "bg": "реклама реклами спонсорирано рекламирайте",
        "ru": "реклама рекламы рекламе рекламодателям спонсор спонсорский рекламный",
        "uk": "реклама реклами рекламодавцям спонсор",
        "sr": "реклама огласи oglašavanje reklama",
        "hr": "oglas oglasi oglašavanje sponzorirano reklama",
        "el": "διαφήμιση διαφημίσεις διαφήμισης χορηγούμενο διαφημιστείτε χορηγός",
        "tr": "reklam reklamlar sponsorlu ilan ilanlar",
        "ar": "إعلان اعلان إعلانات اعلانات الإعلانات مُموَّل ممول برعاية",
        "fa": "تبلیغات آگهی تبلیغ رپورتاژ",
        "he": "פרסומת פרסומות מודעה מודעות ממומן פרסום",
        "hi": "विज्ञापन प्रायोजित",
        "bn": "বিজ্ঞাপন",
        "ur": "اشتہار اشتہارات",
        "id": "iklan advertorial bersponsor",
        "ms": "iklan tajaan",
        "vi": "quảng",
        "th": "โฆษณา สปอนเซอร์ พื้นที่โฆษณา ลงโฆษณา ติดต่อโฆษณา",
        "ja": "広告 スポンサーリンク スポンサードリンク スポンサー 広告掲載 プロモーション 広告掲載について",
        "ko": "광고 스폰서 광고문의 협찬 광고안내",
        "zh": "广告 廣告 赞助 贊助 推广 推廣 广告服务 广告合作 赞助商 商务合作 廣告刊登 赞助商链接 贊助商",
        "et": "reklaam reklaamid sisuturundus",
        "lv": "reklāma reklāmas sludinājumi",
        "lt": "reklama reklamos skelbimai",
        "sl": "oglas oglasi oglaševanje oglasno",
        "ca": "publicitat anunci anuncis patrocinat",
        "gl": "publicidade",
        "eu": "publizitatea iragarkia",
        "is": "auglýsing auglýsingar",
        "sq": "reklamë",
        "mk": "реклама",
        "be": "рэклама",
        "az": "reklam",
        "ka": "რეკლამა",
        "hy": "գովազդ",
        "kk": "жарнама",
        "ta": "விளம்பரம்",
    },
    "cookies": {
        "en": "cookie cookies consent consents gdpr ccpa accept decline reject preferences settings",
        "de": (
            "cookies einwilligung zustimmen akzeptieren ablehnen einwilligungen datenschutzeinstellungen "
            "einstellungen einverstanden zwecke"
        ),
        "fr": "consentement accepter refuser paramétrer paramètres j’accepte",
        "es": "cookies aceptar rechazar acepto consentimiento configurar",
        "it": "accetta accettare rifiuta consenso preferenze acconsento",
        "pt": "aceitar rejeitar aceito consentimento preferências",
        "nl": "accepteren accepteer weigeren toestemming voorkeuren akkoord",
        "sv": "kakor cookies godkänn acceptera samtycke inställningar neka",
        "no": "informasjonskapsler godta samtykke innstillinger avvis",
        "da": "cookies acceptér accepter samtykke indstillinger afvis præferencer",
        "fi": "evästeet evästeitä evästeiden evästeasetukset hyväksy suostumus asetukset",
        "pl": "ciasteczka ciasteczek cookies akceptuję akceptuj zgadzam zgoda ustawienia odrzuć",
        "cs": "cookies souhlasím souhlas přijmout odmítnout nastavení",
        "sk": "cookies súhlasím súhlas prijať odmietnuť nastavenia",
        "hu": "sütik sütiket süti elfogadom elfogadás beállítások hozzájárulás elutasítom",
        "ro": "accept acceptă acceptați consimțământ setări refuz",
        "bg": "бисквитки бисквитките приемам съгласие настройки отказвам",
        "ru": "куки принять согласен согласие настройки принимаю отклонить",
        "uk": "кукі погоджуюсь прийняти згода налаштування приймаю",
        "sr": "колачићи колачиће прихватам kolačići kolačiće prihvatam podešavanja",
        "hr": "kolačići kolačiće kolačića prihvaćam prihvati postavke privola",
        "el": "αποδοχή αποδέχομαι συγκατάθεση ρυθμίσεις απόρριψη συμφωνώ",
        "tr": "çerez çerezler çerezleri reddet ayarlar kvkk",
        "ar": "الكوكيز موافق قبول أوافق إعدادات الارتباط",
        "fa": "کوکی کوکی‌ها می‌پذیرم تنظیمات",
        "he": "עוגיות קוקיז מסכים אישור הגדרות",
        "hi": "कुकीज़ कुकी स्वीकार सेटिंग्स",
        "bn": "কুকিজ কুকি সম্মত সেটিংস",
        "id": "kuki setuju persetujuan pengaturan",
        "ms": "kuki setuju tetapan",
        "vi": "cookie",
        "th": "คุกกี้ ยอมรับ ยอมรับทั้งหมด ตั้งค่าคุกกี้ นโยบายคุกกี้ ปฏิเสธ",
        "ja": "クッキー 同意する 同意します すべて受け入れる クッキーポリシー 拒否する 設定 すべて拒否 同意",
        "ko": "쿠키 동의 동의합니다 수락 거부 설정 쿠키정책",
        "zh": "接受 同意 我同意 全部接受 拒绝 拒絕 设置 設定 同意并继续 接受所有",
        "et": "küpsised küpsiseid nõustun nõusolek seaded",
        "lv": "sīkdatnes sīkdatņu sīkfaili piekrītu piekrišana iestatījumi",
        "lt": "slapukai slapukus slapukų sutinku sutikimas nustatymai",
        "sl": "piškotki piškotke piškotkov strinjam soglašam nastavitve",
        "ca": "galetes acceptar accepto rebutjar configuració",
        "gl": "aceptar",
        "eu": "onartu cookieak",
        "is": "vafrakökur samþykkja",
        "mk": "колачиња прифаќам",
        "be": "прыняць",
        "az": "kukilər",
    },
    "newsletter": {
        "en": "subscribe newsletter newsletters signup unsubscribe inbox mailing",
        "de": "newsletter abonnieren abonniere rundbrief newsletteranmeldung abbestellen",
        "fr": "infolettre s’abonner abonnez abonner s’inscrire inscrivez désabonner",
        "es": "suscríbete suscribirse suscribirme suscríbase suscribete boletín boletines suscripción",
        "it": "iscriviti iscriversi newsletter iscrizione",
        "pt": "inscreva subscrever subscreva assine assinar boletim",
        "nl": "nieuwsbrief nieuwsbrieven abonneer abonneren inschrijven aanmelden",
        "sv": "nyhetsbrev nyhetsbrevet prenumerera",
        "no": "nyhetsbrev nyhetsbrevet abonner abonnér",
        "da": "nyhedsbrev nyhedsbreve nyhedsbrevet tilmeld",
        "fi": "uutiskirje uutiskirjeen uutiskirjeet tilaa",
        "pl": "subskrybuj newsletter newslettera zapisz subskrypcja biuletyn",
        "cs": "odebírat odběr newsletteru zpravodaj přihlaste odebírejte",
        "sk": "odoberať odber odoberajte spravodaj",
        "hu": "hírlevél hírlevelek hírlevelünkre feliratkozás feliratkozom iratkozz iratkozzon",
        "ro": "abonare abonează abonați buletin înscrie",
        "bg": "абонирай абонирайте абонамент абониране бюлетин",
        "ru": (
            "подписаться подпишитесь подписывайтесь подпишись подписка подписку рассылка рассылку рассылки отписаться"
        ),
        "uk": "підписатися підпишіться підписуйтесь підписка розсилка розсилку",
        "sr": "пријавите пријава билтен претплата pretplatite",
        "hr": "pretplati pretplatite pretplata prijavite bilten",
        "el": "εγγραφή εγγραφείτε ενημερωτικό συνδρομή",
        "tr": "bülten bülteni bültene abone",
        "ar": "اشترك اشتراك الاشتراك النشرة البريدية اشتركوا",
        "fa": "خبرنامه عضویت",
        "he": "הרשמה הירשמו הרשמו ניוזלטר דיוור",
        "hi": "सब्सक्राइब न्यूज़लेटर सदस्यता",
        "bn": "সাবস্ক্রাইব নিউজলেটার",
        "id": "langganan berlangganan buletin",
        "ms": "langgan melanggan buletin",
        "th": "สมัครรับข่าวสาร รับข่าวสาร จดหมายข่าว สมัครรับจดหมายข่าว ติดตามข่าวสาร",
        "ja": (
            "メルマガ メールマガジン 購読 購読する 登録する メルマガ登録 ニュースレター チャンネル登録 読者登録 "
            "無料登録 メールマガジン登録 読者になる"
        ),
        "ko": "구독 구독하기 구독신청 뉴스레터 뉴스레터구독",
        "zh": "订阅 訂閱 订阅我们 邮件订阅 訂閱電子報 电子报 電子報 立即訂閱 立即订阅 訂閱我們 取消订阅",
        "et": "uudiskiri liitu telli",
        "lv": "jaunumu abonēt pieteikties jaunumiem pierakstīties",
        "lt": "naujienlaiškis naujienlaiškį prenumeruoti prenumeruok užsisakyti užsiprenumeruoti",
        "sl": "naročite naroči prijavite",
        "ca": "butlletí butlletins subscriure subscripció",
        "gl": "boletín subscríbete",
        "eu": "harpidetu buletina",
        "is": "áskrift póstlisti",
        "sq": "abonohu",
        "mk": "претплати билтен",
        "be": "падпісацца падпіска",
        "az": "abunə",
        "ka": "გამოწერა",
        "hy": "բաժանորդագրվել",
        "kk": "жазылу",
    },
    "account": {
        "en": "login logout register password username account profile signin forgot logged",
        "de": (
            "anmelden einloggen abmelden registrieren passwort konto benutzername benutzerkonto kundenkonto "
            "profil mitgliedschaft ausloggen"
        ),
        "fr": "connexion connecter connectez inscription compte identifiant profil déconnexion",
        "es": "iniciar sesión registrarse regístrate contraseña usuario cuenta perfil ingresar acceder entrar",
        "it": "accedi accesso registrati registrazione password utente profilo accedere",
        "pt": "entrar cadastro cadastrar senha conta perfil registar login",
        "nl": "inloggen uitloggen registreren wachtwoord gebruikersnaam account profiel",
        "sv": "logga inloggning registrera lösenord användarnamn konto",
        "no": "logg innlogging registrer passord brukernavn konto",
        "da": "login registrér adgangskode brugernavn konto kodeord",
        "fi": "kirjaudu kirjautuminen rekisteröidy salasana käyttäjätunnus käyttäjä tili profiili",
        "pl": "zaloguj logowanie wyloguj rejestracja zarejestruj hasło konto użytkownik profil",
        "cs": "přihlásit přihlášení odhlásit registrace registrovat heslo účet uživatel profil",
        "sk": "prihlásiť prihlásenie odhlásiť registrácia registrovať heslo účet používateľ",
        "hu": "bejelentkezés belépés kijelentkezés regisztráció jelszó felhasználónév fiók fiókom profil",
        "ro": "autentificare conectare înregistrare parolă cont utilizator logare intră profil",
        "bg": "вход изход регистрация парола профил потребител акаунт влез",
        "ru": (
            "войти вход выйти регистрация зарегистрироваться пароль логин авторизация профиль аккаунт личный "
            "кабинет авторизоваться"
        ),
        "uk": "увійти вхід вийти реєстрація зареєструватися пароль логін авторизація профіль кабінет",
        "sr": "пријавите регистрација лозинка налог корисник registracija lozinka nalog korisnik",
        "hr": "prijava odjava registracija registriraj lozinka korisnik korisničko račun profil",
        "el": "σύνδεση αποσύνδεση κωδικός λογαριασμός χρήστη προφίλ είσοδος συνδεθείτε",
        "tr": "giriş üye üyelik kayıt şifre hesabım hesap kullanıcı profil çıkış",
        "ar": "تسجيل الدخول دخول حسابي حساب المستخدم المرور خروج",
        "fa": "ورود ثبت‌نام ثبتنام خروج کاربری حساب رمز کلمه‌عبور پروفایل عضویت",
        "he": "התחברות התחבר כניסה הרשם סיסמה סיסמא חשבון משתמש פרופיל התנתק",
        "hi": "लॉगिन लॉग पासवर्ड खाता प्रोफ़ाइल रजिस्टर",
        "bn": "লগইন লগ নিবন্ধন পাসওয়ার্ড অ্যাকাউন্ট প্রোফাইল",
        "ur": "لاگ",
        "id": "masuk daftar keluar akun sandi pengguna profil",
        "ms": "masuk daftar akaun pengguna profil",
        "vi": "nhập ký khoản khẩu",
        "th": ("เข้าสู่ระบบ ลงทะเบียน สมัครสมาชิก รหัสผ่าน ชื่อผู้ใช้ ออกจากระบบ บัญชีของฉัน ลืมรหัสผ่าน โปรไฟล์ สมาชิก"),
        "ja": (
            "ログイン ログアウト 新規登録 会員登録 パスワード マイページ ユーザー名 アカウント 新規会員登録 "
            "プロフィール 無料会員登録 パスワードを忘れた方 ユーザー登録 会員ログイン アカウント作成 ログインする "
            "パスワードを忘れた場合"
        ),
        "ko": "로그인 로그아웃 회원가입 비밀번호 아이디 마이페이지 계정 내정보 아이디찾기 비밀번호찾기 프로필",
        "zh": (
            "登录 登入 登陆 登錄 注册 註冊 密码 密碼 用户名 我的账户 我的帳戶 个人中心 忘记密码 忘記密碼 退出 "
            "登出 立即注册 免费注册 会员登录 會員登入 会员中心 會員中心 加入會員 用户登录 登录注册 帳號 账号 "
            "个人资料 退出登录 自动登录 找回密码 快速注册 会员注册"
        ),
        "et": "logi registreeru parool kasutajanimi konto kasutaja",
        "lv": "ienākt ieiet reģistrēties lietotājs profils pieslēgties",
        "lt": "prisijungti prisijungimas registruotis registracija slaptažodis vartotojas paskyra",
        "sl": "prijava odjava registracija geslo uporabnik račun uporabniško",
        "ca": "inicia sessió registra contrasenya usuari compte perfil",
        "gl": "sesión contrasinal conta",
        "eu": "sartu erregistratu pasahitza",
        "is": "innskráning nýskráning lykilorð",
        "sq": "hyrje regjistrohu fjalëkalimi",
        "mk": "најава најавете регистрација лозинка",
        "be": "увайсці рэгістрацыя",
        "az": "qeydiyyat daxil",
        "ka": "შესვლა რეგისტრაცია",
        "hy": "մուտք գրանցվել",
        "kk": "кіру тіркелу",
        "ta": "உள்நுழைய",
    },
    "search": {
        "en": "search searches filter filters sort sorted results refine",
        "de": "suche suchen suchergebnisse sortieren filtern ergebnisse treffer sortierung suchbegriff",
        "fr": "recherche rechercher recherchez trier filtrer filtres résultats chercher",
        "es": "buscar búsqueda buscador filtrar filtros ordenar resultados busca",
        "it": "cerca ricerca filtra filtri ordina risultati cercare",
        "pt": "buscar busca pesquisar pesquisa filtrar filtros resultados ordenar pesquise",
        "nl": "zoeken zoek zoekresultaten sorteer sorteren resultaten zoekopdracht",
        "sv": "sök sökresultat sortera filtrera resultat sökning",
        "no": "søk søkeresultater sorter filtrer resultater",
        "da": "søg søgning søgeresultater sortér resultater",
        "fi": "haku hae etsi hakutulokset järjestä suodata tulokset",
        "pl": "szukaj wyszukaj wyszukiwarka wyszukiwanie sortuj filtruj wyniki filtry",
        "cs": "hledat vyhledávání vyhledat hledej řadit filtrovat výsledky",
        "sk": "hľadať vyhľadávanie vyhľadať hľadaj zoradiť filtrovať výsledky",
        "hu": "keresés keres keresendő kereső rendezés szűrés találatok szűrő",
        "ro": "caută căutare cautare căutați filtrează sortare rezultate filtre",
        "bg": "търсене търси търсете филтър сортиране резултати филтри",
        "ru": "поиск найти искать фильтр фильтры сортировка сортировать результаты результатов расширенный",
        "uk": "пошук знайти шукати фільтр сортування результати",
        "sr": "претрага тражи претражи pretraga traži pretraži резултати",
        "hr": "pretraga traži pretraži pretraživanje tražilica filtriraj sortiraj rezultati",
        "el": "αναζήτηση αναζητήστε ψάξε φίλτρα ταξινόμηση αποτελέσματα",
        "tr": "arama filtrele filtre sırala sonuçlar sonuç",
        "ar": "بحث البحث ابحث فرز تصفية نتائج",
        "fa": "جستجو جستجوی جست‌وجو جستوجو مرتب‌سازی فیلتر نتایج",
        "he": "חיפוש חפש חפשו סינון מיון תוצאות",
        "hi": "खोजें खोज सर्च फ़िल्टर परिणाम",
        "bn": "অনুসন্ধান খুঁজুন সার্চ ফলাফল",
        "ur": "تلاش",
        "id": "cari pencarian urutkan saring hasil",
        "ms": "cari carian tapis susun",
        "vi": "kiếm tìm lọc",
        "th": "ค้นหา ผลการค้นหา ตัวกรอง เรียงตาม กรอง เรียงลำดับ ค้นหาข้อมูล",
        "ja": (
            "検索 検索する 絞り込み 並び替え 検索結果 絞り込む サイト内検索 キーワード検索 検索条件 並べ替え "
            "詳細検索 並び順 キーワードで探す"
        ),
        "ko": "검색 검색하기 검색어 통합검색 필터 정렬 검색결과 상세검색",
        "zh": (
            "搜索 搜尋 搜寻 查询 查詢 筛选 篩選 排序 搜索结果 搜尋結果 高级搜索 站内搜索 进阶搜寻 热门搜索 "
            "進階搜尋 热搜 检索 站內搜尋 搜一下"
        ),
        "et": "otsi otsing tulemused filtreeri",
        "lv": "meklēt meklēšana kārtot rezultāti filtrēt",
        "lt": "ieškoti paieška rūšiuoti rezultatai filtruoti",
        "sl": "iskanje išči iskalnik razvrsti rezultati poišči",
        "ca": "cercar cerca cercador filtra ordena resultats",
        "gl": "procurar buscar",
        "eu": "bilatu bilaketa",
        "is": "leita leit",
        "sq": "kërko kërkim",
        "mk": "пребарај пребарување",
        "be": "пошук шукаць",
        "az": "axtar axtarış",
        "ka": "ძებნა ძიება",
        "hy": "որոնել որոնում",
        "kk": "іздеу",
        "ta": "தேடல் தேடு",
    },
    "navigation": {
        "en": "menu home homepage navigation sitemap skip previous prev next page pages breadcrumb archive archives",
        "de": (
            "menü startseite navigation zurück inhaltsverzeichnis seitenanfang vorherige vorheriger nächste "
            "nächster seite übersicht sitemap springen hauptmenü archiv"
        ),
        "fr": "accueil menu navigation précédent précédente suivant suivante page retour sommaire archives",
        "es": "inicio menú navegación siguiente anterior página portada volver saltar archivo",
        "it": "home menu navigazione precedente successivo successiva prossimo pagina vai torna indietro archivio",
        "pt": "início menu navegação próximo próxima anterior página voltar pular arquivo avançar",
        "nl": "startpagina navigatie vorige volgende pagina terug sitemap hoofdmenu archief",
        "sv": "hem meny startsida startsidan föregående nästa tillbaka hoppa webbplatskarta arkiv",
        "no": "hjem meny forside forsiden forrige tilbake hopp arkiv",
        "da": "forside forsiden hjem næste tilbage sitemap arkiv",
        "fi": "etusivu valikko navigaatio edellinen seuraava sivu takaisin siirry sivukartta päävalikko arkisto",
        "pl": "menu strona główna nawigacja poprzedni poprzednia następny następna wstecz przejdź powrót archiwum",
        "cs": "domů menu úvod navigace předchozí další strana stránka zpět přejít nahoru archiv",
        "sk": "domov menu úvod navigácia predchádzajúci predchádzajúca ďalší ďalšia strana späť prejsť archív",
        "hu": "kezdőlap főoldal menü navigáció előző következő oldal vissza oldaltérkép ugrás címlap archívum",
        "ro": "acasă acasa meniu navigare anterior anteriorul următorul următor pagina înapoi pagină arhivă",
        "bg": "начало меню навигация предишна предишен следваща следващ страница архив",
        "ru": (
            "главная меню навигация предыдущая предыдущий следующая следующий страница наверх вперед вперёд "
            "перейти содержимому архив"
        ),
        "uk": "головна меню навігація попередня попередній наступна наступний сторінка вгору перейти архів",
        "sr": (
            "почетна насловна мени претходна следећа страна навигација početna naslovna meni prethodna sledeća "
            "strana архива"
        ),
        "hr": "početna naslovnica izbornik navigacija prethodna prethodni sljedeća sljedeći stranica natrag arhiva",
        "el": "αρχική μενού πλοήγηση προηγούμενο προηγούμενη επόμενο επόμενη σελίδα επιστροφή μετάβαση αρχείο",
        "tr": "anasayfa menü menu önceki sonraki sayfa geri yukarı sayfası arşiv",
        "ar": "الرئيسية القائمة السابق التالي الصفحة صفحة رجوع انتقل عودة أرشيف",
        "fa": "خانه منو صفحه قبلی بعدی بازگشت اصلی نخست آرشیو",
        "he": "ראשי תפריט הקודם הבא עמוד חזרה דלג מפת ניווט ארכיון הבית",
        "hi": "होम मेनू पिछला अगला पृष्ठ मुखपृष्ठ",
        "bn": "হোম মেনু প্রচ্ছদ পূর্ববর্তী পরবর্তী পাতা মূলপাতা",
        "ur": "صفحہ ہوم",
        "id": "beranda menu navigasi sebelumnya berikutnya selanjutnya halaman kembali lewati arsip",
        "ms": "utama laman menu sebelumnya seterusnya halaman kembali arkib",
        "vi": "trang",
        "th": ("หน้าแรก เมนู หน้าหลัก ถัดไป ก่อนหน้า กลับ หน้า ย้อนกลับ ข้ามไปยังเนื้อหา กลับหน้าแรก แผนผังเว็บไซต์ กลับด้านบน"),
        "ja": (
            "ホーム メニュー トップ トップページ 前へ 次へ 前の記事 次の記事 ページトップへ サイトマップ 戻る "
            "ページの先頭へ 次のページ 前のページ ナビゲーション 一覧 本文へスキップ コンテンツへスキップ "
            "一覧へ戻る トップへ戻る 目次へ 前の記事へ 次の記事へ 本文へ アーカイブ 一覧に戻る 先頭へ 最後へ "
            "ページトップ トップに戻る 上へ戻る 過去の記事"
        ),
        "ko": (
            "홈 메뉴 이전 다음 페이지 목록 사이트맵 이전글 다음글 맨위로 본문 바로가기 뒤로 처음으로 목록으로 "
            "전체메뉴 주메뉴 메인"
        ),
        "zh": (
            "首页 首頁 菜单 選單 导航 導航 上一页 下一页 上一頁 下一頁 上一篇 下一篇 返回 网站地图 網站地圖 "
            "返回首页 返回顶部 末页 尾页 回到顶部 主页 主頁 网站首页 网站导航 跳至内容 跳至主要內容 回首頁 回頂端 "
            "当前位置 您的位置 目前位置 您现在的位置 返回列表 跳过导航 尾頁 上一条 下一条 存档 归档 彙整 "
            "跳到主要內容區塊 返回頂部 回到頂端 文章归档 您当前的位置 主菜单 没有了"
        ),
        "et": "avaleht menüü eelmine järgmine lehekülg tagasi arhiiv",
        "lv": "sākums sākumlapa izvēlne iepriekšējais nākamais lapa atpakaļ arhīvs",
        "lt": "pradžia pagrindinis meniu ankstesnis puslapis atgal archyvas",
        "sl": "domov meni prejšnja naslednja stran nazaj naprej arhiv",
        "ca": "inici menú navegació següent anterior pàgina tornar portada arxiu",
        "gl": "inicio seguinte",
        "eu": "hasiera menua hurrengoa aurrekoa",
        "is": "forsíða valmynd",
        "sq": "kryefaqja ballina faqja",
        "mk": "почетна мени следна претходна",
        "be": "галоўная старонка",
        "az": "səhifə",
        "ka": "მთავარი მენიუ",
        "hy": "գլխավոր",
        "kk": "басты бет",
        "ta": "முகப்பு",
    },
    "legal": {
        "en": (
            "privacy policy policies terms copyright copyrights reserved disclaimer trademark trademarks dmca imprint"
        ),
        "de": (
            "impressum datenschutz datenschutzerklärung nutzungsbedingungen agb vorbehalten urheberrecht "
            "haftungsausschluss barrierefreiheit datenschutzhinweise rechtliches widerruf widerrufsrecht "
            "rechtliche geschäftsbedingungen"
        ),
        "fr": "mentions légales confidentialité conditions cgu cgv réservés droits rgpd accessibilité",
        "es": "privacidad aviso términos condiciones derechos reservados políticas legal",
        "it": "riservati termini condizioni informativa diritti avvertenze",
        "pt": "privacidade termos reservados direitos autorais condições",
        "nl": "privacybeleid privacyverklaring voorwaarden voorbehouden auteursrecht toegankelijkheid",
        "sv": (
            "integritetspolicy personuppgifter villkor upphovsrätt förbehållna ansvarig användarvillkor tillgänglighet"
        ),
        "no": "personvern personvernerklæring vilkår opphavsrett rettigheter tilgjengelighet",
        "da": "privatlivspolitik persondatapolitik handelsbetingelser vilkår ophavsret rettigheder forbeholdes",
        "fi": (
            "tietosuoja tietosuojaseloste käyttöehdot tekijänoikeus rekisteriseloste oikeudet pidätetään saavutettavuus"
        ),
        "pl": "prywatności prywatność regulamin zastrzeżone prawa rodo warunki",
        "cs": "podmínky ochrana osobních údajů vyhrazena práva soukromí vyhrazeny",
        "sk": "podmienky ochrana osobných údajov vyhradené práva súkromia",
        "hu": (
            "adatvédelem adatvédelmi impresszum fenntartva felhasználási feltételek jogi ászf nyilatkozat szabályzat"
        ),
        "ro": "confidențialitate termeni rezervate drepturile condiții gdpr",
        "bg": "поверителност условия запазени права декларация лични",
        "ru": (
            "конфиденциальности конфиденциальность соглашение пользовательское защищены правообладателям оферта "
            "копирайт персональных авторские"
        ),
        "uk": "конфіденційності конфіденційність захищені угода умови авторські",
        "sr": "приватности задржана импресум услови privatnosti zadržana impresum uslovi",
        "hr": "privatnosti pravila uvjeti impressum pridržana zadržana korištenja impresum",
        "el": "απορρήτου όροι χρήσης δικαιώματα πνευματικά προσωπικών δεδομένων",
        "tr": "gizlilik koşulları saklıdır künye yasal politikası hakları sözleşmesi telif",
        "ar": "الخصوصية سياسة شروط الاستخدام محفوظة الحقوق حقوق الأحكام",
        "fa": "حریم خصوصی قوانین محفوظ حقوق مقررات شرایط",
        "he": "פרטיות תקנון תנאי שמורות זכויות מדיניות נגישות",
        "hi": "गोपनीयता नीति शर्तें कॉपीराइट सर्वाधिकार सुरक्षित अस्वीकरण",
        "bn": "গোপনীয়তা নীতি নীতিমালা শর্তাবলী কপিরাইট স্বত্ব সংরক্ষিত",
        "ur": "رازداری محفوظ",
        "id": "privasi kebijakan ketentuan syarat cipta dilindungi",
        "ms": "privasi terma syarat terpelihara penafian",
        "vi": "khoản",
        "th": (
            "นโยบายความเป็นส่วนตัว ข้อกำหนดและเงื่อนไข สงวนลิขสิทธิ์ ลิขสิทธิ์ เงื่อนไขการใช้งาน ข้อตกลงการใช้งาน เงื่อนไข ข้อกำหนดการใช้งาน"
        ),
        "ja": (
            "プライバシーポリシー 利用規約 特定商取引法に基づく表記 個人情報保護方針 著作権 免責事項 ご利用規約 "
            "著作権について 個人情報の取り扱いについて サイトポリシー 個人情報保護 無断転載禁止 "
            "特定商取引法に基づく表示 ご利用にあたって 個人情報の取扱いについて 推奨環境 特定商取引法"
        ),
        "ko": (
            "개인정보처리방침 이용약관 저작권 저작권자 개인정보취급방침 청소년보호정책 무단전재 재배포 약관 "
            "개인정보 무단"
        ),
        "zh": (
            "隐私政策 隱私政策 隱私權政策 使用条款 使用條款 服务条款 服務條款 版权所有 版權所有 免责声明 免責聲明 "
            "法律声明 版权声明 隐私声明 网站声明 隐私权政策 隱私權聲明 用户协议 服务协议 版權聲明 著作權聲明 "
            "隐私条款 特别声明 声明 郑重声明 法律聲明 隐私权 隱私權保護"
        ),
        "et": "privaatsus privaatsuspoliitika kasutustingimused kaitstud õigused",
        "lv": "privātuma noteikumi aizsargātas tiesības lietošanas",
        "lt": "privatumo taisyklės saugomos teisės sąlygos",
        "sl": "zasebnost zasebnosti pogoji pridržane pravice uporabe pravno",
        "ca": "privadesa avís condicions reservats drets",
        "gl": "privacidade dereitos",
        "eu": "pribatutasun",
        "is": "persónuvernd skilmálar",
        "sq": "privatësisë kushtet",
        "mk": "приватност услови",
        "be": "правы абаронены",
        "az": "məxfilik",
        "ka": "კონფიდენციალურობა",
    },
    "contact": {
        "en": "contact contacts about help support careers jobs helpdesk feedback faqs",
        "de": (
            "kontakt hilfe karriere stellenangebote support kontaktieren kundenservice stellenmarkt "
            "kontaktformular unternehmen presse"
        ),
        "fr": "contact contactez aide propos recrutement carrières emploi presse assistance",
        "es": "contacto contáctanos contactar ayuda empleo soporte quiénes contáctenos prensa",
        "it": "contatti contatto contattaci aiuto assistenza redazione lavora",
        "pt": "contato contacto contactos ajuda suporte atendimento imprensa trabalhe fale",
        "nl": "klantenservice contact hulp vacatures overons werken contacteer",
        "sv": "kontakta kontakt hjälp kundtjänst jobb kundservice tipsa",
        "no": "kontakt hjelp kundeservice ledige",
        "da": "kontakt hjælp kundeservice karriere presse",
        "fi": "yhteystiedot yhteys ohjeet asiakaspalvelu tietoa palaute työpaikat rekry",
        "pl": "kontakt pomoc kariera praca redakcja wsparcie",
        "cs": "kontakt kontakty pomoc nápověda kariéra redakce podpora",
        "sk": "kontakt kontakty pomoc kariéra redakcia podpora",
        "hu": (
            "kapcsolat elérhetőség elérhetőségek rólunk segítség súgó karrier ügyfélszolgálat szerkesztőség impresszum"
        ),
        "ro": "contact contactează despre ajutor cariere suport contactați redacția",
        "bg": "контакти контакт помощ кариери редакция поддръжка",
        "ru": "контакты контакт обратная связь помощь вакансии редакция поддержка справка",
        "uk": "контакти зв’язок допомога вакансії редакція підтримка",
        "sr": "контакт помоћ редакција kontakt pomoć redakcija",
        "hr": "kontakt kontaktirajte pomoć karijera redakcija podrška uredništvo",
        "el": "επικοινωνία επικοινωνήστε βοήθεια υποστήριξη ταυτότητα",
        "tr": "iletişim hakkımızda yardım destek kariyer bize hakkında kurumsal",
        "ar": "اتصل تواصل الاتصال مساعدة وظائف عنا الدعم راسلنا",
        "fa": "تماس درباره ارتباط راهنما پشتیبانی",
        "he": "צור צרו קשר אודות עזרה דרושים תמיכה יצירת",
        "hi": "संपर्क सहायता मदद",
        "bn": "যোগাযোগ সাহায্য",
        "ur": "رابطہ",
        "id": "kontak hubungi tentang bantuan karir redaksi karier",
        "ms": "hubungi bantuan tentang kerjaya",
        "th": "ติดต่อเรา ติดต่อ เกี่ยวกับเรา ช่วยเหลือ ร่วมงานกับเรา ติดต่อสอบถาม ศูนย์ช่วยเหลือ",
        "ja": (
            "お問い合わせ お問合せ お問い合せ 会社概要 運営会社 ヘルプ 採用情報 企業情報 会社情報 サポート "
            "運営者情報 このサイトについて お問い合わせはこちら 当サイトについて ご意見 お客様サポート "
            "お問い合わせフォーム 会社案内 プレスリリース サイトについて"
        ),
        "ko": (
            "문의 문의하기 고객센터 회사소개 채용 도움말 제보 기사제보 고객지원 오시는길 인재채용 사업자등록번호 "
            "제휴문의"
        ),
        "zh": (
            "联系我们 聯絡我們 聯繫我們 联系方式 关于我们 關於我們 帮助 幫助 帮助中心 人才招聘 加入我们 客服 "
            "意见反馈 客户服务 招聘 公司简介 联系 诚聘英才 联系电话 在线客服 网站简介 关于 關於 加入我們 公司概况 "
            "幫助中心 客服中心 投诉建议 在线咨询 合作伙伴 友情链接 意見反饋"
        ),
        "et": "kontakt kontaktid meist toimetus",
        "lv": "kontakti kontakts palīdzība vakances redakcija",
        "lt": "kontaktai susisiekite pagalba apie karjera redakcija",
        "sl": "kontakt kontakti pomoč kariera uredništvo",
        "ca": "contacte contacta contacteu ajuda nosaltres",
        "gl": "contacto axuda",
        "eu": "kontaktua harremanetan laguntza",
        "is": "samband",
        "sq": "kontakt kontakti",
        "mk": "контакт помош",
        "be": "кантакты",
        "az": "əlaqə haqqımızda",
        "ka": "კონტაქტი",
        "hy": "կապ",
        "kk": "байланыс",
        "ta": "தொடர்பு",
    },
    "byline": {
        "en": (
            "author authors editor editors correspondent reporter staff posted published updated written edited "
            "photograph photographer byline"
        ),
        "de": (
            "autor autorin autoren redakteur redakteurin veröffentlicht aktualisiert geschrieben korrespondent "
            "bildquelle verfasst redaktion verfasser"
        ),
        "fr": "auteur auteure auteurs rédacteur rédaction rédigé publié publiée écrit journaliste modifié posté",
        "es": (
            "autor autora redacción publicado publicada actualizado escrito corresponsal periodista redactor "
            "actualizada editor"
        ),
        "it": "autore autrice pubblicato pubblicata aggiornato scritto redattore giornalista",
        "pt": (
            "autor autora publicado publicada atualizado escrito redação postado repórter jornalista atualizada editado"
        ),
        "nl": (
            "auteur redactie geschreven gepubliceerd bijgewerkt gewijzigd geplaatst correspondent verslaggever "
            "redacteur"
        ),
        "sv": (
            "författare skribent publicerad publicerat uppdaterad skriven uppdaterades publicerades redaktör reporter"
        ),
        "no": "forfatter publisert oppdatert skrevet journalist redaktør skribent",
        "da": "forfatter skribent publiceret opdateret skrevet journalist redaktør udgivet offentliggjort",
        "fi": "kirjoittaja toimittaja julkaistu päivitetty kirjoittanut kuvaaja muokattu",
        "pl": (
            "autor autorka opublikowano opublikowany aktualizacja napisany redaktor zaktualizowano dziennikarz "
            "opublikowane fot"
        ),
        "cs": "autor autorka autoři publikováno aktualizováno napsal napsala redaktor vydáno zveřejněno",
        "sk": "autor autorka publikované aktualizované napísal redaktor zverejnené uverejnené",
        "hu": "szerző szerkesztő írta közzétéve publikálva frissítve megjelent",
        "ro": "autor publicat actualizat scris redactor postat autorul",
        "bg": "автор публикувано публикувана обновена редактор",
        "ru": (
            "автор авторы опубликовано обновлено корреспондент редактор опубликован добавлено разместил "
            "опубликована обновлен размещено изменено"
        ),
        "uk": "автор автори опубліковано оновлено кореспондент редактор додано",
        "sr": "аутор објављено ажурирано пише autor objavljeno ažurirano",
        "hr": "autor autorica objavljeno ažurirano piše urednik napisao novinar",
        "el": "συντάκτης συγγραφέας αρθρογράφος δημοσιεύτηκε δημοσιεύθηκε ενημερώθηκε δημοσίευση ενημέρωση γράφει",
        "tr": "yazar yazan editör muhabir güncelleme güncellenme yayınlanma yayınlandı yazarı eklenme",
        "ar": "كتب كتبت بقلم الكاتب تحرير نشر تحديث المؤلف المحرر مراسل نُشر",
        "fa": "نویسنده نوشته منتشر انتشار به‌روزرسانی خبرنگار نگارنده",
        "he": "מאת כתב כתבת עודכן פורסם מחבר עורך צילום כותב",
        "hi": "लेखक संवाददाता प्रकाशित अपडेटेड संपादक",
        "bn": "লেখক প্রতিবেদক প্রকাশ প্রকাশিত আপডেট সম্পাদক প্রকাশঃ নিজস্ব",
        "ur": "مصنف",
        "id": "penulis oleh editor diperbarui diterbitkan reporter dipublikasikan wartawan ditulis",
        "ms": "oleh penulis dikemaskini diterbitkan wartawan",
        "vi": "giả",
        "th": "ผู้เขียน โดย เขียนโดย เผยแพร่ เผยแพร่เมื่อ อัปเดต ผู้สื่อข่าว แก้ไขล่าสุด อัพเดท เรื่องโดย ภาพโดย",
        "ja": (
            "著者 執筆者 執筆 編集部 投稿者 更新日 投稿日 公開日 文 撮影 記者 ライター この記事を書いた人 "
            "最終更新日 公開日時 更新日時 監修 取材 編集 最終更新 作成日 掲載日 登録日 著 著者プロフィール "
            "この記事の著者 更新"
        ),
        "ko": (
            "기자 입력 수정 작성자 글쓴이 등록 승인 특파원 편집자 작성일 최종수정 기사입력 등록일 글 저자 지은이 "
            "업데이트 기자의"
        ),
        "zh": (
            "作者 编辑 編輯 责任编辑 責任編輯 记者 記者 发布时间 發布時間 更新时间 更新時間 发布 撰文 發佈時間 "
            "发布日期 通讯员 文字 本报记者 供稿 摄影 攝影 編者 责编 发布者 发表于 發表於 發佈於 更新日期 發布日期 "
            "小编 编辑者 作者简介 最后更新 發表時間 作者介紹 发表时间 主编"
        ),
        "et": "autor avaldatud toimetaja uuendatud",
        "lv": "autors publicēts atjaunots redaktors publicēta",
        "lt": "autorius paskelbta atnaujinta redaktorius autoriai publikuota",
        "sl": "avtor avtorica objavljeno posodobljeno avtorji zapisal",
        "ca": "autor autora publicat actualitzat redacció escrit",
        "gl": "redacción publicado",
        "eu": "egilea",
        "is": "höfundur",
        "sq": "autori publikuar",
        "mk": "автор објавено",
        "be": "аўтар апублікавана",
        "az": "müəllif",
        "ka": "ავტორი",
        "hy": "հեղինակ",
        "kk": "авторы",
        "ta": "ஆசிரியர்",
    },
    "date": {
        "en": (
            "january february march april june july august september october november december feb apr jun jul "
            "aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday tue thu today "
            "yesterday ago hour hours minute minutes mins day days week weeks month months year years hrs 0h 00h "
            "date"
        ),
        "de": (
            "januar jänner februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag "
            "freitag samstag sonnabend sonntag heute gestern stunde stunden tagen minute minuten woche wochen "
            "monat monaten uhr datum"
        ),
        "fr": (
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi "
            "mercredi jeudi vendredi samedi dimanche aujourd’hui aujourd heure heures jour jours semaine semaines "
            "mois janv févr"
        ),
        "es": (
            "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre "
            "lunes martes miércoles jueves viernes sábado domingo hoy ayer hora horas minuto minutos día días "
            "semana semanas mes meses fecha"
        ),
        "it": (
            "gennaio febbraio marzo aprile maggio giugno luglio settembre ottobre novembre dicembre lunedì "
            "martedì mercoledì giovedì venerdì sabato domenica oggi ieri ore minuti giorni giorno settimana "
            "settimane mesi mese"
        ),
        "pt": (
            "janeiro fevereiro março abril maio junho julho setembro outubro novembro dezembro feira domingo hoje "
            "ontem atrás dias semanas"
        ),
        "nl": (
            "januari februari maart mei augustus oktober maandag dinsdag woensdag donderdag vrijdag zaterdag "
            "zondag vandaag gisteren uur geleden minuten dagen weken maanden"
        ),
        "sv": (
            "januari februari maj augusti oktober måndag tisdag onsdag torsdag fredag lördag söndag idag igår "
            "timmar minuter dagar veckor månader"
        ),
        "no": "januar februar desember mandag tirsdag lørdag søndag minutter dager siden uker måneder",
        "da": "januar marts mandag tirsdag onsdag torsdag lørdag søndag dage uger måneder",
        "fi": (
            "tammikuu tammikuuta helmikuu helmikuuta maaliskuu maaliskuuta huhtikuu huhtikuuta toukokuu "
            "toukokuuta kesäkuu kesäkuuta heinäkuu heinäkuuta elokuu elokuuta syyskuu syyskuuta lokakuu lokakuuta "
            "marraskuu marraskuuta joulukuu joulukuuta maanantai tiistai keskiviikko torstai perjantai lauantai "
            "sunnuntai tänään eilen tuntia minuuttia päivää"
        ),
        "pl": (
            "styczeń stycznia luty lutego marzec kwiecień kwietnia maj maja czerwiec czerwca lipiec lipca "
            "sierpień sierpnia wrzesień września październik października listopad listopada grudzień grudnia "
            "poniedziałek wtorek środa czwartek piątek sobota niedziela dzisiaj wczoraj temu godzin godziny minut "
            "dni tygodni miesięcy"
        ),
        "cs": (
            "ledna únor února březen března duben dubna květen května červen června červenec července srpen srpna "
            "září říjen října listopadu prosinec prosince pondělí úterý středa čtvrtek pátek neděle dnes včera "
            "hodinami minut"
        ),
        "sk": (
            "januára februára apríla mája júna júla augusta septembra októbra novembra decembra pondelok utorok "
            "streda štvrtok piatok sobota nedeľa včera január február marec október"
        ),
        "hu": (
            "január február március április május június július augusztus szeptember október hétfő kedd szerda "
            "csütörtök péntek szombat vasárnap tegnap órája perce napja hónap dátum"
        ),
        "ro": (
            "ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie luni marți "
            "miercuri joi vineri sâmbătă duminică astăzi ieri zile minute"
        ),
        "bg": (
            "януари февруари март април май юни юли август септември октомври ноември декември понеделник вторник "
            "сряда четвъртък петък събота неделя днес вчера преди часа минути дни"
        ),
        "ru": (
            "январь января февраль февраля марта апрель апреля мая июнь июня июль июля августа сентябрь сентября "
            "октябрь октября ноябрь ноября декабрь декабря понедельник среда четверг пятница суббота воскресенье "
            "сегодня вчера назад часов часа минут минуты дней дня недели месяца месяцев дата"
        ),
        "uk": (
            "січень січня лютий лютого березень березня квітень квітня травень травня червень червня липень липня "
            "серпень серпня вересень вересня жовтень жовтня листопад листопада грудень грудня понеділок вівторок "
            "середа четвер п’ятниця субота неділя сьогодні вчора годин години хвилин днів"
        ),
        "sr": (
            "јануар фебруар јун јул септембар октобар новембар децембар понедељак уторак среда четвртак петак "
            "субота недеља данас јуче januar februar avgust septembar oktobar novembar decembar ponedeljak utorak "
            "četvrtak petak subota danas"
        ),
        "hr": (
            "siječanj siječnja veljača veljače ožujak ožujka travanj travnja svibanj svibnja lipanj lipnja srpanj "
            "srpnja kolovoz kolovoza rujan rujna listopad studeni studenoga prosinac prosinca ponedjeljak srijeda "
            "nedjelja jučer"
        ),
        "el": (
            "ιανουάριος ιανουαρίου φεβρουάριος φεβρουαρίου μάρτιος μαρτίου απρίλιος απριλίου μάιος μαΐου ιούνιος "
            "ιουνίου ιούλιος ιουλίου αύγουστος αυγούστου σεπτέμβριος σεπτεμβρίου οκτώβριος οκτωβρίου νοέμβριος "
            "νοεμβρίου δεκέμβριος δεκεμβρίου δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή σήμερα χθες "
            "ώρες λεπτά ημέρες ημερομηνία"
        ),
        "tr": (
            "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı çarşamba "
            "perşembe cuma cumartesi pazar bugün dün saat dakika önce tarih tarihi"
        ),
        "ar": (
            "يناير فبراير مارس أبريل ابريل إبريل مايو يونيو يوليو أغسطس اغسطس سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر "
            "كانون شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين الأحد الاثنين الإثنين الثلاثاء الأربعاء الخميس "
            "الجمعة السبت اليوم أمس منذ ساعات ساعة دقيقة أيام تاريخ"
        ),
        "fa": (
            "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر بهمن اسفند شنبه یکشنبه دوشنبه سه‌شنبه چهارشنبه "
            "پنجشنبه پنج‌شنبه جمعه امروز دیروز ساعت دقیقه روز پیش تاریخ"
        ),
        "he": (
            "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר בינואר בפברואר במרץ באפריל "
            "במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר יום היום אתמול לפני שעות דקות ימים תאריך"
        ),
        "hi": (
            "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर सोमवार मंगलवार बुधवार "
            "गुरुवार शुक्रवार शनिवार रविवार आज घंटे मिनट"
        ),
        "bn": (
            "জানুয়ারি জানুয়ারী ফেব্রুয়ারি মার্চ এপ্রিল জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর "
            "সোমবার মঙ্গলবার বুধবার বৃহস্পতিবার শুক্রবার শনিবার রবিবার রোববার ঘণ্টা মিনিট তারিখ"
        ),
        "ur": "جنوری فروری اپریل جون جولائی اگست ستمبر اکتوبر نومبر دسمبر",
        "id": (
            "januari februari maret mei juni juli agustus desember senin selasa rabu kamis jumat sabtu minggu "
            "kemarin menit lalu hari tanggal wib"
        ),
        "ms": "jun julai ogos disember isnin selasa khamis jumaat ahad semalam minit",
        "vi": "tháng ngày giờ phút",
        "th": (
            "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม "
            "วันจันทร์ วันอังคาร วันพุธ วันพฤหัสบดี วันศุกร์ วันเสาร์ วันอาทิตย์ วันนี้ เมื่อวานนี้ "
            "ชั่วโมงที่แล้ว นาทีที่แล้ว วันที่แล้ว วันที่"
        ),
        "ja": (
            "0000年0月0日 0000年00月0日 0000年0月00日 0000年00月00日 0月0日 00月0日 0月00日 00月00日 0000年0月 "
            "0000年00月 0日前 00日前 0時間前 00時間前 0分前 00分前 0年前 0か月前 0ヶ月前 月曜日 火曜日 水曜日 "
            "木曜日 金曜日 土曜日 日曜日 今日 昨日 本日 日付 日時 月 火 水 木 金 土 0週間前"
        ),
        "ko": (
            "0000년 0월 00월 0일 00일 월요일 화요일 수요일 목요일 금요일 토요일 일요일 오늘 어제 시간 분 전 오전 "
            "오후 0시간 00시간 0분 00분 날짜"
        ),
        "zh": (
            "0小时前 00小时前 0小時前 00小時前 0分钟前 00分钟前 0分鐘前 00分鐘前 0天前 00天前 0个月前 0個月前 "
            "0周前 0週前 刚刚 昨天 今天 前天 星期一 星期二 星期三 星期四 星期五 星期六 星期日 周一 周二 周三 周四 "
            "周五 周六 周日 一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月 日期 时间 時間"
        ),
        "et": (
            "jaanuar veebruar märts aprill juuni juuli oktoober detsember esmaspäev teisipäev kolmapäev neljapäev "
            "reede laupäev pühapäev täna eile tundi päeva"
        ),
        "lv": (
            "janvāris janvārī februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris "
            "decembris pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētdiena šodien vakar "
            "stundām"
        ),
        "lt": (
            "sausio sausis vasario vasaris kovo kovas balandžio balandis gegužės gegužė birželio birželis liepos "
            "rugpjūčio rugpjūtis rugsėjo rugsėjis spalio spalis lapkričio lapkritis gruodžio gruodis pirmadienis "
            "antradienis trečiadienis ketvirtadienis penktadienis šeštadienis sekmadienis šiandien vakar"
        ),
        "sl": (
            "januarja februarja aprila maja junija julija avgusta septembra oktobra ponedeljek torek sreda "
            "četrtek petek sobota nedelja danes včeraj maj junij julij"
        ),
        "ca": (
            "gener febrer març maig juny juliol agost setembre octubre novembre desembre dilluns dimarts dimecres "
            "dijous divendres dissabte diumenge avui ahir hores"
        ),
        "gl": "xaneiro febreiro xuño xullo decembro luns mércores xoves venres onte",
        "eu": "urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua",
        "is": (
            "janúar febrúar apríl maí júní júlí ágúst september október nóvember desember mánudagur þriðjudagur "
            "föstudagur"
        ),
        "sq": "janar shkurt prill qershor korrik gusht shtator tetor nëntor dhjetor",
        "mk": "јануари февруари јуни јули септември октомври ноември декември понеделник",
        "be": "студзеня лютага сакавіка красавіка чэрвеня ліпеня жніўня верасня кастрычніка лістапада снежня",
        "az": "yanvar fevral aprel iyun iyul sentyabr oktyabr noyabr dekabr",
        "ka": "იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი",
        "hy": "հունվար փետրվար մարտ ապրիլ մայիս հունիս հուլիս օգոստոս սեպտեմբեր հոկտեմբեր նոյեմբեր դեկտեմբեր",
        "kk": "қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан",
    },
    "tags": {
        "en": "tag tags tagged topics categories category filed labels hashtags keywords uncategorized",
        "de": (
            "schlagwörter schlagworte schlagwort kategorie kategorien themen stichwörter stichworte verschlagwortet"
        ),
        "fr": "catégorie catégories thèmes étiquettes thématiques étiquette rubriques rubrique",
        "es": "etiquetas etiqueta categoría categorías temas archivado etiquetado",
        "it": "categoria categorie etichette argomenti archiviato",
        "pt": "categoria categorias assuntos marcadores etiquetas tópicos",
        "nl": "categorie categorieën onderwerpen trefwoorden labels",
        "sv": "etiketter kategori kategorier ämnen taggar",
        "no": "kategori kategorier emner stikkord emneord",
        "da": "kategori kategorier emner emneord",
        "fi": "avainsanat kategoria kategoriat aiheet asiasanat tunnisteet",
        "pl": "tagi kategoria kategorie tematy etykiety otagowane",
        "cs": "štítky kategorie témata rubrika rubriky klíčová",
        "sk": "štítky kategória kategórie témy značky",
        "hu": "címkék cimkék kategória kategóriák témák rovat",
        "ro": "etichete categorie categorii subiecte",
        "bg": "етикети тагове категория категории теми",
        "ru": "теги тэги метки категория категории рубрика рубрики темы ключевые хештеги",
        "uk": "теги мітки категорія категорії рубрика рубрики теми",
        "sr": "тагови ознаке категорија категорије tagovi oznake kategorija kategorije",
        "hr": "oznake kategorija kategorije ključne teme",
        "el": "ετικέτες κατηγορία κατηγορίες θέματα",
        "tr": "etiketler etiket kategori kategoriler konular",
        "ar": "وسوم الوسوم تصنيفات التصنيفات تصنيف أقسام التصنيف الأقسام",
        "fa": "برچسب برچسب‌ها برچسبها دسته‌بندی موضوعات کلیدواژه",
        "he": "תגיות תגים קטגוריה קטגוריות נושאים",
        "hi": "टैग्स टैग श्रेणी श्रेणियाँ",
        "bn": "ট্যাগ ট্যাগস বিভাগ",
        "id": "kategori topik label",
        "ms": "kategori tag",
        "th": "แท็ก หมวดหมู่ ป้ายกำกับ ประเภท หมวด",
        "ja": "タグ カテゴリ カテゴリー キーワード テーマ タグ一覧 カテゴリー一覧 ジャンル",
        "ko": "태그 카테고리 키워드 주제 분류",
        "zh": (
            "标签 標籤 标签云 分类 分類 关键词 關鍵字 关键字 类别 類別 话题 文章标签 所属分类 分类目录 栏目 "
            "热门标签 專題 所属栏目 文章分类 文章分類"
        ),
        "et": "sildid kategooria kategooriad märksõnad teemad",
        "lv": "birkas kategorija kategorijas tēmas atslēgvārdi",
        "lt": "žymos kategorija kategorijos temos",
        "sl": "oznake kategorija kategorije ključne",
        "ca": "etiquetes categoria categories temes",
        "gl": "etiquetas categorías",
        "eu": "etiketak kategoriak",
        "is": "flokkar",
        "sq": "kategoria etiketa",
        "mk": "ознаки категории",
        "be": "тэгі катэгорыі",
    },
    "views": {
        "en": (
            "views viewed view viewers votes vote voted likes liked downloads clicks shares visits visitors pageviews"
        ),
        "de": "aufrufe ansichten gefällt stimmen abstimmen bewerten besucher",
        "fr": "vues vue votes téléchargements j’aime visites visiteurs consultations",
        "es": "vistas visitas votos visualizaciones gusta lecturas descargas",
        "it": "visualizzazioni visite voti piace letture",
        "pt": "visualizações acessos votos curtidas curtir gostos leituras visitas",
        "nl": "weergaven bekeken stemmen leuk",
        "sv": "visningar gillar visad röster gilla besökare",
        "no": "visninger liker stemmer",
        "da": "visninger stemmer besøgende",
        "fi": "katselukertaa näyttökertaa ääntä tykkää tykkäystä katsottu",
        "pl": "wyświetleń odsłon głosów wyświetlenia odsłony lubię odwiedzin wizyt",
        "cs": "zobrazení přečteno hlasů zhlédnutí líbí přečtení",
        "sk": "zobrazení prečítané hlasov páči videní",
        "hu": "megtekintés megtekintések szavazat tetszik olvasás látogató",
        "ro": "vizualizări vizualizari afișări voturi accesări",
        "bg": "преглеждания гласове видяна прочитания харесва посещения",
        "ru": (
            "просмотров просмотры просмотра голосов нравится скачиваний прочитали голосовать просмотрено голоса лайков"
        ),
        "uk": "переглядів перегляди голосів подобається переглянуто завантажень",
        "sr": "прегледа гласова pregleda glasova прегледано",
        "hr": "pregleda glasova pregledi sviđa čitanja",
        "el": "προβολές ψήφοι προβολή αναγνώσεις εμφανίσεις",
        "tr": "görüntülenme okunma izlenme beğeni beğen beğendim okundu görüntüleme",
        "ar": "مشاهدة مشاهدات المشاهدات إعجاب قراءات زيارة أعجبني تصويت",
        "fa": "بازدید بازدیدها لایک رای پسندیدم",
        "he": "צפיות הצבעות לייקים צפייה",
        "hi": "व्यूज़ लाइक वोट",
        "bn": "পঠিত লাইক ভোট",
        "id": "dilihat tayangan dibaca",
        "ms": "tontonan paparan",
        "th": "ครั้ง ถูกใจ เข้าชม ยอดวิว ผู้ชม วิว จำนวนผู้เข้าชม",
        "ja": "閲覧数 再生回数 ビュー 投票 アクセス数 再生 拍手 高評価 いいね数 役に立った 参考になった",
        "ko": "조회 조회수 좋아요 추천수 투표 싫어요 공감 비공감 다운로드수",
        "zh": (
            "阅读 浏览 瀏覽 浏览量 阅读量 点击 点赞 点击量 浏览次数 瀏覽次數 人气 人氣 次浏览 收藏数 访问量 "
            "播放量 播放次数 点击数 阅读数 赞 讚 投票 下载次数 瀏覽數 點閱 顶 踩 阅读次数 喜欢 喜歡 按讚 點擊"
        ),
        "et": "vaatamist meeldib hääli",
        "lv": "skatījumi skatīts balsis patīk",
        "lt": "peržiūros peržiūrų balsai patinka",
        "sl": "ogledov glasov ogledi všeč",
        "ca": "visites visualitzacions m’agrada vots",
        "gl": "visualizacións",
        "eu": "ikustaldi",
        "sq": "shikime",
        "mk": "прегледи гласови",
        "be": "праглядаў",
        "az": "baxış",
        "ka": "ნახვა",
    },
    "shop": {
        "en": (
            "cart basket checkout buy price prices shipping delivery stock wishlist discount coupon sale purchase "
            "order orders shop bestseller refund returns voucher sku compare"
        ),
        "de": (
            "warenkorb kaufen preis preise versand lieferung lieferzeit lagernd kasse bestellen rabatt merkzettel "
            "wunschliste versandkosten gutschein merkliste verfügbar mwst artikelnummer zzgl lieferbar angebote "
            "shop"
        ),
        "fr": "panier acheter prix livraison stock commander commande achat promotion soldes boutique envies ajouter",
        "es": (
            "carrito comprar precio precios envío envíos stock descuento pedido añadir tienda oferta ofertas "
            "compra cesta agotado"
        ),
        "it": (
            "carrello acquista prezzo spedizione disponibile sconto ordine negozio offerte acquisto acquistare "
            "aggiungi esaurito"
        ),
        "pt": (
            "carrinho comprar preço preços frete entrega desconto estoque loja ofertas pedido adicionar esgotado "
            "parcelas"
        ),
        "nl": (
            "winkelwagen winkelmandje prijs kopen bestellen verzending levering voorraad korting bestel "
            "winkelmand levertijd"
        ),
        "sv": "varukorg varukorgen köp leverans rabatt beställ kassa frakt önskelista handla",
        "no": "handlekurv handlekurven kjøp levering bestill frakt nettbutikk lagerstatus",
        "da": "indkøbskurv kurv køb levering fragt lagerstatus bestil ønskeliste tilføj",
        "fi": (
            "ostoskori ostoskoriin osta hinta toimitus varastossa alennus kassalle tilaus toimitusaika verkkokauppa"
        ),
        "pl": (
            "koszyk koszyka cena ceny kup kupuj dostawa dostępność zamówienie promocja promocje dodaj sklep rabat "
            "zamów wysyłka przechowalnia brutto"
        ),
        "cs": "košík košíku koupit cena doprava skladem sleva objednat objednávka cenu nákup dostupnost slevy vložit",
        "sk": "košík košíka kúpiť cena doprava skladom zľava objednať objednávka nákup dostupnosť vložiť",
        "hu": (
            "kosár kosárba vásárlás ára szállítás raktáron kedvezmény rendelés megrendelés akció pénztár "
            "vásárlási webáruház kívánságlista"
        ),
        "ro": "coș coșul cumpără preț pret livrare stoc reducere comandă adaugă magazin comenzi promoții",
        "bg": "количка количката купи цена доставка наличност отстъпка поръчка поръчай магазин добави кошница",
        "ru": (
            "корзина корзину купить цена цены доставка наличии скидка скидки заказ заказать оплата магазин "
            "добавить акции оформить избранное"
        ),
        "uk": "кошик кошика купити ціна доставка наявності знижка замовити замовлення оплата додати магазин знижки",
        "sr": "корпа корпу купи цена достава попуст korpa korpu kupi cena dostava popust поруџбина dodaj",
        "hr": "košarica košaricu kupi cijena cijene dostava popust narudžba dodaj naruči zaliha dostupno",
        "el": (
            "καλάθι αγορά τιμή παράδοση αποστολή διαθεσιμότητα έκπτωση παραγγελία προσθήκη αγορές προσφορές απόθεμα"
        ),
        "tr": (
            "sepet sepete sepetim satın fiyat fiyatı kargo teslimat indirim stokta sipariş ekle mağaza stok "
            "ürünler alışveriş"
        ),
        "ar": "السلة سلة شراء اشتري السعر سعر الشحن توصيل خصم الطلب المتجر تسوق أضف عربة",
        "fa": "سبد خرید قیمت تخفیف موجود سفارش فروشگاه تومان محصولات ناموجود",
        "he": "סל עגלה קנייה קנה מחיר משלוח מבצע במלאי לקופה הוסף חנות הזמנה",
        "hi": "कार्ट खरीदें कीमत मूल्य डिलीवरी छूट",
        "bn": "কার্ট কিনুন মূল্য দাম ডেলিভারি",
        "ur": "قیمت خریدیں",
        "id": "keranjang beli harga pengiriman stok diskon belanja pesan toko pesanan ongkir",
        "ms": "troli beli harga penghantaran stok diskaun",
        "vi": "giỏ mua giá",
        "th": ("ตะกร้า ตะกร้าสินค้า ซื้อ ราคา จัดส่ง สั่งซื้อ หยิบใส่ตะกร้า ส่วนลด สินค้าหมด เพิ่มลงตะกร้า ชำระเงิน ซื้อเลย บาท สินค้า"),
        "ja": (
            "カート カートに入れる 購入 購入する 価格 送料 送料無料 在庫 在庫あり 配送 税込 注文 ほしい物リスト "
            "買い物かご 買い物かごに入れる ショッピングカート お買い物ガイド お支払い方法 在庫切れ お気に入り "
            "数量 カートを見る 販売価格 通販 税抜 返品 商品一覧 ポイント 円"
        ),
        "ko": (
            "장바구니 구매 구매하기 바로구매 가격 배송 배송비 할인 품절 주문 위시리스트 주문조회 판매가 쿠폰 "
            "무료배송 찜하기 관심상품 상품"
        ),
        "zh": (
            "购物车 購物車 加入购物车 加入購物車 立即购买 立即購買 价格 價格 库存 配送 运费 优惠 结算 下单 購買 "
            "缺貨 现货 订单 訂單 優惠 運費 售價 折扣 我的订单 收藏夹 產品 商品 产品中心 优惠券 結帳 原价 "
            "加入收藏夹 定價 数量 數量 商城 付款方式 產品介紹 产品展示 库存状态 市场价"
        ),
        "et": "ostukorv ostukorvi osta tarne soodustus",
        "lv": "grozs grozā pirkt cena piegāde noliktavā atlaide pasūtīt pievienot",
        "lt": "krepšelis krepšelį pirkti kaina pristatymas nuolaida užsakyti pridėti prekės",
        "sl": "košarica košarico kupi cena dostava zaloga popust naročilo dodaj nakup",
        "ca": "cistella carret preu enviament descompte comanda afegir botiga",
        "gl": "carriño prezo tenda",
        "eu": "saskia erosi prezioa",
        "is": "karfa kaupa verð",
        "sq": "shporta blej çmimi",
        "mk": "кошничка цена нарачка",
        "be": "кошык кошт",
        "az": "səbət qiymət",
        "ka": "კალათა ფასი",
        "hy": "զամբյուղ գին",
        "kk": "себет бағасы",
    },
    "product": {
        "en": (
            "description specifications specification specs details features feature size sizes colour color "
            "colours dimensions weight brand quantity warranty manufacturer"
        ),
        "de": (
            "beschreibung produktbeschreibung produktdetails eigenschaften technische größe größen farbe farben "
            "abmessungen gewicht hersteller marke details merkmale ausstattung artikelbeschreibung"
        ),
        "fr": (
            "description caractéristiques détails fiche taille couleur dimensions poids matière marque fonctionnalités"
        ),
        "es": "descripción especificaciones características detalles tamaño talla medidas peso ficha",
        "it": "descrizione caratteristiche dettagli specifiche taglia colore dimensioni scheda",
        "pt": "descrição especificações características tamanho detalhes dimensões",
        "nl": (
            "omschrijving beschrijving productinformatie specificaties kenmerken maat kleur afmetingen gewicht "
            "merk productomschrijving"
        ),
        "sv": "beskrivning specifikationer specifikation egenskaper storlek färg mått produktinformation varumärke",
        "no": "beskrivelse spesifikasjoner egenskaper størrelse farge produktinformasjon",
        "da": "beskrivelse specifikationer egenskaber størrelse farve produktbeskrivelse varenummer",
        "fi": "kuvaus tuotekuvaus ominaisuudet tekniset väri mitat tuotetiedot",
        "pl": "opis specyfikacja szczegóły cechy rozmiar kolor wymiary parametry producent",
        "cs": "popis parametry specifikace vlastnosti velikost barva rozměry výrobce značka",
        "sk": "popis parametre špecifikácia vlastnosti veľkosť farba rozmery výrobca",
        "hu": "leírás termékleírás jellemzők műszaki adatok méret szín gyártó paraméterek tulajdonságok",
        "ro": "descriere specificații caracteristici mărime culoare dimensiuni producător",
        "bg": "описание спецификации характеристики размер цвят детайли производител",
        "ru": "описание характеристики особенности размер цвет производитель бренд артикул габариты вес параметры",
        "uk": "опис характеристики особливості розмір колір виробник артикул",
        "sr": "опис карактеристике спецификација величина боја opis karakteristike specifikacija",
        "hr": "opis specifikacije karakteristike značajke veličina boja dimenzije proizvođač",
        "el": "περιγραφή χαρακτηριστικά προδιαγραφές μέγεθος χρώμα διαστάσεις λεπτομέρειες",
        "tr": "açıklama özellikler özellikleri teknik beden renk boyut marka",
        "ar": "الوصف وصف المواصفات مواصفات المقاس اللون تفاصيل الحجم الميزات مميزات",
        "fa": "توضیحات مشخصات ویژگی‌ها ویژگیهای ویژگی رنگ اندازه ابعاد",
        "he": "תיאור מפרט מאפיינים מידה צבע פרטים",
        "hi": "विवरण विशेषताएं आकार रंग",
        "bn": "বিবরণ বৈশিষ্ট্য আকার রং",
        "id": "deskripsi spesifikasi fitur ukuran warna rincian",
        "ms": "penerangan spesifikasi ciri saiz warna butiran",
        "th": "รายละเอียด รายละเอียดสินค้า คุณสมบัติ ขนาด สี สเปค ข้อมูลสินค้า แบรนด์ ยี่ห้อ",
        "ja": (
            "商品説明 仕様 詳細 特徴 サイズ カラー スペック 商品詳細 素材 メーカー 商品情報 重量 型番 ブランド "
            "商品の説明 品番 製品情報 商品名"
        ),
        "ko": "상품설명 상세정보 사양 특징 사이즈 색상 제조사 브랜드 상품정보 원산지 소재 제품",
        "zh": (
            "产品描述 商品描述 规格 規格 详情 詳情 产品详情 商品详情 特点 尺寸 颜色 顏色 参数 品牌 型号 产品介绍 "
            "商品介绍 规格参数 產品規格 重量 材质 商品規格 產品特色 商品名稱 产品特点 商品編號 型號 产品名称 "
            "技术参数 产品参数"
        ),
        "et": "kirjeldus suurus värv omadused tootja",
        "lv": "apraksts izmērs krāsa īpašības ražotājs",
        "lt": "aprašymas dydis spalva savybės gamintojas specifikacija",
        "sl": "opis lastnosti velikost barva podrobnosti specifikacije",
        "ca": "descripció característiques mida especificacions detalls",
        "gl": "descrición",
        "eu": "deskribapena ezaugarriak",
        "is": "lýsing",
        "sq": "përshkrimi",
        "mk": "опис карактеристики",
        "be": "апісанне",
    },
    "reviews": {
        "en": "review reviews reviewed rating ratings rated stars testimonials testimonial reviewer verified",
        "de": (
            "bewertung bewertungen rezension rezensionen sterne kundenbewertungen testbericht erfahrungen "
            "kundenmeinungen erfahrungsberichte"
        ),
        "fr": "avis évaluation évaluations étoiles témoignages notez",
        "es": (
            "reseña reseñas opiniones valoraciones valoración calificación estrellas puntuación testimonios valorar"
        ),
        "it": "recensioni recensione valutazione valutazioni stelle voto opinioni",
        "pt": "avaliação avaliações avaliar estrelas resenha resenhas depoimentos classificação avalie",
        "nl": "beoordeling beoordelingen recensies recensie sterren ervaringen waardering",
        "sv": "recensioner recension omdöme omdömen betyg stjärnor",
        "no": "anmeldelser anmeldelse vurdering vurderinger omtaler terningkast stjerner",
        "da": "anmeldelser anmeldelse bedømmelse bedømmelser vurdering",
        "fi": "arvostelu arvostelut arviot arvio arvosana tähteä arvioi",
        "pl": "opinie opinia recenzje recenzja ocena oceny oceń gwiazdek",
        "cs": "recenze hodnocení hodnotit hvězdiček ohodnotit zkušenosti",
        "sk": "recenzie recenzia hodnotenie hodnotenia hodnotiť hviezdičiek",
        "hu": "értékelés értékelések vélemények vélemény csillag értékeld",
        "ro": "recenzii recenzie evaluare păreri stele evaluări",
        "bg": "отзиви ревю ревюта оценка рейтинг мнения оцени",
        "ru": "отзыв отзывы отзывов отзыва рейтинг оценка оценки рецензия рецензии звезд оценить оцените",
        "uk": "відгук відгуки відгуків рейтинг оцінка оцінки рецензія",
        "sr": "оцена оцене рецензија утисци ocena ocene utisci",
        "hr": "recenzije recenzija ocjena ocjene ocijeni",
        "el": "κριτικές κριτική αξιολόγηση αξιολογήσεις βαθμολογία αστέρια",
        "tr": "değerlendirme değerlendirmeler puan puanı inceleme puanla yıldız",
        "ar": "تقييم التقييمات تقييمات مراجعة مراجعات آراء التقييم المراجعات",
        "fa": "امتیاز نقد بررسی نظرسنجی ستاره",
        "he": "ביקורת ביקורות דירוג חוות המלצות",
        "hi": "समीक्षा समीक्षाएं रेटिंग रिव्यू",
        "bn": "রিভিউ রেটিং পর্যালোচনা",
        "id": "ulasan penilaian bintang testimoni peringkat",
        "ms": "ulasan penilaian penarafan",
        "th": "รีวิว คะแนน ให้คะแนน รีวิวสินค้า บทวิจารณ์ เรตติ้ง",
        "ja": (
            "レビュー 口コミ クチコミ 評価 感想 カスタマーレビュー レビューを書く レビューを見る お客様の声 評判 "
            "評価する 総合評価 星"
        ),
        "ko": "리뷰 후기 평점 별점 평가 상품평 구매후기 사용후기 리뷰쓰기",
        "zh": (
            "评价 評價 评分 評分 点评 用户评价 商品评价 星级 顾客评价 客户评价 全部评价 書評 书评 影评 好评 "
            "商品評價 打分 用户点评"
        ),
        "et": "arvustus arvustused hinnang hinnangud",
        "lv": "atsauksmes atsauksme vērtējums vērtējumi",
        "lt": "atsiliepimai atsiliepimas įvertinimas apžvalga",
        "sl": "ocena ocene mnenja recenzija",
        "ca": "ressenyes valoracions valoració opinions",
        "gl": "valoracións",
        "eu": "iritziak",
        "is": "umsagnir",
        "mk": "оценка",
        "be": "водгукі",
    },
    "question": {
        "en": "question questions answer answers answered asked faq solved unanswered helpful",
        "de": "frage fragen antwort faq beantwortet gelöst hilfreich",
        "fr": "question questions réponse réponses foire résolu posée",
        "es": "pregunta preguntas respuesta respuestas frecuentes resuelto respondido",
        "it": "domanda domande risposta risposte frequenti risolto",
        "pt": "pergunta perguntas resposta respostas frequentes dúvidas dúvida resolvido",
        "nl": "vraag vragen antwoord veelgestelde opgelost",
        "sv": "fråga frågor besvarad",
        "no": "spørsmål stilte besvart",
        "da": "spørgsmål stillede",
        "fi": "kysymys kysymykset vastaus vastaukset kysymyksiä kysytyt ukk",
        "pl": "pytanie pytania odpowiedź pytań rozwiązane najczęstsze",
        "cs": "otázka otázky odpověď odpovědi dotaz dotazy vyřešeno",
        "sk": "otázka otázky odpoveď odpovede otázok dotaz",
        "hu": "kérdés kérdések kérdező kérdezz gyik gyakori",
        "ro": "întrebare întrebări răspuns frecvente",
        "bg": "въпрос въпроси отговора",
        "ru": "вопрос вопросы вопросов ответ спросил решено вопроса задать",
        "uk": "питання запитання відповідь",
        "sr": "питање питања pitanje pitanja",
        "hr": "pitanje pitanja česta",
        "el": "ερώτηση ερωτήσεις συχνές απαντήσεις",
        "tr": "soru sorular sorulan sordu cevapları soruları",
        "ar": "سؤال أسئلة الأسئلة إجابة الإجابات الشائعة إجابات اسئلة",
        "fa": "سوال سوالات پرسش متداول پاسخ‌های",
        "he": "שאלה שאלות נפוצות תשובה תשובות",
        "hi": "प्रश्न सवाल उत्तर",
        "bn": "প্রশ্ন উত্তর",
        "ur": "سوال",
        "id": "pertanyaan jawaban tanya",
        "ms": "soalan jawapan lazim",
        "vi": "hỏi",
        "th": "คำถามที่พบบ่อย คำถาม คำตอบ ถามตอบ ตอบคำถาม",
        "ja": (
            "質問 回答 よくある質問 ベストアンサー 解決済み 回答する 質問する よくあるご質問 質問者 回答者 回答数 "
            "回答受付中"
        ),
        "ko": "질문 답변 자주 질문하기 채택 채택된",
        "zh": (
            "问题 問題 回答 答案 常见问题 常見問題 提问 最佳答案 问答 已解决 我来回答 满意答案 已采纳 问答社区 "
            "我要提问 答 问"
        ),
        "et": "küsimus küsimused vastus",
        "lv": "jautājums jautājumi atbilde",
        "lt": "klausimas klausimai atsakymas duk",
        "sl": "vprašanje vprašanja odgovori pogosta",
        "ca": "pregunta preguntes resposta",
        "gl": "preguntas",
        "eu": "galdera galderak",
        "is": "spurningar",
        "mk": "прашања прашање",
        "be": "пытанне пытанні",
        "az": "sual suallar",
    },
    "forum": {
        "en": (
            "forum forums thread threads topic post posts joined member members moderator discussion discussions "
            "administrator messages newbie subforum registered"
        ),
        "de": (
            "thema beitrag beiträge beitrage mitglied mitglieder foren diskussion registriert moderator themenstarter"
        ),
        "fr": "sujet sujets message messages membre membres inscrit discussion discussions modérateur",
        "es": "tema mensaje mensajes miembro miembros foro foros hilo moderador registrado publicaciones",
        "it": "discussione discussioni messaggi messaggio utente utenti membro iscritto registrato moderatore",
        "pt": "mensagem mensagens membro membros fórum tópico moderador registrado postagens",
        "nl": "onderwerp berichten bericht topics geregistreerd",
        "sv": "inlägg tråd trådar medlem medlemmar ämne",
        "no": "innlegg tråd medlem medlemmer",
        "da": "indlæg tråd medlem medlemmer emne",
        "fi": "viesti viestit viestiä viestejä jäsen ketju keskustelu keskustelut foorumi liittynyt",
        "pl": "temat wątek wątki posty postów post dołączył użytkownicy forum rejestracja",
        "cs": "příspěvek příspěvky příspěvků vlákno diskuse diskuze fórum téma",
        "sk": "príspevok príspevky príspevkov vlákno diskusia fórum téma",
        "hu": "téma hozzászólása fórum csatlakozott moderátor üzenetek",
        "ro": "subiect mesaje mesaj membru membri postări",
        "bg": "тема мнение форум мнения член членове регистриран публикации",
        "ru": (
            "тема форум сообщение сообщения сообщений участник участники модератор зарегистрирован постов "
            "администратор обсуждение обсуждения"
        ),
        "uk": "тема форум повідомлення учасник модератор обговорення",
        "sr": "тема порука поруке форум члан tema poruka poruke član",
        "hr": "tema poruka poruke član članovi rasprava postova",
        "el": "θέμα μηνύματα μήνυμα μέλος μέλη φόρουμ δημοσιεύσεις",
        "tr": "konu mesaj mesajlar üyeler forumu gönderi katılım moderatör",
        "ar": "موضوع الموضوع منتدى المنتدى منتديات عضو مشاركات المشاركات الأعضاء",
        "fa": "تاپیک انجمن ارسال‌ها کاربر اعضا",
        "he": "הודעה הודעות פורום פורומים חבר נושא דיון",
        "hi": "फोरम सदस्य",
        "bn": "ফোরাম সদস্য পোস্ট",
        "id": "topik postingan anggota diskusi bergabung",
        "ms": "ahli perbincangan",
        "th": "กระทู้ สมาชิกหมายเลข เว็บบอร์ด โพสต์ ตั้งกระทู้ หัวข้อ",
        "ja": (
            "スレッド 投稿 トピック 掲示板 メンバー フォーラム 投稿する 書き込み 投稿数 名無しさん スレ一覧 投稿者名"
        ),
        "ko": "게시판 게시글 글쓰기 회원 자유게시판 토론 게시물 포럼",
        "zh": (
            "帖子 主题 主題 论坛 論壇 发帖 发表于 楼主 樓主 积分 会员 會員 版主 注册时间 发消息 沙发 板凳 社区 "
            "精华 只看楼主 讨论 討論 討論區 發帖 在线时间 威望 金币 最后登录 发新帖 倒序浏览 积分0 主题0 帖子0 "
            "離線"
        ),
        "et": "teema postitus postitused liige foorum",
        "lv": "tēma ziņa dalībnieks forums diskusija",
        "lt": "tema žinutė pranešimai narys forumas diskusija",
        "sl": "tema sporočilo sporočila član objave",
        "ca": "missatge missatges membre fòrum",
        "gl": "mensaxe mensaxes",
        "is": "þráður",
        "mk": "порака член",
        "be": "паведамленне",
    },
    "recipe": {
        "en": (
            "ingredients ingredient directions instructions preparation servings serves prep cook cooking "
            "calories recipe recipes tablespoon tablespoons teaspoon tsp tbsp nutrition"
        ),
        "de": (
            "zutaten zubereitung rezept rezepte portionen kalorien kochzeit backzeit zubereitungszeit arbeitszeit "
            "esslöffel teelöffel nährwerte"
        ),
        "fr": "ingrédients ingrédient préparation recette recettes cuisson portions étapes",
        "es": "ingredientes preparación receta recetas porciones raciones elaboración calorías cucharada cucharadas",
        "it": "ingredienti preparazione ricetta ricette porzioni procedimento cottura dosi cucchiai",
        "pt": "ingredientes preparo receita receitas porções rendimento colheres calorias",
        "nl": (
            "ingrediënten bereiding recept recepten porties bereidingswijze bereidingstijd calorieën eetlepel theelepel"
        ),
        "sv": "ingredienser tillagning recept portioner msk tsk krm",
        "no": "ingredienser fremgangsmåte oppskrift oppskrifter porsjoner",
        "da": "ingredienser fremgangsmåde opskrift opskrifter portioner tilberedning spsk",
        "fi": "ainekset valmistus resepti reseptit annosta valmistusohje rkl",
        "pl": "składniki przygotowanie przepis przepisy porcji wykonanie kalorie łyżki łyżka łyżeczka",
        "cs": "ingredience suroviny postup recept recepty porcí příprava lžíce",
        "sk": "ingrediencie suroviny postup recept recepty porcií príprava",
        "hu": "hozzávalók elkészítés recept receptek adag elkészítése kalória",
        "ro": "ingrediente preparare rețetă reteta rețete porții linguri",
        "bg": "съставки продукти приготвяне рецепта рецепти порции",
        "ru": "ингредиенты приготовление рецепт рецепты порций способ калорийность приготовления ккал",
        "uk": "інгредієнти приготування рецепт рецепти порцій",
        "sr": "састојци припрема рецепт рецепти sastojci priprema recept",
        "hr": "sastojci priprema recept recepti porcija postupak",
        "el": "υλικά συστατικά εκτέλεση συνταγή συνταγές μερίδες",
        "tr": "malzemeler hazırlanışı yapılışı tarif tarifi tarifler kişilik",
        "ar": "المكونات مكونات المقادير مقادير التحضير تحضير وصفة الطريقة وصفات",
        "fa": "مواد طرز تهیه آشپزی",
        "he": "מצרכים רכיבים הכנה מתכון מתכונים אופן מנות",
        "hi": "सामग्री विधि रेसिपी",
        "bn": "উপকরণ প্রণালি প্রণালী রেসিপি",
        "id": "bahan resep porsi memasak",
        "ms": "bahan resipi",
        "th": "ส่วนผสม วิธีทำ สูตรอาหาร วัตถุดิบ ขั้นตอนการทำ เครื่องปรุง",
        "ja": "材料 作り方 レシピ 手順 調理時間 下準備 カロリー コツ・ポイント 分量 大さじ 小さじ",
        "ko": "재료 만드는법 레시피 조리순서 조리법 조리시간",
        "zh": "食材 配料 做法 步骤 步驟 材料 食谱 食譜 烹饪时间 用料 主料 辅料 調味料 调料 菜谱 制作方法 小贴士",
        "et": "koostisosad valmistamine retsept retseptid",
        "lv": "sastāvdaļas pagatavošana recepte receptes",
        "lt": "ingredientai paruošimas receptas receptai gaminimas",
        "sl": "sestavine priprava recept recepti porcij",
        "ca": "ingredients preparació recepta receptes racions",
        "gl": "ingredientes receita",
        "eu": "osagaiak",
        "is": "hráefni uppskrift",
        "mk": "состојки рецепт",
        "be": "інгрэдыенты рэцэпт",
    },
    "media": {
        "en": (
            "video videos photo photos gallery watch listen play podcast podcasts caption image images slideshow "
            "audio livestream"
        ),
        "de": (
            "video fotos galerie bildergalerie fotostrecke ansehen anhören abspielen mediathek bilder videos "
            "livestream foto"
        ),
        "fr": "vidéo vidéos photos galerie écouter regarder diaporama regardez écoutez replay",
        "es": "vídeo vídeos fotos galería fotogalería escuchar imagen imágenes reproducir",
        "it": "fotogallery galleria guarda ascolta immagini immagine",
        "pt": "vídeos vídeo fotos galeria assista ouvir ouça assistir imagens reprodução",
        "nl": "foto’s video’s fotoserie afspelen luister afbeelding beelden",
        "sv": "bilder bildspel lyssna bild spela foton",
        "no": "bilder bildeserie lytt",
        "da": "billeder billede lyt afspil",
        "fi": "kuvat kuva katso kuuntele kuvagalleria toista videot",
        "pl": "zdjęcia zdjęcie galeria oglądaj posłuchaj wideo odtwórz galerię zdjęć",
        "cs": "galerie fotogalerie videa fotografie přehrát sledovat poslechněte obrázek",
        "sk": "galéria fotogaléria videá fotografie prehrať pozrieť obrázok",
        "hu": "képek galéria videó videók nézd hallgasd képgaléria lejátszás kép fotó",
        "ro": "galerie imagini ascultă urmăriți foto poze",
        "bg": "видео снимки галерия гледай слушай",
        "ru": (
            "видео фотографии галерея фотогалерея смотреть слушать подкаст аудио воспроизвести изображение "
            "фотографий картинки фото"
        ),
        "uk": "відео фотографії галерея дивитися слухати подкаст аудіо",
        "sr": "видео галерија фотографије слушај galerija fotografije",
        "hr": "galerija fotografije slušaj pogledaj pogledajte fotogalerija",
        "el": "βίντεο φωτογραφίες φωτογραφία εικόνα ακούστε εικόνες",
        "tr": "izle dinle galeri fotoğraf fotoğraflar resim resimler foto video videolar",
        "ar": "فيديو صور صورة استمع بالفيديو الفيديو معرض بودكاست الصور",
        "fa": "ویدئو ویدیو عکس تصاویر فیلم گالری تماشا عکس‌ها",
        "he": "וידאו וידיאו תמונות תמונה גלריה צפו האזינו גלריית",
        "hi": "वीडियो फोटो तस्वीरें फ़ोटो",
        "bn": "ভিডিও ছবি গ্যালারি",
        "ur": "ویڈیو تصاویر",
        "id": "foto galeri tonton dengarkan gambar",
        "ms": "gambar galeri tonton",
        "vi": "ảnh",
        "th": "วิดีโอ คลิป รูปภาพ แกลเลอรี่ ดูวิดีโอ ฟัง อัลบั้มภาพ คลิปวิดีโอ ภาพประกอบ",
        "ja": (
            "動画 画像 フォト ギャラリー 再生する ビデオ ポッドキャスト 写真一覧 動画を見る 写真を見る "
            "フォトギャラリー 画像を見る 画像一覧 音声 写真"
        ),
        "ko": "동영상 영상 갤러리 포토 이미지 비디오 듣기 재생 오디오 팟캐스트 사진",
        "zh": (
            "视频 視頻 影片 图片 圖片 图集 播放 收听 相册 照片 音频 圖集 相簿 在线播放 组图 图为 直播 影音 图库 圖庫"
        ),
        "et": "fotod galerii vaata kuula pildid",
        "lv": "foto attēli galerija skaties klausies",
        "lt": "nuotraukos nuotrauka galerija žiūrėti klausyti vaizdo",
        "sl": "fotografije galerija poslušaj video fotogalerija",
        "ca": "vídeo imatges galeria escolta",
        "gl": "imaxes",
        "eu": "argazkiak bideoa",
        "is": "myndir myndband",
        "sq": "foto",
        "mk": "фотографии галерија",
        "be": "фота відэа",
        "az": "foto",
    },
    "print_save": {
        "en": "print download save saved bookmark pdf copy copied printable export",
        "de": "drucken herunterladen speichern ausdrucken merken versenden druckversion kopieren downloaden",
        "fr": "imprimer télécharger enregistrer sauvegarder copier",
        "es": "imprimir descargar guardar copiar enlace",
        "it": "stampa scarica salva stampare scaricare copia",
        "pt": "imprimir baixar salvar guardar copiar transferir",
        "nl": "afdrukken downloaden opslaan printen bewaren",
        "sv": "ladda spara kopiera utskriftsvänlig",
        "no": "utskrift lagre kopier",
        "da": "udskriv kopier",
        "fi": "tulosta lataa tallenna kopioi",
        "pl": "drukuj pobierz wydrukuj kopiuj skopiuj",
        "cs": "tisk vytisknout stáhnout uložit tisknout kopírovat",
        "sk": "tlač vytlačiť stiahnuť uložiť kopírovať",
        "hu": "nyomtatás letöltés mentés nyomtatom",
        "ro": "printează tipărește descarcă salvează descărcare imprimă",
        "bg": "отпечатай свали запази изтегли принтирай",
        "ru": "распечатать печать скачать сохранить копировать скопировать закладки",
        "uk": "роздрукувати друк завантажити зберегти друкувати скачати",
        "sr": "штампај преузми сачувај štampaj preuzmi sačuvaj",
        "hr": "ispiši preuzmi spremi ispis preuzimanje",
        "el": "εκτύπωση λήψη αποθήκευση κατεβάστε",
        "tr": "yazdır indir kaydet kopyala",
        "ar": "طباعة اطبع تحميل تنزيل حفظ نسخ",
        "fa": "چاپ دانلود ذخیره پرینت دریافت",
        "he": "הדפס הדפסה הורדה הורד שמור שמירה",
        "hi": "प्रिंट डाउनलोड",
        "bn": "প্রিন্ট ডাউনলোড",
        "id": "cetak unduh simpan salin",
        "ms": "cetak simpan",
        "vi": "tải lưu",
        "th": "พิมพ์ ดาวน์โหลด บันทึก คัดลอกลิงก์ พิมพ์หน้านี้ คัดลอก",
        "ja": (
            "印刷 印刷する ダウンロード 保存 保存する ブックマーク リンクをコピー コピー クリップ "
            "お気に入りに追加 お気に入り登録 後で読む コピーする"
        ),
        "ko": "인쇄 인쇄하기 다운로드 저장 스크랩 프린트 복사 글자크기 북마크 즐겨찾기 url복사",
        "zh": (
            "打印 列印 下载 下載 保存 收藏 复制链接 打印本页 收藏本站 加入收藏 字号 关闭窗口 複製 复制 友善列印 "
            "下载地址 立即下载 免费下载 设为首页 字体 纠错 转载 字級 收藏本文 打印文章 關閉視窗 字型"
        ),
        "et": "prindi salvesta",
        "lv": "drukāt lejupielādēt saglabāt izdrukāt",
        "lt": "spausdinti atsisiųsti išsaugoti",
        "sl": "natisni prenesi shrani",
        "ca": "imprimir descarregar desar baixar imprimeix descarrega",
        "gl": "descargar",
        "eu": "deskargatu inprimatu gorde",
        "is": "prenta",
        "mk": "печати преземи",
        "be": "спампаваць",
    },
    "source": {
        "en": "source sources references reference bibliography footnotes footnote citation citations external",
        "de": (
            "quelle quellen literatur einzelnachweise weblinks fußnoten quellenangabe quellenangaben "
            "literaturverzeichnis fussnoten"
        ),
        "fr": "source sources références bibliographie externes",
        "es": "fuente fuentes referencias bibliografía bibliografia enlaces externos",
        "it": "fonte fonti riferimenti bibliografia collegamenti esterni",
        "pt": "fonte fontes referências bibliografia ligações",
        "nl": "bron bronnen referenties literatuur verwijzingen voetnoten",
        "sv": "källa källor referenser litteratur fotnoter",
        "no": "kilde kilder referanser litteratur fotnoter",
        "da": "kilde kilder referencer litteratur fodnoter",
        "fi": "lähde lähteet viitteet kirjallisuutta",
        "pl": "źródło źródła przypisy bibliografia literatura odnośniki zrodlo",
        "cs": "zdroj zdroje reference literatura odkazy poznámky",
        "sk": "zdroj zdroje referencie literatúra odkazy",
        "hu": "forrás források hivatkozások irodalom jegyzetek",
        "ro": "sursa sursă surse referințe bibliografie",
        "bg": "източник източници литература бележки препратки",
        "ru": "источник источники литература примечания ссылки источника сноски библиография",
        "uk": "джерело джерела література примітки посилання",
        "sr": "извор извори референце литература напомене izvor izvori",
        "hr": "izvor izvori literatura reference bilješke",
        "el": "πηγή πηγές παραπομπές βιβλιογραφία",
        "tr": "kaynak kaynaklar kaynakça kaynağı dipnotlar",
        "ar": "المصدر مصدر المصادر مراجع المراجع مصادر هوامش",
        "fa": "منبع منابع پانویس ارجاعات",
        "he": "מקור מקורות ביבליוגרפיה",
        "hi": "स्रोत संदर्भ सन्दर्भ",
        "bn": "সূত্র তথ্যসূত্র উৎস",
        "id": "sumber referensi pustaka",
        "ms": "sumber rujukan",
        "vi": "nguồn khảo",
        "th": "ที่มา แหล่งที่มา อ้างอิง แหล่งข้อมูล บรรณานุกรม ขอบคุณข้อมูลจาก",
        "ja": "出典 参考文献 脚注 参考 引用元 外部リンク 情報源 参照 参考資料 参考リンク 参考サイト 提供 出所 ソース",
        "ko": "출처 참고 참고문헌 각주 자료 참고자료 원문",
        "zh": (
            "来源 來源 参考资料 參考資料 参考文献 參考文獻 资料来源 資料來源 出处 注释 原文链接 文章来源 信息来源 "
            "原标题 来源网站 本文来源 稿源 註釋 原文 原文地址 消息來源 新闻来源 转载自 图片来源 圖片來源 外部链接"
        ),
        "et": "allikas allikad viited",
        "lv": "avots avoti atsauces",
        "lt": "šaltinis šaltiniai išnašos literatūra nuorodos",
        "sl": "literatura opombe sklici",
        "ca": "referències bibliografia",
        "gl": "fontes referencias",
        "eu": "iturria erreferentziak",
        "is": "heimildir",
        "sq": "burimi",
        "mk": "извор извори",
        "be": "крыніца крыніцы",
        "az": "mənbə",
        "ka": "წყარო",
        "hy": "աղբյուր",
        "kk": "дереккөз",
    },
    "contents": {
        "en": (
            "contents toc summary abstract chapter chapters section appendix overview introduction conclusion index"
        ),
        "de": "inhalt zusammenfassung kapitel abschnitt anhang überblick einleitung fazit einführung",
        "fr": "résumé chapitre annexe annexes introduction conclusion section contenu",
        "es": "contenido contenidos índice resumen capítulo capítulos sección introducción conclusión anexo",
        "it": "contenuto indice sommario riassunto capitolo sezione introduzione conclusione",
        "pt": "conteúdo sumário resumo capítulo seção introdução conclusão capítulos",
        "nl": "inhoud inhoudsopgave samenvatting hoofdstuk bijlage inleiding conclusie",
        "sv": "innehåll innehållsförteckning sammanfattning kapitel avsnitt bilaga inledning",
        "no": "innhold innholdsfortegnelse sammendrag kapittel vedlegg innledning",
        "da": "indhold indholdsfortegnelse sammenfatning resumé bilag indledning",
        "fi": "sisältö sisällys sisällysluettelo tiivistelmä yhteenveto johdanto",
        "pl": "spis treści streszczenie rozdział podsumowanie wstęp zakończenie załącznik",
        "cs": "obsah shrnutí kapitola souhrn závěr příloha",
        "sk": "obsah zhrnutie kapitola súhrn záver príloha",
        "hu": "tartalom tartalomjegyzék összefoglaló fejezet összefoglalás bevezetés melléklet",
        "ro": "cuprins conținut rezumat capitol capitolul introducere concluzie anexă",
        "bg": "съдържание резюме въведение заключение приложение",
        "ru": "содержание оглавление резюме аннотация раздел введение заключение приложение",
        "uk": "зміст розділ резюме анотація вступ висновок додаток",
        "sr": "садржај поглавље резиме увод закључак sadržaj poglavlje",
        "hr": "sadržaj poglavlje sažetak uvod zaključak prilog",
        "el": "περιεχόμενα περίληψη κεφάλαιο εισαγωγή συμπέρασμα παράρτημα",
        "tr": "içindekiler özet bölüm içerik",
        "ar": "المحتويات محتويات الفهرس ملخص الفصل مقدمة خاتمة فهرس",
        "fa": "فهرست چکیده خلاصه فصل مقدمه محتوا",
        "he": "תוכן עניינים תקציר פרק מבוא סיכום",
        "hi": "सूची सारांश अध्याय",
        "bn": "সূচিপত্র সারাংশ অধ্যায় সূচি",
        "id": "ringkasan lampiran pendahuluan kesimpulan",
        "ms": "kandungan ringkasan lampiran",
        "vi": "chương",
        "th": "สารบัญ สรุป บทที่ เนื้อหา บทคัดย่อ บทนำ",
        "ja": "目次 概要 要約 まとめ はじめに あらすじ 付録 内容 章 おわりに 要旨 最後に 抄録",
        "ko": "목차 요약 개요 차례 부록 내용 초록",
        "zh": (
            "目录 目錄 摘要 章节 章節 概述 附录 附錄 简介 簡介 前言 内容 內容 内容简介 本文目录 核心提示 導讀 "
            "导读 文章目錄 内容提要 导语 內容簡介"
        ),
        "et": "sisu sisukord kokkuvõte peatükk",
        "lv": "saturs kopsavilkums nodaļa pielikums",
        "lt": "turinys santrauka skyrius priedas",
        "sl": "vsebina kazalo povzetek poglavje",
        "ca": "contingut continguts índex resum capítol",
        "gl": "contido",
        "eu": "edukia laburpena",
        "is": "efnisyfirlit",
        "mk": "содржина",
        "be": "змест раздзел",
    },
    "error": {
        "en": (
            "error javascript captcha browser unsupported disabled oops unavailable forbidden redirecting adblocker"
        ),
        "de": "fehler fehlermeldung aktivieren deaktiviert fehlerseite browserversion",
        "fr": "erreur navigateur activer introuvable désactivé",
        "es": "navegador habilitar",
        "it": "errore disabilitato",
        "pt": "erro navegador desativado",
        "nl": "fout foutmelding inschakelen",
        "sv": "webbläsare felmeddelande aktivera",
        "no": "nettleser feilmelding aktiver",
        "da": "fejl aktivér fejlmeddelelse",
        "fi": "virhe selain selaimesi selaimen",
        "pl": "błąd przeglądarka przeglądarki przeglądarce włącz",
        "cs": "chyba prohlížeč prohlížeče nenalezena nenalezeno",
        "sk": "prehliadač prehliadača nenašla nenájdená",
        "hu": "hiba böngésző böngészője engedélyezze",
        "ro": "eroare browserul browserului",
        "bg": "грешка браузър браузъра",
        "ru": "ошибка браузер браузера включите браузере",
        "uk": "помилка браузер",
        "sr": "грешка greška прегледач pregledač",
        "hr": "greška preglednik pogreška preglednika",
        "el": "σφάλμα περιηγητή",
        "tr": "hata tarayıcı tarayıcınız bulunamadı",
        "ar": "خطأ المتصفح متصفحك عذرا عذراً",
        "fa": "خطا مرورگر متاسفانه",
        "he": "שגיאה דפדפן אופס",
        "hi": "त्रुटि ब्राउज़र",
        "bn": "ত্রুটি ব্রাউজার",
        "id": "kesalahan peramban",
        "ms": "ralat pelayar",
        "vi": "lỗi",
        "th": "ข้อผิดพลาด ไม่พบหน้าที่คุณต้องการ ไม่พบข้อมูล ไม่พบหน้า",
        "ja": (
            "エラー ページが見つかりません ページが見つかりませんでした お探しのページは見つかりませんでした "
            "エラーが発生しました"
        ),
        "ko": "오류 브라우저 에러 자바스크립트",
        "zh": "错误 錯誤 页面不存在 页面未找到 验证码 驗證碼 出错了 找不到頁面 看不清 提示信息 系统提示 找不到页面",
        "et": "brauser",
        "lv": "kļūda pārlūks pārlūkprogramma",
        "lt": "klaida naršyklė naršyklės",
        "sl": "napaka brskalnik brskalnika",
        "ca": "navegador",
        "sq": "gabim",
        "mk": "грешка прелистувач",
        "be": "памылка",
    },
    "location": {
        "en": "address phone telephone tel fax map email maps whatsapp location locations postcode zip",
        "de": "adresse telefon öffnungszeiten anfahrt karte standort standorte anschrift mobil plz lageplan",
        "fr": "adresse téléphone horaires ouverture courriel tél itinéraire localisation",
        "es": "dirección teléfono horario horarios mapa correo ubicación teléfonos",
        "it": "indirizzo telefono orari mappa orario sede",
        "pt": "endereço telefone horário mapa morada localização telemóvel",
        "nl": "adres telefoon openingstijden kaart telefoonnummer route locatie",
        "sv": "adress telefon öppettider karta epost besöksadress",
        "no": "adresse telefon åpningstider kart epost besøksadresse",
        "da": "adresse telefon åbningstider mail tlf",
        "fi": "osoite puhelin aukioloajat kartta sähköposti puh käyntiosoite",
        "pl": "adres mapa telefon dojazd otwarcia lokalizacja",
        "cs": "adresa telefon otevírací mapa",
        "sk": "adresa telefón otváracie mapa",
        "hu": "telefon nyitvatartás térkép telefonszám email",
        "ro": "adresă adresa telefon harta hartă orar",
        "bg": "адрес телефон карта работно",
        "ru": "адрес телефон телефоны почта карте тел адреса проезд",
        "uk": "адреса телефон пошта карта тел",
        "sr": "адреса телефон мапа adresa telefon radno",
        "hr": "adresa telefon karta radno lokacija",
        "el": "διεύθυνση τηλέφωνο χάρτης ωράριο τηλ",
        "tr": "adres telefon harita adresi konum eposta faks",
        "ar": "العنوان عنوان هاتف الهاتف خريطة البريد جوال",
        "fa": "آدرس تلفن نقشه ایمیل نشانی تلفن‌های نمابر",
        "he": "כתובת טלפון מפה דוא פקס",
        "hi": "फोन मानचित्र ईमेल",
        "bn": "ঠিকানা ফোন মানচিত্র ইমেইল মোবাইল",
        "id": "alamat telepon peta surel lokasi",
        "ms": "alamat telefon peta emel",
        "th": "ที่อยู่ โทรศัพท์ แผนที่ เวลาทำการ อีเมล โทร เบอร์โทรศัพท์ โทรสาร",
        "ja": (
            "住所 電話番号 営業時間 アクセス 地図 電話 メール 所在地 定休日 アクセスマップ メールアドレス "
            "交通アクセス 最寄り駅 休業日 交通"
        ),
        "ko": "주소 전화 전화번호 지도 영업시간 이메일 팩스 대표전화 위치 연락처",
        "zh": (
            "地址 电话 電話 营业时间 營業時間 地图 地圖 邮箱 传真 傳真 手机 电子邮件 電子郵件 邮编 公司地址 信箱 "
            "联系地址 联系人 交通资讯 客服电话"
        ),
        "et": "aadress telefon lahtiolekuajad kaart",
        "lv": "adrese tālrunis karte",
        "lt": "adresas telefonas žemėlapis tel",
        "sl": "telefon zemljevid odpiralni",
        "ca": "adreça telèfon horari",
        "gl": "enderezo",
        "eu": "helbidea telefonoa",
        "is": "heimilisfang sími",
        "sq": "adresa telefoni",
        "mk": "адреса телефон",
        "be": "адрас тэлефон",
        "az": "ünvan",
    },
    "event": {
        "en": "tickets ticket event events venue schedule programme calendar rsvp upcoming agenda organizer",
        "de": (
            "veranstaltung veranstaltungen tickets karten termine termin veranstaltungsort programm veranstalter "
            "eintritt kalender"
        ),
        "fr": "événement événements billets billetterie calendrier programme réserver agenda",
        "es": "evento eventos entradas boletos programa calendario agenda reservar",
        "it": "evento eventi biglietti programma calendario prenota",
        "pt": "evento eventos ingressos bilhetes programação calendário reservar",
        "nl": "evenement evenementen kaarten programma agenda kalender reserveren",
        "sv": "evenemang biljetter kalender boka evenemangen",
        "no": "arrangementer billetter kalender",
        "da": "arrangementer begivenhed begivenheder billetter kalender",
        "fi": "tapahtuma tapahtumat liput ohjelma kalenteri varaa",
        "pl": "wydarzenia wydarzenie bilety kalendarz rezerwuj",
        "cs": "akce události vstupenky program kalendář",
        "sk": "podujatia podujatie vstupenky kalendár udalosti",
        "hu": "esemény események jegyek helyszín naptár program jegyvásárlás",
        "ro": "eveniment evenimente bilete calendar rezervă",
        "bg": "събития събитие билети календар програма",
        "ru": "мероприятия мероприятие билеты афиша расписание календарь программа событие события",
        "uk": "події подія квитки афіша розклад календар заходи",
        "sr": "догађаји улазнице календар događaji ulaznice",
        "hr": "događaji događanja ulaznice kalendar raspored",
        "el": "εκδηλώσεις εκδήλωση εισιτήρια ημερολόγιο πρόγραμμα",
        "tr": "etkinlik etkinlikler bilet biletler takvim takvimi mekan",
        "ar": "فعاليات الفعاليات تذاكر أحداث تقويم",
        "fa": "رویداد رویدادها بلیط تقویم",
        "he": "אירועים אירוע כרטיסים לוח",
        "hi": "कार्यक्रम टिकट",
        "bn": "ইভেন্ট টিকেট অনুষ্ঠান",
        "id": "acara tiket jadwal kalender agenda",
        "ms": "acara tiket jadual",
        "th": "กิจกรรม บัตร ตารางเวลา ปฏิทิน สถานที่ กำหนดการ ปฏิทินกิจกรรม ซื้อบัตร",
        "ja": (
            "イベント チケット 会場 開催日 開催日時 スケジュール 日程 カレンダー 申し込み 参加費 お申し込み 予約 "
            "イベント情報 定員 主催"
        ),
        "ko": "행사 이벤트 티켓 일정 장소 예매 예약 신청 캘린더",
        "zh": (
            "活动 活動 门票 門票 日程 地点 地點 报名 報名 活动时间 日历 立即报名 活動日期 时间表 活动地点 "
            "主办单位 行事曆 立即報名"
        ),
        "et": "sündmused üritused piletid kalender",
        "lv": "pasākumi pasākums biļetes kalendārs",
        "lt": "renginiai renginys bilietai kalendorius",
        "sl": "dogodki dogodek vstopnice koledar",
        "ca": "esdeveniments entrades calendari",
        "gl": "eventos",
        "eu": "ekitaldiak agenda",
        "is": "viðburðir",
        "mk": "настани билети",
        "be": "падзеі",
    },
    "premium": {
        "en": "premium subscriber subscribers subscription subscriptions paywall unlock unlimited",
        "de": "abo abonnement abonnenten abonnent probeabo freischalten probemonat digitalabo",
        "fr": "abonné abonnés abonnement réservé abonnements illimité",
        "es": "suscriptor suscriptores exclusivo suscriptoras",
        "it": "abbonati abbonato abbonamento abbonamenti",
        "pt": "assinante assinantes assinatura exclusivo",
        "nl": "abonnee abonnees proefabonnement onbeperkt abonnement",
        "sv": "prenumerant prenumeranter prenumeration låst",
        "no": "abonnent abonnenter abonnement",
        "da": "abonnent abonnenter abonnement",
        "fi": "tilaajille tilaajat tilaus tilaajalle",
        "pl": "prenumerata subskrybentów abonament prenumeratorów prenumeratę",
        "cs": "předplatné předplatitel předplatitele předplatit předplatitelé",
        "sk": "predplatné predplatiteľ predplatiteľov predplatiteľa",
        "hu": "előfizetés előfizető előfizetőknek előfizetek előfizetőink",
        "ro": "abonament abonat abonați abonamente",
        "bg": "абонати абонамент абонамента",
        "ru": "подписчик подписчикам подписчики премиум",
        "uk": "передплата передплатити передплатникам преміум",
        "sr": "претплатници pretplatnici",
        "hr": "pretplatnici pretplatnik",
        "el": "συνδρομητής συνδρομητές συνδρομητών",
        "tr": "abonelik aboneler premium",
        "ar": "المشتركين مشترك مشتركين",
        "fa": "مشترکین",
        "he": "מנויים מנוי",
        "id": "pelanggan premium",
        "ms": "pelanggan",
        "th": "สำหรับสมาชิก สมาชิกเท่านั้น",
        "ja": "会員限定 有料会員限定 有料会員 有料記事 会員限定記事 プレミアム この記事は有料会員限定です",
        "ko": "유료 프리미엄 구독자",
        "zh": "付费 会员专享 会员专区 訂戶 付費 訂閱會員 開通 开通会员 免费试用 解鎖",
        "et": "tellijale tellijatele tellimus",
        "lv": "abonentiem abonements abonents",
        "lt": "prenumeratoriams prenumerata prenumeratorius",
        "sl": "naročnik naročnike naročnina naročniki",
        "ca": "subscriptor subscriptors",
        "is": "áskrifandi áskrifendur",
    },
    "form": {
        "en": "submit required optional send cancel close loading upload",
        "de": (
            "absenden senden pflichtfeld pflichtfelder vorname nachname nachricht schließen schliessen abbrechen "
            "abschicken"
        ),
        "fr": "envoyer fermer annuler obligatoire obligatoires prénom champs chargement valider",
        "es": "enviar cerrar cancelar obligatorio obligatorios nombre apellidos mensaje cargando campos",
        "it": "invia chiudi annulla cognome obbligatori obbligatorio inviare caricamento",
        "pt": "enviar fechar cancelar obrigatórios obrigatório carregando sobrenome campos",
        "nl": "versturen verzenden sluiten annuleren verplicht verplichte voornaam achternaam verstuur",
        "sv": "skicka stäng avbryt obligatoriska förnamn efternamn",
        "no": "lukk avbryt obligatoriske fornavn etternavn",
        "da": "luk annuller obligatorisk fornavn efternavn indsend",
        "fi": "lähetä sulje peruuta pakollinen pakolliset etunimi sukunimi nimi",
        "pl": "wyślij zamknij anuluj wymagane imię nazwisko ładowanie",
        "cs": "odeslat zavřít zrušit povinné jméno příjmení načítání",
        "sk": "odoslať zatvoriť zrušiť povinné priezvisko",
        "hu": "elküld küldés bezár bezárás mégse kötelező keresztnév betöltés",
        "ro": "trimite închide anulează obligatorii obligatoriu prenume",
        "bg": "изпрати затвори отказ задължителни задължително фамилия",
        "ru": "отправить закрыть отмена обязательные обязательно фамилия загрузка обязательны",
        "uk": "надіслати закрити скасувати обов’язкові ім’я прізвище",
        "sr": "пошаљи затвори откажи обавезна pošalji zatvori",
        "hr": "pošalji zatvori odustani obavezna prezime obavezno",
        "el": "υποβολή κλείσιμο άκυρο υποχρεωτικά όνομα επώνυμο",
        "tr": "gönder kapat iptal zorunlu isim soyad adınız yükleniyor",
        "ar": "إرسال ارسال إغلاق إلغاء الاسم مطلوب الإلزامية",
        "fa": "بستن لغو الزامی فرستادن",
        "he": "שלח שליחה סגור ביטול חובה",
        "hi": "भेजें आवश्यक",
        "bn": "পাঠান",
        "id": "kirim tutup batal wajib",
        "ms": "hantar tutup batal",
        "vi": "gửi đóng",
        "th": "ส่ง ปิด ยกเลิก ชื่อ กำลังโหลด นามสกุล ส่งข้อความ",
        "ja": (
            "送信 送信する 閉じる キャンセル 必須 任意 お名前 氏名 名前 読み込み中 確認する 入力 ご記入ください "
            "ニックネーム"
        ),
        "ko": "닫기 보내기 취소 필수 이름 확인 제출 선택 전송",
        "zh": (
            "提交 发送 關閉 关闭 取消 必填 姓名 昵称 暱稱 确定 確定 送出 加载中 內容必填 確認 留言内容 匿名 "
            "匿名发表 请输入 確認送出"
        ),
        "et": "sulge tühista kohustuslik nimi",
        "lv": "sūtīt nosūtīt aizvērt atcelt obligāti",
        "lt": "siųsti uždaryti atšaukti vardas privaloma",
        "sl": "pošlji zapri prekliči obvezna priimek",
        "ca": "enviar tancar cancel·lar obligatoris cognoms",
        "gl": "pechar",
        "eu": "bidali itxi",
        "is": "senda",
        "mk": "испрати затвори",
        "be": "адправіць",
    },
    "sections": {
        "en": (
            "news sport sports politics business economy culture opinion entertainment technology health "
            "lifestyle weather horoscope science travel obituaries classifieds"
        ),
        "de": (
            "nachrichten politik wirtschaft kultur wissenschaft gesundheit reise panorama wetter meinung horoskop "
            "unterhaltung ratgeber feuilleton"
        ),
        "fr": "actualités actualité actu politique économie culture monde santé météo société sciences loisirs",
        "es": (
            "noticias deportes política economía cultura opinión mundo salud tecnología clima sociedad "
            "entretenimiento horóscopo"
        ),
        "it": "notizie cronaca politica economia cultura esteri salute meteo tecnologia spettacoli",
        "pt": "notícias esportes desporto política economia cultura mundo saúde tecnologia opinião entretenimento",
        "nl": "nieuws politiek economie cultuur buitenland binnenland gezondheid",
        "sv": "nyheter ekonomi kultur världen inrikes utrikes ledare nöje",
        "no": "nyheter økonomi kultur utenriks innenriks",
        "da": "nyheder økonomi kultur udland indland erhverv",
        "fi": "uutiset urheilu talous kulttuuri kotimaa ulkomaat viihde mielipide politiikka",
        "pl": "wiadomości aktualności polityka gospodarka kultura świat biznes zdrowie pogoda rozrywka",
        "cs": "zprávy zpravodajství politika ekonomika kultura domácí zahraničí počasí novinky aktuality",
        "sk": "správy spravodajstvo politika ekonomika kultúra zahraničie počasie šport",
        "hu": "hírek belföld külföld gazdaság kultúra közélet időjárás bulvár életmód politika",
        "ro": "știri stiri politică economie cultură sănătate vremea externe actualitate monden",
        "bg": "новини спорт политика икономика култура свят здраве бизнес",
        "ru": "новости спорт политика экономика культура общество происшествия бизнес здоровье погода гороскоп",
        "uk": "новини спорт політика економіка культура світ суспільство погода",
        "sr": "вести спорт политика економија култура свет vesti politika ekonomija kultura",
        "hr": "vijesti sport politika gospodarstvo kultura svijet zdravlje",
        "el": "ειδήσεις νέα πολιτική οικονομία πολιτισμός κόσμος αθλητικά υγεία καιρός",
        "tr": "haberler haber spor ekonomi siyaset kültür dünya sağlık teknoloji",
        "ar": "أخبار اخبار الأخبار رياضة اقتصاد ثقافة منوعات",
        "fa": "اخبار ورزشی سیاسی اقتصادی فرهنگی اجتماعی",
        "he": "חדשות ספורט כלכלה תרבות בריאות פוליטיקה",
        "hi": "समाचार खेल राजनीति मनोरंजन व्यापार",
        "bn": "খবর খেলা খেলাধুলা রাজনীতি বিনোদন অর্থনীতি আন্তর্জাতিক জাতীয় সারাদেশ",
        "id": "berita olahraga politik ekonomi hiburan teknologi kesehatan",
        "ms": "berita sukan hiburan",
        "th": "ข่าว กีฬา การเมือง เศรษฐกิจ บันเทิง ข่าวประชาสัมพันธ์ ต่างประเทศ",
        "ja": "ニュース スポーツ 政治 経済 国際 社会 エンタメ お知らせ 芸能 ライフ ビジネス 天気 特集 ブログ",
        "ko": "뉴스 스포츠 정치 경제 사회 문화 연예 국제 공지사항 오피니언 사설 날씨",
        "zh": (
            "新闻 新聞 体育 體育 财经 財經 娱乐 娛樂 科技 国际 國際 军事 教育 房产 汽车 健康 旅游 政治 社会 "
            "公司新闻 通知公告 公告 专题 时尚 游戏 行业新闻 新闻中心 新闻动态 最新公告 博客 生活 要闻 國內 国内 "
            "评论员 时政"
        ),
        "et": "uudised sport majandus kultuur",
        "lv": "jaunumi ziņas sports ekonomika kultūra",
        "lt": "naujienos sportas verslas ekonomika kultūra pasaulyje",
        "sl": "šport gospodarstvo kultura kronika",
        "ca": "notícies esports política economia",
        "gl": "deportes",
        "eu": "albisteak kirolak",
        "is": "fréttir íþróttir",
        "sq": "lajme sporti",
        "mk": "вести економија",
        "be": "навіны",
        "az": "xəbərlər idman",
        "ka": "სიახლეები",
        "hy": "լուրեր",
        "kk": "жаңалықтар",
    },
    "languages": {
        "en": "english language languages translate translation",
        "de": "deutsch sprache sprachen",
        "fr": "français langue langues",
        "es": "español idioma idiomas",
        "it": "italiano lingua lingue",
        "pt": "português",
        "nl": "nederlands taal",
        "sv": "svenska språk",
        "no": "norsk bokmål nynorsk",
        "da": "dansk sprog",
        "fi": "suomi suomeksi",
        "pl": "polski język",
        "cs": "čeština česky jazyk",
        "sk": "slovenčina slovensky",
        "hu": "magyar nyelv",
        "ro": "română",
        "bg": "български",
        "ru": "русский язык",
        "uk": "українська мова",
        "sr": "српски srpski",
        "hr": "hrvatski bosanski jezik",
        "el": "ελληνικά γλώσσα",
        "tr": "türkçe",
        "ar": "العربية اللغة عربي",
        "fa": "فارسی زبان",
        "he": "עברית",
        "hi": "हिन्दी हिंदी भाषा",
        "bn": "বাংলা",
        "ur": "اردو",
        "id": "bahasa",
        "ms": "melayu",
        "vi": "việt",
        "th": "ภาษาไทย ไทย",
        "ja": "日本語 言語",
        "ko": "한국어 언어",
        "zh": "中文 简体中文 繁體中文 繁体中文 简体 繁體 语言 語言 简体版 手机版 english版",
        "et": "eesti",
        "lv": "latviešu valoda",
        "lt": "lietuvių kalba",
        "sl": "slovenščina",
        "ca": "català castellano",
        "gl": "galego",
        "eu": "euskara",
        "is": "íslenska",
        "sq": "shqip",
        "mk": "македонски",
        "be": "беларуская",
        "az": "azərbaycan",
        "ka": "ქართული",
        "hy": "հայերեն",
        "kk": "қазақша",
        "ta": "தமிழ்",
    },
}

# Languages whose sites often drop the accents; Greek ones do so in capital letters.
_ACCENTED = frozenset("fr es it pt ro cs sk hu pl hr sr sl lv lt tr az el ca gl".split())
_MIN_WITHOUT_ACCENTS = 5  # letters: many a shorter word is another one without its accents
# What would be another word without its accents: `livre` is a book, `parola` a word.
_OTHER_WORDS = frozenset(
    "groza intra julius legales livre marco marti mentes parola poste prava precedent reclama reserve reserves resume "
    "rezerva rijen romana sali satin".split()
)
_PLAIN_LETTERS = str.maketrans("ıłđ", "ild")
_CEDILLAS = str.maketrans("șț", "şţ")  # what older Romanian sites write
_ARABIC_LETTERS = str.maketrans("یک", "يك")  # what older Persian sites write
_TURKISH_CAPITALS = str.maketrans("iı", "İI")
_NUKTAS = {"য়": "\u09df", "ড়": "\u09dc", "ঢ়": "\u09dd", "ड़": "\u095c", "ढ़": "\u095d", "ज़": "\u095b", "फ़": "\u095e"}


@cache
def words_by_kind() -> dict[str, tuple[bytes, ...]]:
    """Return for each kind its words, folded. A word is in one kind only."""
    entries = [
        (kind, language, word)
        for kind, by_language in _WORDS.items()
        for language, words in by_language.items()
        for word in words.split()
    ]
    kinds: dict[bytes, str] = {}
    for kind, _, word in entries:
        kinds.setdefault(word.encode(), kind)
    for kind, language, word in entries:  # a word that is listed counts more than another way to write one
        for spelling in _spellings(word, language):
            kinds.setdefault(spelling.encode(), kind)
    return {kind: tuple(word for word, its_kind in kinds.items() if its_kind == kind) for kind in _WORDS}


def _spellings(word: str, language: str) -> Iterator[str]:
    """Yield other ways in which sites write a word."""
    if language in _ACCENTED and (len(word) >= _MIN_WITHOUT_ACCENTS or language == "el"):
        decomposed = unicodedata.normalize("NFD", word.translate(_PLAIN_LETTERS))
        plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
        if plain not in _OTHER_WORDS:
            yield plain
    if language in ("tr", "az"):  # lower-casing a dotted capital I leaves its dot, and an undotted one gets a dot
        yield word[:1].translate(_TURKISH_CAPITALS).lower() + word[1:]
        yield word.translate(_TURKISH_CAPITALS).lower()
    elif language == "ro":
        yield word.translate(_CEDILLAS)
    elif language == "fa":
        yield word.translate(_ARABIC_LETTERS)
    elif language in ("hi", "bn"):
        spelt = unicodedata.normalize("NFC", word)
        yield spelt
        for pair, letter in _NUKTAS.items():
            spelt = spelt.replace(unicodedata.normalize("NFC", pair), letter)
        yield spelt
    elif language in ("zh", "ja"):
        yield f"{word}："  # a wide colon is no ASCII punctuation, so it stays at its word
