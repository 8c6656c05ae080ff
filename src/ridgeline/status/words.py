"""Words of refusals, errors, and login walls, by language. All are in lower case, with straight apostrophes.

Languages that use a phrase of another, as many do with English ones, do not repeat it.
"""

from collections.abc import Mapping


def read_phrases(table: Mapping[str, str]) -> tuple[str, ...]:
    """Return the phrases of all languages, which a bar separates."""
    return tuple(phrase.strip() for row in table.values() for phrase in row.split("|"))


# The page does not exist: sentences, and what titles say.
MISSING = read_phrases(
    {
        "en": "page not found | page can't be found | page cannot be found | page could not be found"
        "| page couldn't be found | can't find that page | couldn't find that page | page doesn't exist"
        "| page does not exist | page isn't available | page is not available | page no longer exists"
        "| content isn't available | page you're looking for | page you are looking for | page you were looking for"
        "| page you requested | resource you are looking for | resource cannot be found | requested url was not found",
        "de": "seite nicht gefunden | seite wurde nicht gefunden | seite konnte nicht gefunden werden"
        "| seite existiert nicht | seite ist nicht mehr verfügbar | gesuchte seite",
        "fr": "page introuvable | page non trouvée | page n'existe pas | page n'existe plus | page est introuvable"
        "| page que vous cherchez | page que vous recherchez | page demandée",
        "es": "página no encontrada | no se encontró la página | página no existe | no se ha encontrado la página"
        "| página que buscas | página que busca | página solicitada | no hemos encontrado la página",
        "it": "pagina non trovata | pagina non esiste | pagina che stai cercando | pagina che cerchi| pagina richiesta",
        "pt": "página não encontrada | página não existe | página que você procura | página que procura"
        "| página solicitada",
        "nl": "pagina niet gevonden | pagina kan niet worden gevonden | pagina bestaat niet | pagina die je zoekt"
        "| pagina die u zoekt | opgevraagde pagina",
        "sv": "sidan hittades inte | sidan kunde inte hittas | sidan finns inte | sidan du söker",
        "da": "siden blev ikke fundet | siden findes ikke | siden kunne ikke findes | siden, du leder efter"
        "| siden du leder efter",
        "no": "siden ble ikke funnet | fant ikke siden | siden finnes ikke | siden du leter etter | siden du ser etter",
        "fi": "sivua ei löydy | sivua ei löytynyt | hakemaasi sivua | etsimääsi sivua",
        "pl": "nie znaleziono strony | strona nie istnieje | strona nie została znaleziona | strony nie znaleziono"
        "| strona, której szukasz | żądana strona",
        "cs": "stránka nenalezena | stránka nebyla nalezena | stránka neexistuje | stránka, kterou hledáte"
        "| požadovaná stránka",
        "hu": "oldal nem található | a keresett oldal",
        "ro": "pagina nu a fost găsită | pagina nu există | pagina pe care o căutați | pagină negăsită",
        "el": "η σελίδα δεν βρέθηκε | η σελίδα δε βρέθηκε | σελίδα δεν υπάρχει | σελίδα που ζητήσατε"
        "| σελίδα που αναζητάτε",
        "tr": "sayfa bulunamadı | aradığınız sayfa | sayfa mevcut değil",
        "ru": "страница не найдена | страницы не существует | страница не существует | страница удалена"
        "| запрашиваемая страница | запрошенная страница | такой страницы нет",
        "uk": "сторінку не знайдено | сторінка не знайдена | сторінки не існує | сторінка не існує",
        "ar": "الصفحة غير موجودة | لم يتم العثور على الصفحة | الصفحة التي تبحث عنها | الصفحة المطلوبة",
        "he": "הדף לא נמצא | העמוד לא נמצא | הדף שחיפשת | העמוד שחיפשת | הדף המבוקש",
        "fa": "صفحه پیدا نشد | صفحه یافت نشد | صفحه مورد نظر",
        "hi": "पृष्ठ नहीं मिला | पेज नहीं मिला | पृष्ठ मौजूद नहीं | पेज मौजूद नहीं",
        "th": "ไม่พบหน้า | ไม่พบเพจ",
        "vi": "không tìm thấy trang | trang không tồn tại | trang bạn tìm | trang bạn đang tìm",
        "id": "halaman tidak ditemukan | halaman yang anda cari | halaman tidak tersedia",
        "zh": "页面不存在 | 找不到页面 | 页面未找到 | 您访问的页面 | 你访问的页面 | 页面走丢了 | 找不到網頁"
        "| 頁面不存在 | 找不到該頁面 | 您要找的頁面",
        "ja": "ページが見つかりません | ページは見つかりません | お探しのページ | ページは存在しません"
        "| 指定されたページ",
        "ko": "페이지를 찾을 수 없습니다 | 존재하지 않는 페이지 | 요청하신 페이지 | 찾으시는 페이지",
    }
)
# The server failed, or is being mended: titles. News has the same in its sentences.
FAILURES = read_phrases(
    {
        "en": "internal server error | server error | bad gateway | gateway timeout | gateway time-out"
        "| service unavailable | temporarily unavailable | temporarily down | critical error on this website"
        "| error establishing a database connection | database error | something went wrong | bad request"
        "| down for maintenance | undergoing maintenance | site under maintenance | site maintenance"
        "| scheduled maintenance | maintenance mode | we'll be back soon | be right back",
        "de": "wartungsarbeiten | wartungsmodus | interner serverfehler | serverfehler | dienst nicht verfügbar",
        "fr": "maintenance en cours | site en maintenance | erreur interne du serveur | erreur serveur"
        "| service indisponible",
        "es": "error interno del servidor | en mantenimiento | servicio no disponible",
        "it": "errore interno del server | in manutenzione | servizio non disponibile",
        "pt": "erro interno do servidor | em manutenção | serviço indisponível",
        "nl": "interne serverfout | onderhoud bezig | in onderhoud",
        "sv, da": "internt serverfel | intern serverfejl",
        "fi, hu": "huoltokatko | karbantartás alatt",
        "pl, cs": "przerwa techniczna | wewnętrzny błąd serwera | probíhá údržba",
        "ro, el": "în mentenanță | υπό συντήρηση",
        "tr": "sunucu hatası | bakım çalışması",
        "ru, uk": "внутренняя ошибка сервера | ошибка сервера | технические работы | технічні роботи",
        "ar, he, fa": "تحت الصيانة | האתר בתחזוקה | در دست تعمیر",
        "th, vi, id": "ปิดปรับปรุง | đang bảo trì | sedang dalam perbaikan",
        "zh, ja, ko": "系统维护 | 系統維護 | 服务器错误 | メンテナンス中 | 서비스 점검",
    }
)
# What stands beside them in titles and says nothing.
ERROR_PARTICLES = frozenset(
    "error errors http https status code not found oops whoops uh oh sorry ups the this that a we we're are is fehler"
    " hoppla die diese erreur cette la errore error erro fout fel fejl feil virhe błąd chyba hiba eroare σφάλμα hata"
    " ошибка помилка خطأ שגיאה خطا त्रुटि lỗi kesalahan 错误 錯誤 エラー 오류 ой".split()
)

