/** What looks like a date and is none; masked with as many characters, so that spans stay right. */

const MASK = "¤";

const CURRENCY =
  "(?:€|\\$|£|¥|euros?|dollars?|dólares|pesos?|francs?|franken|pounds?|bucks|cents?|usd|eur|gbp|chf|livres?|libras?)";

/** Numbers of things: "2000 people", "in 2016 Einheiten". */
const COUNTED =
  "(?:people|users|persons|items|pieces|words|tokens|calories|kcal|steps|miles|meters|metres|feet|km|kilometers|kg|grams?|mb|gb|kb|ml|liters?|litres?|watts?|kwh|ps|hp|rpm|hours|minutes|seconds|points|copies|photos|pages|leute|menschen|personen|stück|einwohner|wörter|schritte|kilometer|meter|seiten|punkte|stunden|minuten|personnes|gens|mots|mètres|kilomètres|heures|personas|palabras|pasos|metros|kilómetros|horas|%|percent|prozent)";

const NAMED =
  "(?:rooms?|zimmer|raum|saal|büro|office|suite|apartment|apt\\.?|wohnung|hausnummer|nr\\.?|no\\.|number|nummer|numéro|n°|número|#|flight|flug|vol|vuelo|route|highway|model|modell|modèle|modelo|version|v|page|seite|windows|code|pin|plz|zip|iso|rfc|chambre|salle|habitación|sala|gate|line|port|level|bus|track|issue|ticket|order|invoice)";

const PATTERNS = [
  // No date spans a long blank; runs of them make regular expressions slow
  /\s{20,}/gu,
  // Greetings: "Guten Morgen" is not tomorrow
  /(?<!\p{L})(?:guten morgen|schönen tag|good (?:morning|afternoon|evening|night))(?!\p{L})/giu,
  // Phone numbers: +49 170 2016 2017, 0170/20162017, (030) 2016-2017, 555-2016, 138-2010-2015
  /(?:\+|(?<![\d:.])00)\d[\d ()/.-]{6,}\d/gu,
  /(?<![\p{L}\d.:-])\(?0\d{2,5}\)?[ /-]\d[\d /-]{3,}\d/gu,
  /(?<![\p{L}\d./-])\d{3}-(?:\d{3,4}-)?\d{4}(?![\d-])/gu,
  /(?<!\p{L})(?:tel|phone|telefon|téléphone|teléfono|mobile|handy|fax|call me at|ruf)\.?:? ?[+(]?\d[\d ()/.-]{4,}\d/giu,
  new RegExp(`(?:[€$£¥]|\\b(?:usd|eur|gbp|chf) ) ?\\d[\\d.,]*`, "giu"),
  new RegExp(
    `(?<![\\p{L}\\d.])\\d[\\d.,]* ?(?:k |mio\\.? |million(?:en|s|es)? )?${CURRENCY}(?![\\p{L}])`,
    "giu",
  ),
  new RegExp(`(?<![\\p{L}\\d./-])\\d{4} ?${COUNTED}(?![\\p{L}])`, "giu"),
  new RegExp(`(?<![\\p{L}])${NAMED} ?\\d{1,5}(?![\\d-])`, "giu"),
  // Addresses of machines and versions: 192.168.1.20, v1.2.2016
  /(?<![\d.])\d+\.\d+\.\d+\.\d+(?![\d.])/gu,
  // Digits inside identifiers: A2016, 2016b, 20161203
  /(?<![\p{L}_])[\p{L}_]+\d{3,}|(?<![.\d])\d{5,}/gu,
];

export function maskNonDates(text: string): string {
  return PATTERNS.reduce(
    (masked, pattern) => masked.replace(pattern, (found) => MASK.repeat(found.length)),
    text,
  );
}
