"""The invented organisations that the generator gives records to.

Every name is here for a reason: names inside names, look-alikes of another script, composed and
decomposed accents, both apostrophes, quotes, commas, ampersands, and a word of the claim grammar used
as a name. The two sources rarely spell one organisation alike.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Organisation:
    """``crm`` and ``billing`` are the names of its customer records in each source, often one each.

    ``currencies`` are what its orders are in, none for an organisation that never ordered. ``fixed``
    are orders given in full as ``(currency, amount, status)``; such an organisation gets no others.
    """

    crm: tuple[str, ...]
    billing: tuple[str, ...]
    city: str
    country: str
    currencies: tuple[str, ...]
    fixed: tuple[tuple[str, str, str], ...] = ()


def _row(
    crm: str,
    billing: str,
    place: str,
    currencies: str,
    fixed: tuple[tuple[str, str, str], ...] = (),
) -> Organisation:
    """Names of one source are divided by ``|``; ``-`` means that the source does not know it."""
    city, country = place.rsplit(" ", 1)
    names = [() if cell == "-" else tuple(cell.split("|")) for cell in (crm, billing)]
    return Organisation(names[0], names[1], city, country, tuple(currencies.split()), fixed)


def _apart(text: str) -> str:
    """The text with its accents as combining marks."""
    return unicodedata.normalize("NFD", text)


_NEGATIVE = (("USD", "310.40", "fulfilled"), ("USD", "129.99", "cancelled"), ("USD", "-395.15", "credit"))
_TIE_A = (("JPY", "20000", "fulfilled"), ("JPY", "28000", "open"))
_TIE_B = (("JPY", "55000", "fulfilled"), ("JPY", "-7000", "credit"))

ORGANISATIONS: tuple[Organisation, ...] = (
    _row("Norra|NORRA, AB", "Norra AB", "Uppsala SE", "EUR"),
    _row("Norrala", "Norrala AB", "Söderhamn SE", "EUR"),
    _row("Norra Bruk AB", "Norra Bruk Aktiebolag", "Norrköping SE", "EUR"),
    _row("Non-Norra", "Non-Norra Oy", "Vaasa FI", "EUR USD"),
    _row("C++ Tooling", "C++ Tooling Ltd", "Leeds GB", "USD"),
    _row("A.B. Storage", "A.B. Storage Inc.", "Boston US", "USD"),
    _row("AB Storage", "AB Storage GmbH", "Kiel DE", "EUR"),
    _row("Łódź Café", _apart("Łódź Café") + " sp. z o.o.", "Łódź PL", "EUR"),
    _row("L'Étoile d'Or", "L’Étoile d’Or SARL", "Lyon FR", "EUR"),
    _row("Smith & Sons", "Smith and Sons Limited", "York GB", "USD"),
    _row("Smith, Brown and Partners", "Smith, Brown & Partners LLP", "London GB", "USD EUR"),
    _row("Smith", "Smith Ltd", "Hull GB", "USD"),
    _row('"Zum Löwen" Gasthof', '"Zum Löwen" Gasthof KG', "Ulm DE", "EUR"),
    _row("Kelly's", "Kelly's Ltd", "Cork IE", "EUR"),
    _row("Kelly", "Kelly plc", "Dublin IE", "EUR USD"),
    _row("株式会社さくら物流", "さくら物流|さくら物流株式会社", "大阪 JP", "JPY"),
    _row("東京精密", "東京精密株式会社", "東京 JP", "JPY"),
    _row("Ромашка", "ООО «Ромашка»", "София BG", "EUR"),
    _row("Αιγαίο Ναυτιλιακή", "Αιγαίο Ναυτιλιακή Α.Ε.", "Πειραιάς GR", "EUR"),
    _row("מעבדות הגליל", "מעבדות הגליל בע״מ", "חיפה IL", "USD"),
    _row("شركة النور", "شركة النور ذ.م.م", "عمّان JO", "USD"),
    _row("Acme", "Acme Corp", "Denver US", "USD"),
    _row("-", "Аcme", "Варна BG", "EUR"),
    _row("Žďár Papír", _apart("Žďár Papír") + ", s.r.o.", "Žďár CZ", "EUR"),
    _row("São Brás Têxtil", "São Brás Têxtil Lda.", "Braga PT", "EUR"),
    _row("Ångström Optik", "\u212bngström Optik AB", "Lund SE", "EUR JPY"),
    _row("Groß & Söhne", "GROSS & SÖHNE GmbH", "Köln DE", "EUR"),
    _row("O'Brien Freight", "O’Brien Freight Ltd", "Galway IE", "EUR"),
    _row("Rock 'n' Roll Records", "Rock ’n’ Roll Records Inc.", "Memphis US", "USD"),
    _row("Fish, Chips & Co", "Fish, Chips & Co. Ltd", "Whitby GB", "USD"),
    _row("Bread and Butter", "Bread & Butter BV", "Utrecht NL", "EUR USD JPY"),
    _row("Bread", "Bread BV", "Delft NL", "EUR"),
    _row("Meridian", "Meridian GmbH", "Bremen DE", "EUR"),
    _row("Meridian", "Meridian Ltd", "Bristol GB", "EUR"),
    _row("Tønder Vind", "Tønder Vind A/S", "Tønder DK", "EUR"),
    _row("Ísbjörn", "Ísbjörn ehf.", "Akureyri IS", "EUR"),
    _row("Đồng Tâm", _apart("Đồng Tâm"), "Huế VN", "USD JPY"),
    _row("İstanbul Halı", "İSTANBUL HALI A.Ş.", "İstanbul TR", "USD"),
    _row("Delta-Werke", "Delta\u2011Werke AG", "Linz AT", "EUR"),
    _row("Harbour 24", "Harbour 24 NV", "Antwerpen BE", "EUR"),
    _row("7 Seas Shipping", "7 Seas Shipping SpA", "Genova IT", "EUR USD"),
    _row("Net Order Value Partners", "-", "Reading GB", "USD"),
    _row("Exceeds Analytics", "Exceeds Analytics Inc.", "Austin US", "USD"),
    _row("Copperfield", "Copperfield plc", "Exeter GB", "USD"),
    _row("-", "Copperfield and Smith", "Exeter GB", "USD JPY"),
    _row("Zephyr Data|Zephyr Data Inc.", "Zephyr Data, Inc.", "Chicago US", "USD EUR JPY"),
    _row("Quay Nine", "Quay Nine KK", "横浜 JP", "JPY", _TIE_A),
    _row("Ivory", "Ivory KK", "神戸 JP", "JPY", _TIE_B),
    _row("Ivory Coast Cocoa", "Ivory Coast Cocoa SA", "Abidjan CI", "USD", _NEGATIVE),
    _row("Larkspur", "Larkspur Trust", "Bath GB", ""),
)
