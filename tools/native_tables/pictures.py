"""The words and limits of the rule for pictures (pictures.c), which only the core has."""

MAX_PICTURES = 2_000  # of a page that are looked at
MAX_LEVELS = 12  # of elements between a picture and kept text, or the link around it
MAX_CAPTION_LENGTH = 700  # characters in a figure
MAX_BOX_LENGTH = 250  # characters in another box
MAX_DROPPED_LENGTH = 400  # characters between a picture and kept text: adverts, share buttons, a byline
MAX_LEAVES = 30  # that were dropped, between a picture and kept text, and inside of its box
MIN_PIXELS = 60  # of a picture that is no icon
MIN_FILE_NAME = 10  # characters of a file's name that says which picture it is
MAX_ADDRESS = 500  # characters of an address that are looked at
MAX_SOURCES = 12  # nodes inside of a video or before an image that may name its address

AVATAR = "avatar"
BAD_PARTS = (AVATAR, "profile", "background", "userpic", "contactform", "contact-form")
BAD_WORDS = frozenset(
    """author byline ico icon icons emoji smiley smilies logo logos sprite spacer pixel tracking ad ads advert adverts
    advertisement advertising adsense adslot adunit dfp banner banners sponsor sponsors sponsored promo promos promoted
    promotion promotions social share shares sharing related recommended recommendation recommendations newsletter
    subscribe subscription sidebar taboola outbrain rating ratings star stars flag flags badge badges readmore readnext
    popular trending teaser teasers breadcrumb breadcrumbs menu nav navbar footer cookie cookies modal popup comment
    comments copyright loader spinner navigation signature""".split()
)
BAD_FOLDERS = frozenset(
    """icon icons svg-icons statusicon logo logos smilies smileys emoji emojis button buttons banner banners pixel
    avatars""".split()
)
BAD_FILES = frozenset(
    """spacer blank pixel transparent clear 1x1 loading loader spinner logo icon arrow arrowl arrowr bullet placeholder
    counter""".split()
)
TRACKERS = ("doubleclick.", "googlesyndication", "amazon-adsystem", "facebook.com/tr", "scorecardresearch", "/pixel?")
ADVERTISERS = (  # in addresses of frames
    *(*TRACKERS, "//ad.", "//ads.", "adclient.", "adsina", "/adshow", "adserver", "imasdk."),
    *(f"//ad{number}." for number in range(1, 10)),
)
BAD_ADDRESSES = (*TRACKERS, AVATAR, "feedburner", "//ads.", "//ad.")
# Of pictures before and after the text: codes for phones, badges of shops for programs.
JUNK_ADDRESSES = (
    *("qrcode", "qr-code", "qr_code", "app-store", "appstore", "app_store", "google-play", "googleplay", "google_play"),
    "play-store",
)
JUNK_LABELS = ("qr code", "qr-code", "qrcode", "二维码", "二維碼", "app store", "google play")
NO_SIZES = frozenset({"0", "1", "0px", "1px"})
BAD_LABEL_ENDS = ("logo", "icon", "avatar", "profile picture")
BAD_LABELS = frozenset("loading search menu close advert advertisement anzeige werbung".split())
ICON_NAMES = ("icon", "icons", "favicon")  # in classes, and at the end of labels
# In addresses: folders, and how the names of files begin and end.
ICON_FOLDERS = (
    *("/icon/", "/icons/", "/ico/", "/button/", "/buttons/", "/ico_", "/ico-", "/icon_", "/icon-"),
    *("-icon.", "_icon.", "-icons.", "_icons."),
)
# Classes of pictures that a dark page shows in the place of others.
DARK_CLASSES = ("dark:block", "dark:inline", "dark:flex", "dark-only", "only-dark", "dark-mode-only")
PLAYERS = tuple(
    """youtu vimeo dailymotion player video soundcloud spotify podcast brightcove jwplatform wistia bilibili youku
    ted.com rutube vk.com codepen jsfiddle streamable twitch loom.com /maps openstreetmap""".split()
)
PICTURE_ENDS = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".tif", ".tiff")
PICTURE_ADDRESSES = ("file:", "image:", "datei:", "fichier:", "bild:", "archivo:", "attachment", "gallery", "/photo")
ADVERT_SIZES = frozenset(
    {(468, 60), (728, 90), (300, 250), (336, 280), (160, 600), (120, 600), (970, 250), (970, 90), (320, 50), (300, 600)}
)
