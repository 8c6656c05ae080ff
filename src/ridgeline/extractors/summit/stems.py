"""Stems in names of elements that tell what these hold, in several languages. The core looks for them: `stems.h`."""

# Parts of words, wherever in the word they stand; of several at one place the longest counts.
STEMS = {
    "~nav": "nav menu crumb toolbar topbar tab pagin pager skip toc meniu",
    "~footer": "foot copyright colophon legal bottom stopka rodape podval",
    "~header": "header banner masthead logo brand encabez kopfbereich",
    "~side": "side widget rail secondary complementary boczn lateral seitenleiste",
    "~comment": (
        "comment disqus reply replies discuss respond feedback komment koment coment opinia opinie otzyv otziv "
        "yorum reactie reacties hozzaszol diskus leserbrief"
    ),
    "~share": (
        "share sharing social follow facebook twitter addtoany whatsapp teilen partag compart condivid udostep paylas"
    ),
    "~related": (
        "relat recommend more also suggest popular trending latest recent similar upsell outbrain taboola next "
        "prev verwandt aehnlich similaire connexe podobn powiaz polecan pohozh poxozh correlat ilgili benzer "
        "empfehl recomend raccomand doporuc"
    ),
    "~advert": (
        "advert sponsor promo dfp gpt commercial affiliate partner reklam anzeig werbung publicid pubblicit annonc "
        "mainos"
    ),
    "~consent": "cookie consent gdpr modal popup overlay dialog lightbox notice alert drawer offcanvas",
    "~meta": (
        "meta byline author date time posted tag categor info credit bio profile avatar user member autor auteur "
        "avtor yazar datum fecha tarih"
    ),
    "~form": (
        "form search login signin signup subscri newsletter register input button btn cta field email buscar "
        "recherch poisk wyszuk arama anmeld connexion"
    ),
    "~content": (
        "content article entry body text main story post single prose markdown copy editor rich paragraph inhalt "
        "tresc contenu conteud contenid artik artyk statya haber notici nyhet beitrag obsah icerik"
    ),
    "~title": "title headline heading caption titul tytul titre titolo baslik zagol otsikko",
    "~hidden": "hidden hide sronly screen visually invisible collapse print clip",
    "~product": (
        "product price sku cart buy shop stock spec descript detail feature variant produkt producto prodott "
        "produit preis precio fiyat tovar warenkorb koszyk"
    ),
    "~review": "review rating testimonial star bewert recens rezens ocena degerlen",
    "~card": "card grid item tile teaser thumb carousel slider swiper slide gallery list row result feed river",
    "~forum": "message thread topic quote forum answer question accepted vote signature",
    "~summary": "summary excerpt intro lead dek standfirst subtitle abstract hero",
    "~choice": "lang locale country currency region switch select dropdown filter sort facet",
    "~paywall": "subscriber paywall premium metered paid locked",
    "~media": "tooltip transcript embed video player media figure image photo",
}