# Access is refused, in titles or in sentences; patterns of `signs` have what takes more forms.
REFUSALS = read_phrases(
    {
        "de": "sie wurden blockiert | zugriff gesperrt | ungewöhnliche aktivität | ungewöhnlicher datenverkehr",
        "fr": "vous avez été bloqué | votre accès a été bloqué | trafic inhabituel",
        "es": "has sido bloqueado | ha sido bloqueado | tráfico inusual | verifica que eres una persona",
        "it": "sei stato bloccato | traffico insolito | verifica di essere umano",
        "pt": "você foi bloqueado | tráfego incomum | verifique se você é humano",
        "nl": "je bent geblokkeerd | u bent geblokkeerd | controleer of u een mens bent | dat je geen robot bent",
        "sv": "du har blockerats | att du inte är en robot | bekräfta att du är en människa",
        "da": "adgang nægtet | at du ikke er en robot",
        "no": "ingen tilgang | at du ikke er en robot",
        "fi": "pääsy estetty | et ole robotti",
        "pl": "zostałeś zablokowany | że nie jesteś robotem | dostęp zabroniony | nietypowy ruch",
        "cs": "přístup odepřen | že nejste robot",
        "hu": "hozzáférés megtagadva | hogy nem robot",
        "ro": "acces interzis | că nu ești robot | că nu sunteți un robot",
        "el": "δεν επιτρέπεται η πρόσβαση | ότι δεν είστε ρομπότ | άρνηση πρόσβασης",
        "tr": "erişim reddedildi | robot olmadığınızı | insan olduğunuzu doğrula",
        "ru": "ваш доступ заблокирован | подозрительный трафик | похожи на автоматические",
        "uk": "доступ заборонено | що ви не робот",
        "ar": "أنك لست روبوت | تم حظر الوصول | أنك إنسان",
        "he": "הגישה נדחתה | שאינך רובוט | שאתה לא רובוט",
        "fa": "دسترسی غیرمجاز | ربات نیستید",
        "hi": "रोबोट नहीं हैं | पहुँच अस्वीकृत",
        "th": "คุณไม่ใช่หุ่นยนต์ | ปฏิเสธการเข้าถึง",
        "vi": "truy cập bị từ chối | bạn không phải là robot | bạn là con người",
        "id": "akses ditolak | bahwa anda bukan robot | bahwa anda manusia",
        "zh": "您的访问被阻断 | 访问受限 | 訪問被拒絕 | 存取被拒 | 请拖动滑块 | 異常流量",
        "ja": "アクセスが制限されています | アクセスが制限されました | 人間であることを確認",
        "ko": "접근이 차단되었습니다 | 사람인지 확인 | 접속이 차단",
    }
)

# Only those who log in see the page. A heading begins so.
LOGINS = read_phrases(
    {
        "en": "log in to continue | log in to see | log in to view | log in to read | log in to access"
        "| login to continue | sign in to continue | sign in to see | sign in to view | sign in to read"
        "| sign in to access | sign up to continue | register to continue | register to read | register for free to"
        "| create a free account to | create an account to | you must log in | you must be logged in to view"
        "| you must be logged in to see | you need to log in | you need to be logged in | please log in"
        "| please sign in | this content is only available to | this page is for members",
        "de": "melden sie sich an, um | melde dich an, um | jetzt anmelden und weiterlesen | bitte anmelden"
        "| bitte melden sie sich an | bitte melde dich an | kostenlos registrieren und weiterlesen"
        "| registrieren sie sich, um | nur für mitglieder | sie müssen angemeldet sein",
        "fr": "connectez-vous pour | identifiez-vous pour | inscrivez-vous pour | créez un compte pour"
        "| veuillez vous connecter | vous devez être connecté | réservé aux membres",
        "es": "inicia sesión para | inicie sesión para | regístrate para | regístrese para | debes iniciar sesión"
        "| por favor, inicia sesión | solo para miembros",
        "it": "accedi per | registrati per | effettua l'accesso per | devi effettuare l'accesso",
        "pt": "entre para | faça login para | inicie sessão para | cadastre-se para | você precisa fazer login",
        "nl": "log in om | meld je aan om | je moet ingelogd zijn | maak een gratis account",
        "sv": "logga in för att | skapa ett konto för att | du måste vara inloggad",
        "da": "log ind for at | opret en konto for at | du skal være logget ind",
        "no": "logg inn for å | du må være logget inn | du må logge inn",
        "fi": "kirjaudu sisään | kirjaudu nähdäksesi | kirjaudu lukeaksesi",
        "pl": "zaloguj się, aby | zaloguj się, by | zarejestruj się, aby | musisz się zalogować",
        "cs": "přihlaste se | pro pokračování se přihlaste",
        "hu": "jelentkezz be | a folytatáshoz jelentkezz | jelentkezzen be",
        "ro": "autentifică-te pentru | conectați-vă pentru | trebuie să te autentifici",
        "el": "συνδεθείτε για | πρέπει να συνδεθείτε",
        "tr": "devam etmek için giriş | görmek için giriş | okumak için giriş | giriş yapmalısınız",
        "ru": "войдите, чтобы | авторизуйтесь, чтобы | зарегистрируйтесь, чтобы | необходимо войти"
        "| необходимо авторизоваться | только для зарегистрированных",
        "uk": "увійдіть, щоб | необхідно увійти | зареєструйтеся, щоб",
        "ar": "سجل الدخول ل | سجّل الدخول ل | يجب تسجيل الدخول | يرجى تسجيل الدخول",
        "he": "התחבר כדי | התחברו כדי | יש להתחבר כדי | עליך להתחבר",
        "fa": "برای ادامه وارد | وارد شوید | باید وارد شوید",
        "hi": "लॉग इन करें | लॉगिन करें",
        "th": "กรุณาเข้าสู่ระบบ | เข้าสู่ระบบเพื่อ",
        "vi": "đăng nhập để | vui lòng đăng nhập | bạn cần đăng nhập",
        "id": "masuk untuk | silakan masuk | silakan login | anda harus masuk",
        "zh": "登录后查看 | 请登录 | 登录后继续 | 請登入 | 登入後 | 登录查看 | 请先登录 | 登录以",
        "ja": "ログインしてください | ログインが必要です | 続きを読むにはログイン | 会員限定",
        "ko": "로그인이 필요합니다 | 로그인 후 | 로그인해 주세요 | 로그인하세요",
    }
)
