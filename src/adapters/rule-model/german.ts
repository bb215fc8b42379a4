import { type Grammar, roleTable, verb, wordSet } from "./grammar.ts";

const ROLES = roleTable(`
HAS_SISTER person f: Schwester; Zwillingsschwester; Schwestern+
HAS_BROTHER person m: Bruder; Zwillingsbruder; Brüder+
HAS_SIBLING person x: Geschwister+
HAS_MOTHER person f: Mutter; Mama; Mutti
HAS_FATHER person m: Vater; Papa
HAS_PARENT person x: Eltern+
HAS_CHILD person f: Tochter; Töchter+
HAS_CHILD person m: Sohn; Söhne+
HAS_CHILD person x: Kind; Baby; Kinder+
HAS_GRANDCHILD person m: Enkel; Enkelsohn; Enkelkind
HAS_GRANDCHILD person f: Enkelin
HAS_GRANDPARENT person f: Oma; Großmutter
HAS_GRANDPARENT person m: Opa; Großvater
HAS_AUNT person f: Tante
HAS_UNCLE person m: Onkel
HAS_COUSIN person x: Cousin; Cousine; Cousins+
HAS_NIECE person f: Nichte
HAS_NEPHEW person m: Neffe; Neffen
SPOUSE person f: Frau; Ehefrau; Gattin
SPOUSE person m: Mann; Ehemann; Gatte
PARTNER person f: Freundin; Partnerin; Verlobte; Lebensgefährtin
PARTNER person m: Partner; Verlobter; Lebensgefährte
EX_PARTNER person f: Exfrau; Ex-Frau; Exfreundin; Ex-Freundin
EX_PARTNER person m: Exmann; Ex-Mann; Exfreund; Ex-Freund
HAS_MOTHER_IN_LAW person f: Schwiegermutter
HAS_FATHER_IN_LAW person m: Schwiegervater
HAS_SISTER_IN_LAW person f: Schwägerin
HAS_BROTHER_IN_LAW person m: Schwager
HAS_FRIEND person x: Freund; bester Freund; beste Freundin; Kumpel; Freunde+
HAS_COLLEAGUE person x: Kollege; Kollegin; Kollegen+
HAS_NEIGHBOUR person x: Nachbar; Nachbarin; Nachbarn+
FLATMATE person x: Mitbewohner; Mitbewohnerin; Mitbewohner+
BOSS person x: Chef; Chefin; Vorgesetzter; Vorgesetzte
HAS_PET animal x: Hund; Katze; Kater; Hündin; Welpe; Hase; Kaninchen; Pferd; Papagei; Hamster; Meerschweinchen; Haustier; Dackel; Hunde+; Katzen+; Haustiere+
HAS_DOCTOR person x: Hausarzt; Hausärztin; Ärztin; Arzt
WORKS_AS person x: Zahnarzt; Zahnärztin; Therapeutin; Therapeut; Physiotherapeutin; Physiotherapeut; Hebamme; Tierarzt; Tierärztin; Anwalt; Anwältin; Steuerberater; Steuerberaterin; Friseurin; Friseur; Klavierlehrer; Klavierlehrerin
HAS_STEPCHILD person f: Stieftochter
HAS_STEPCHILD person m: Stiefsohn
HAS_STUDENT person x: Schüler; Schülerin; Azubi
HAS_CUSTOMER person x: Kunde; Kundin
COACH person x: Trainer; Trainerin
EMPLOYS person x: Lehrling; Geselle; Gesellin
LANDLORD person x: Vermieter; Vermieterin
`);

const JOBS =
  "Lehrer|Ärzt|Arzt|Krankenpfleger|Krankenschwester|Pfleger|Ingenieur|Entwickler|Programmierer|Buchhalter|Anwalt|Anwält|Rechtsanwalt|Elektriker|Installateur|Tischler|Schreiner|Mechaniker|Fahrer|Lokführer|Pilot|Koch|Köch|Bäcker|Fleischer|Bauer|Bäuer|Landwirt|Gärtner|Maler|Designer|Architekt|Künstler|Musiker|Autor|Journalist|Übersetzer|Bibliothekar|Manager|Direktor|Berater|Wissenschaftler|Forscher|Professor|Student|Sekretär|Verkäufer|Kellner|Friseur|Fotograf|Zahnarzt|Zahnärzt|Apotheker|Tierarzt|Tierärzt|Physiotherapeut|Therapeut|Psycholog|Hebamme|Sanitäter|Polizist|Soldat|Techniker|Maurer|Dachdecker|Schweißer|Händler|Pfarrer|Erzieher|Schneider|Hausmeister|Chirurg|Sänger|Schauspieler|Tänzer|Trainer|Bankkaufmann|Kaufmann|Kauffrau|Chemiker|Physiker|Biolog|Meister|Geselle|Gesell|Lehrling|Rentner|Pensionist|Schlosser|Optiker|Sozialarbeiter|Postbot|Steuerberater|Richter|Goldschmied|Uhrmacher|Logopäd|Grafiker|Kardiolog|Urolog|Biologin|Informatiker|Erziehungs|Altenpfleger|Rettungssanitäter|Notfallsanitäter|Feuerwehr|Beamt|Hausfrau|Hausmann|Winzer|Imker|Florist|Konditor|Makler|Dolmetscher|Redakteur|Moderator|Regisseur|Kamera|Metzger|Zimmer(?:er|mann|frau)|Glaser|Klempner|Spengler|Schuster|Näher|Putzfrau|Reinigungskraft|Kassierer|Lagerist|Disponent|Spediteur|Sachbearbeiter|Projektleiter|Abteilungsleiter|Geschäftsführer|Filialleiter|Webdesigner|Softwareentwickler|Data Scientist|Chefarzt|Oberarzt|Pastor|Imam|Azubi|Auszubildende|Referendar|Doktorand|Werkstudent|Vertriebler|Vertreter|Busfahrer|LKW-Fahrer|Taxifahrer|Pensionär";

const CONDITIONS =
  "Migräne|Asthma|Diabetes(?: Typ \\d)?|Epilepsie|Arthritis|Arthrose|Rheuma|Gicht|ADHS|Heuschnupfen|Bluthochdruck|Zöliakie|Depressionen|Krebs|Laktoseintoleranz|Neurodermitis|Schuppenflechte|Tinnitus|Demenz|Alzheimer|Parkinson|Osteoporose|Endometriose|Vorhofflimmern|Schlafapnoe|Glutenunverträglichkeit|Hashimoto|Höhenangst|Burn-?out";

/** Places where people are employed, by their noun. */
const EMPLOYERS =
  "\\p{L}*(?:[Kk]linikum|[Kk]linik|[Kk]rankenhaus|[Ss]chule|[Kk]indergarten|[Kk]ita|[Bb]ibliothek|[Uu]niversität|[Aa]potheke|[Bb]äckerei|[Bb]ücherei|[Pp]raxis|[Bb]ank|[Ss]parkasse|[Rr]athaus|[Ff]inanzamt|[Vv]erlag|[Hh]otel|[Rr]estaurant|[Tt]heater|[Mm]useum|[Pp]flegeheim|[Aa]ltenheim|[Ll]abor|[Kk]anzlei|[Gg]ärtnerei|[Ww]erkstatt|[Aa]mt)";

export const GERMAN: Grammar = {
  language: "de",
  roles: ROLES,
  mine: "[Mm]ein(?:e[nmrs]?)?|[Uu]nser(?:e[nmrs]?)?",
  theirs: new Map([
    ["sein", "m"],
    ["seine", "m"],
    ["seinen", "m"],
    ["ihr", "f"],
    ["ihre", "f"],
    ["ihren", "f"],
  ] as const),
  counts: "[Dd]er|[Dd]ie|[Dd]as|[Dd]en|[Dd]em|[Ee]in|[Ee]ine|[Ee]inen|[Zz]wei|[Dd]rei",
  self: "[Ii]ch|[Ww]ir",
  pronouns: new Map([
    ["er", "m"],
    ["sie", "f"],
  ] as const),
  called: "namens|genannt|heißt|heisst",
  is: "(?:ist|war|heißt|heisst|sind)",
  and: "und|oder|sowie|&",
  selfName:
    /(?:^|[.!,;:\s])(?:[Ii]ch heiße|[Ii]ch heisse|[Mm]ein Name ist|[Ii]ch bin(?: (?:der|die))?) (?=\p{Lu})/gu,
  skip: /^(?:auch|jetzt|nun|ja|eh|halt|noch|schon|immer noch|gerade|übrigens|aber|dann|seit \p{L}+(?: \p{L}+)?|seit \d+ \p{L}+|erst|inzwischen|mittlerweile|wieder|heute|gestern|wirklich|eigentlich|leider|nämlich|doch|immer|oft|gern|gerne|beide|total|sehr|ab \p{L}+|bin|habe|hab|hat|ist|sind|haben) /iu,
  negation: /^(?:nicht|nie|niemals|nicht mehr|nimmer) /u,
  conjunct: /,? (?:und|aber) |[,(;] ?/gu,
  updated:
    /\b(?:jetzt|nun|ab (?:jetzt|sofort|heute|morgen)|neue[nrs]?|inzwischen|mittlerweile|umgezogen|übersiedelt|gewechselt|seit kurzem|seit neuestem)\b/iu,
  corrected:
    /\b(?:ich meinte|korrektur|falsch gesagt|stimmt (?:so )?nicht|das war falsch|vertan|verwechselt|versprochen hab|eigentlich|sondern|nicht richtig|entschuldige|sorry)\b|^nein,/iu,
  contrast: [
    /(?<new>[^,;:]{2,60}?),? (?:und )?nicht (?:in |aus |bei )?(?<old>[\p{L}\p{N}'-]{2,40}(?: \p{Lu}[\p{L}-]+)?)(?=[,.;!?)]|$)/iu,
    /nicht (?:in |aus |bei )?(?<old>[\p{L}\p{N}' -]{2,40}?),? sondern (?<new>[^,.;]{2,60})/iu,
  ],
  determiners: wordSet(
    "der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner unser unsere unseren sein seine seinen ihr ihre ihren kein keine keinen keiner dieser diese dieses gern gerne im am beim",
  ),
  stops: wordSet(
    "und oder aber weil dass denn wenn als wie mit für bei in im an am auf aus von vom zu zum zur bis seit nach über unter vor ohne gegen um ich du er sie es wir ihr ist sind war waren hat haben habe hab wird werden kann noch schon jetzt nun mehr auch nicht nie gern gerne sehr gestern heute morgen die der das den dem gefunden gekauft gemacht getroffen gegessen gelernt besucht verkauft bekommen ab durch jeden jede jedes wo was wer sogar eh halt",
  ),
  clauseStops: wordSet("weil dass denn wenn aber ob obwohl ich er sie es wir und oder"),
  empty: wordSet(
    "es das dies dir mir mich dich ihn ihm ihr uns euch man sich nichts etwas alles viel mehr sehr gut schön zeit lust angst ahnung recht da hier dort heute gestern morgen so auch noch schon nur ja nein ok sicher ich du er sie wir ihr und oder der die das den ein eine einen jetzt nicht kein keine was wer wie wo wann warum mal dabei hause daheim moment problem mann leute lange bisschen paar idee grad gerade gern gerne montag dienstag mittwoch donnerstag freitag samstag sonntag bitte danke dafür beim im am von zu mit also dann aber schreib wie leider übrigens meine mein unsere unser",
  ),
  job: new RegExp(
    `^(?:(?:ein|eine|als|die|der) )?((?:\\p{L}+)?(?:${JOBS}|${JOBS.toLowerCase()})(?:\\p{Ll}{0,4})(?: für \\p{L}+)?)(?![\\p{L}-])`,
    "u",
  ),
  employer: /^,? (?:bei|bei der|beim|für) (?=(?:der |dem )?\p{Lu})/u,
  jobPlace: /^,? (?:in|im|aus) (?=\p{Lu})/u,
  verbs: [
    verb(
      "HABIT",
      "(?:gehe?|fahre?|spiele?|trainiere?|schwimme?)(?= [\\p{L} ]{0,20}jeden (?:\\p{L}+ )?\\p{Lu}\\p{L}+tag(?!\\p{L})) / (?:geht|fährt|spielt|trainiert|schwimmt)(?= [\\p{L} ]{0,20}jeden (?:\\p{L}+ )?\\p{Lu}\\p{L}+tag(?!\\p{L}))",
      "clause",
      0.65,
    ),
    verb(
      "LIVES_IN",
      "(?:bin|sind)(?: [\\p{L}\\d]+){0,4}? nach (?=\\p{Lu}[\\p{L}-]+ (?:gezogen|umgezogen|übersiedelt)) / (?:ist|sind)(?: [\\p{L}\\d]+){0,4}? nach (?=\\p{Lu}[\\p{L}-]+ (?:gezogen|umgezogen|übersiedelt))",
      "name",
      0.85,
      { entity: "place", change: "update" },
    ),
    verb(
      "LIVES_IN",
      "(?:wohne?|wohnen(?! tun)|lebe?|leben)(?: (?!nicht|kein)[\\p{L}\\d]+){0,3}? (?:in|im|bei) / (?:wohnt|wohnen|lebt|leben)(?: (?!nicht|kein)[\\p{L}\\d]+){0,3}? (?:in|im|bei)",
      "name",
      0.9,
      { entity: "place" },
    ),
    verb(
      "LIVES_IN",
      "(?:wohne?|wohnen|lebe?|leben) (?:jetzt )?nicht mehr in / (?:wohnt|lebt) (?:jetzt )?nicht mehr in",
      "name",
      0.85,
      { entity: "place", change: "ending" },
    ),
    verb(
      "MOVES_TO",
      "(?:ziehe?|ziehen|geh|gehe)(?: [\\p{L}]+){0,3}? nach / (?:zieht|ziehen|geht|übersiedelt)(?: [\\p{L}]+){0,3}? nach",
      "name",
      0.65,
      { entity: "place" },
    ),
    verb(
      "COMES_FROM",
      "(?:komme?|kommen|stamme?|bin) (?:ursprünglich )?aus / (?:kommt|stammt|ist) (?:ursprünglich )?aus",
      "name",
      0.75,
      { entity: "place" },
    ),
    verb(
      "BORN_IN",
      "bin (?:\\d+ )?in (?=\\p{Lu}[\\p{L}-]+ geboren) / ist (?:\\d+ )?in (?=\\p{Lu}[\\p{L}-]+ geboren)",
      "name",
      0.8,
      { entity: "place" },
    ),
    verb(
      "BIRTHDAY",
      "(?:habe?|hab|bin) am (?=\\d+\\. ?\\p{L}+ (?:Geburtstag|geboren)) / (?:hat|ist) am (?=\\d+\\. ?\\p{L}+ (?:Geburtstag|geboren))",
      "date",
      0.85,
    ),
    verb(
      "WORKS_AS",
      "arbeite?(?: [\\p{L}\\d]+){0,2}? als / arbeitet(?: [\\p{L}\\d]+){0,2}? als",
      "job",
      0.85,
    ),
    verb(
      "WORKS_AT",
      "(?:arbeite?|arbeiten)(?: (?!nicht|als)[\\p{L}\\d]+){0,3}? (?:bei|für|beim|bei der) / arbeitet(?: (?!nicht|als)[\\p{L}\\d]+){0,3}? (?:bei|für|beim|bei der)",
      "name",
      0.85,
      { entity: "organisation" },
    ),
    verb(
      "WORKS_AT",
      `(?:arbeite?|arbeiten)(?: (?!nicht|als)[\\p{L}\\d]+){0,4}? (?:im|am|an der|in der|in einem|in einer|an einer) (?=(?:\\p{Ll}+ )?(?:${EMPLOYERS})) / arbeitet(?: (?!nicht|als)[\\p{L}\\d]+){0,4}? (?:im|am|an der|in der|in einem|in einer|an einer) (?=(?:\\p{Ll}+ )?(?:${EMPLOYERS}))`,
      "name",
      0.8,
      { entity: "organisation" },
    ),
    verb("WORKS_IN", "(?:arbeite?|arbeiten) in / arbeitet in", "name", 0.75, { entity: "place" }),
    verb(
      "STUDIES_AT",
      "studiere? (?:\\p{L}+ )?(?:an der|in) / studiert (?:\\p{L}+ )?(?:an der|in)",
      "name",
      0.75,
      { entity: "organisation" },
    ),
    verb("STUDIES", "studiere? / studiert", "noun", 0.8),
    verb("LEARNS", "lerne?(?: gerade)? / lernt(?: gerade)?", "noun", 0.7),
    verb(
      "SPOUSE",
      "(?:(?:bin|sind)(?: seit \\d+)? )?(?:glücklich )?verheiratet mit / (?:(?:ist|sind)(?: seit \\d+)? )?verheiratet mit",
      "name",
      0.85,
      { entity: "person" },
    ),
    verb(
      "HAS_CONDITION",
      "bin (?=(?:schwanger|taub|blind|farbenblind|Diabetiker|Diabetikerin|Asthmatiker)(?![\\p{L}])) / ist (?=(?:schwanger|taub|blind|farbenblind|Diabetiker|Diabetikerin)(?![\\p{L}]))",
      "word",
      0.8,
    ),
    verb(
      "EATS",
      "bin (?=(?:Vegetarier|Vegetarierin|Veganer|Veganerin|vegan)(?![\\p{L}])) / ist (?=(?:Vegetarier|Vegetarierin|Veganer|Veganerin|vegan)(?![\\p{L}]))",
      "word",
      0.8,
    ),
    verb(
      "ALLERGIC_TO",
      "(?:bin )?(?:nicht )?allergisch (?:gegen|auf) / (?:ist )?(?:nicht )?allergisch (?:gegen|auf)",
      "list",
      0.9,
    ),
    verb(
      "HAS_CONDITION",
      `(?:habe?|hab|leide an|leide unter) (?:kein |keine |keinen |eine |ein |einen |seit \\p{L}+ )?(?=(?:${CONDITIONS})(?![\\p{L}])) / (?:hat|leidet an|leidet unter) (?:kein |keine |keinen |eine |ein |einen )?(?=(?:${CONDITIONS})(?![\\p{L}]))`,
      "list",
      0.85,
    ),
    verb(
      "TAKES_MEDICATION",
      "(?:nehme|nehm|bekomme) (?:jeden \\p{L}+ )?(?=\\p{Lu}\\p{L}+ \\d+ ?mg|\\p{Lu}\\p{L}+(?:pril|statin|formin|olol|prazol)) / (?:nimmt|bekommt) (?=\\p{Lu}\\p{L}+ \\d+ ?mg|\\p{Lu}\\p{L}+(?:pril|statin|formin|olol|prazol))",
      "noun",
      0.8,
    ),
    verb("TAKES_MEDICATION", "- / (?:es|gibt's|gibt es) (?=\\p{Lu}\\p{L}+ \\d+ ?mg)", "noun", 0.6),
    verb("SPEAKS", "spreche / spricht", "list", 0.7),
    verb("PLAYS", "(?:spiele?|spielen) (?!mit|am) / spielt (?!mit|am)", "noun", 0.75),
    verb("DRIVES", `(?:fahre?) (?=ein(?:en|e)? ) / fährt (?=ein(?:en|e)? )`, "noun", 0.75, {
      entity: "thing",
    }),
    verb(
      "EATS",
      "(?:esse?|essen) (?:\\p{L}+ ){0,3}?(?:kein|keine|keinen) / (?:isst|essen) (?:[\\p{L}]+ ){0,4}?(?:kein|keine|keinen)",
      "noun",
      0.8,
      { onlyNegated: true },
    ),
    verb(
      "DRINKS",
      "(?:trinke?|trinken) (?:\\p{L}+ ){0,2}?(?:kein|keine|keinen) / trinkt (?:\\p{L}+ ){0,2}?(?:kein|keine|keinen)",
      "noun",
      0.8,
      { onlyNegated: true },
    ),
    verb(
      "LIKES",
      `(?:mag|mögen|liebe|lieb) (?!nicht ganz|es|dich|dass|wie) / (?:mag|liebt) (?!es|dich|dass|wie)`,
      "list",
      0.75,
    ),
    verb(
      "LIKES",
      "(?:esse|trinke|höre|lese|ess|trink|hör|les) (?:sehr |am liebsten |besonders )?gerne? / (?:isst|trinkt|hört|liest) (?:sehr |am liebsten )?gerne?",
      "list",
      0.7,
    ),
    verb(
      "DISLIKES",
      "(?:hasse|hass|verabscheue) (?!es|dass|wenn) / (?:hasst|verabscheut) (?!es|dass|wenn)",
      "list",
      0.75,
    ),
    verb(
      "OWNS",
      `(?:habe?|hab)(?: mir)?(?: [\\p{L}]+){0,2}? (?=ein(?:en|e)? (?:\\p{L}+ )?\\p{Lu}[\\p{L}-]+ gekauft) / hat(?: sich)? (?=ein(?:en|e)? (?:\\p{L}+ )?\\p{Lu}[\\p{L}-]+ gekauft)`,
      "noun",
      0.75,
      { entity: "thing", change: "update" },
    ),
    verb(
      "HAS_PET",
      "(?:habe?|hab|haben) (?=(?:einen|eine|ein|keinen|keine|zwei|drei) (?:Hund|Katze|Kater|Katzen|Hunde|Pferd|Hasen|Hamster|Papagei)(?![\\p{L}])) / hat (?=(?:einen|eine|ein|keinen|keine|zwei) (?:Hund|Katze|Kater|Katzen|Hunde|Pferd)(?![\\p{L}]))",
      "noun",
      0.7,
    ),
    verb(
      "VISITED",
      "(?:war|waren) (?:\\p{L}+ )?in (?=\\p{Lu}[\\p{L}-]+(?:[.,!]|$| (?:und|auf))) / (?:war|waren) (?:letztes \\p{L}+ )?in (?=\\p{Lu}[\\p{L}-]+(?:[.,!]|$))",
      "name",
      0.6,
      { entity: "place" },
    ),
    verb(
      "PLANS",
      "(?:will|wollen|plane|möchte|möchten|habe vor|werde) (?!nicht wissen|wissen|sagen|dass|ja) / (?:will|plant|möchte) (?!nicht|wissen|sagen|dass)",
      "clause",
      0.65,
    ),
    verb(
      "SMOKES",
      "(?:rauche?)(?: [\\p{L}\\d]+){0,3}? nicht(?: mehr)? / raucht(?: [\\p{L}\\d]+){0,3}? nicht(?: mehr)?",
      "none",
      0.75,
      {
        object: "Zigaretten",
        negative: true,
      },
    ),
    verb("DIED", "- / (?:ist (?:\\p{L}+ ){0,3}(?:gestorben|eingeschlafen|verstorben)|starb)", "said", 0.85, {
      change: "update",
    }),
    verb("AGE", "(?:bin|werde|wurde|bin gerade) / (?:ist|wird|wurde)", "age", 0.85),
    verb("AGE", "(?=\\p{L}+ Jahre? alt|\\d+ Jahre? alt)", "age", 0.8),
    verb(
      "WORKS_AS",
      "(?:bin|war|werde)(?: jetzt| seit \\d+| nun| inzwischen)? / (?:ist|wird|ist ja|war)(?: jetzt| seit \\d+| nun| inzwischen)?",
      "job",
      0.75,
    ),
    verb("HOBBY", "singe (?:im|in einem|in der) / singt (?:im|in einem|in der)", "noun", 0.7),
    verb(
      "HOBBY",
      "(?:gehe?|gehen) (?:\\p{L}+ ){0,2}?(?=(?:schwimmen|klettern|joggen|laufen|tanzen|reiten|wandern|angeln|fischen|turnen|kegeln|bouldern|segeln|rudern|Skifahren)(?!\\p{L})) / geht (?:\\p{L}+ ){0,2}?(?=(?:schwimmen|klettern|joggen|laufen|tanzen|reiten|wandern|angeln|fischen|turnen|kegeln|bouldern|segeln|rudern|Skifahren)(?!\\p{L}))",
      "word",
      0.7,
    ),
    verb("HAS_LICENSE", "(?:habe?|hab) (?=keinen Führerschein) / hat (?=keinen Führerschein)", "noun", 0.75),
  ],
  bareFirst: null,
  age: /^(\d{1,3}|(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf))(?: Jahre?(?: alt)?)?(?=\s*[,.;)!]|$| und | alt)/u,
  number:
    /^(\d{1,3}|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig)(?: Jahre?(?: alt)?)?(?=\s*[,.;)!…]|$| und | aber | geworden| seit| am| alt| bin)/u,
  phone:
    /\b(?:meine|neue) (?:\p{L}+ )?(?:Nummer|Telefonnummer|Handynummer)\b(?! für| von)[^.\d+]{0,40}(?<value>\+?\d[\d /()-]{5,18}\d)/iu,
  birthday: /(?<!\p{L})mein geburtstag ist (?:am |der )?(?<value>\d{1,2}\. ?\p{L}+)/iu,
  email:
    /\bmeine (?:\p{L}+ )?(?:E-?Mail|Mailadresse|E-Mail-Adresse)[^@\s]{0,3}(?: ist|:| lautet)? ?(?<value>[\w.+-]+@[\w-]+\.[\w.-]*\w)/iu,
  attribute:
    /(?<!\p{L})(?:[Mm]eine?|[Uu]nsere?) (?<what>\p{Lu}[\p{L}-]+) (?:ist|sind|liegt|lautet|beträgt|kostet)(?: jetzt)? (?:bei |am |um |ein |eine |jetzt )?(?<value>(?:jeden )?(?:\p{Lu}\p{L}+tag|[^\s.,;!?()]*\d)[^.,;!?()]{0,40})/u,
  condition:
    /(?<!\p{L})meine?[nr]? (?<value>Migräne|Asthma|Diabetes|Epilepsie|Arthritis|Rheuma|Heuschnupfen|Bluthochdruck|Zöliakie|Laktoseintoleranz)(?!\p{L})/u,
  favourite:
    /\bmein(?:e)? Lieblings(?<what>\p{Ll}+) (?:ist|sind|bleibt|war) (?:der |die |das )?(?<value>[^.,;!?]{2,60})/iu,
  time: /\b(?:seit|im|am|ab|bis|in) ((?:Anfang |Ende |Mitte )?(?:Jänner|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?: \d{4})?|\d{1,2}\. (?:Jänner|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?: \d{4})?|\d{4}|(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Sommer|Winter|Herbst|Frühling))(?![\p{L}\d])|\b(gestern|heute|morgen|(?:letzten|letztes|letzte|nächsten|nächstes|nächste) \p{L}+)(?!\p{L})/iu,
  guards: {
    question:
      /^(?:(?:und|aber|also|ok|ach|na|ja|nein|oder),? )*(?:was|wer|wem|wen|wo|woher|wohin|wann|warum|wieso|wie|welche[rsn]?|kann|kannst|könnte|soll|sollte|darf|ist|sind|hat|hast|bist|gibt|weißt|erklär|schreib|sag mir|gib|rechne|mach|fass|erzähl|hilf)(?: |\?|$)/iu,
    unreal:
      /(?<!\p{L})(?:wenn|falls|würde|würd|wär|wäre|hätte|hätt|tät|angenommen|stell dir vor|vielleicht|vermutlich|könnte|wünschte|am liebsten würde|fast|beinahe|wollt|wollte|eigentlich wollten|ob)(?!\p{L})/iu,
    reported:
      /(?<!\p{L})(?:sagt|sagte|meint|behauptet|erzählt|glaubt|angeblich|laut|findet, dass|schreibt)(?!\p{L})/iu,
    joke: /(?<!\p{L})(?:scherz|haha+|hihi|spaß beiseite|nur spaß|war ein witz)(?!\p{L})/iu,
    sarcasm:
      /(?<!\p{L})(?:na super|na toll|ganz toll|wie schön|herrlich, |[Bb]ester? .{0,20} der Welt|ein Traum, |LIEBE|ehrlich, )(?!\p{L})/u,
  },
  frames: {
    play: /(?<!\p{L})(?:rollenspiel|rein erfunden|üben wir|du bist (?:ein|eine|der|die|mein|meine)(?: \p{L}+)+[,.]|tun wir so|spiel(?:en)? wir|stell dir vor|ich schreibe (?:gerade )?(?:ein|einen|an einem) (?:\p{L}+ )?(?:Roman|Buch|Krimi)|schreib(?:e)? (?:ich )?(?:mir )?(?:eine|an einer) geschichte|in (?:meinem|dem) (?:roman|spiel|buch)|gutenachtgeschichte|(?:eine|die) geschichte)/iu,
    offRecord:
      /(?:schreib(?:st|e)?(?: dir| du)?(?: \p{L}+)? nicht auf|nicht (?:speichern|merken|notieren|aufschreiben)|merk(?:e)? dir das nicht|off the record|speicher(?:e|st)?(?: das| dir)? (?:bitte )?nicht)/iu,
    paste:
      /(?<!\p{L})(?:mail von|schau dir .{0,20} an|kam gerade|fass mir|fasse|hat mir geschrieben|weitergeleitet|zusammenfassen|übersetz|der brief|lies das)/iu,
    injection:
      /(?:ignoriere (?:alle )?(?:vorherigen|bisherigen)|system ?:|hinweis für (?:automatische )?assistenten|vermerken sie dauerhaft)/iu,
  },
  requests: {
    forget:
      /(?<!\p{L})(?:vergiss|lösch(?:e)?|streich(?:e)?|entfern(?:e)?|nimm's raus|merk dir nicht)(?!\p{L})(?<target>[^.!?]{3,120})/iu,
    remember:
      /(?<!\p{L})(?:merk(?:e)? dir|notier(?:e)?|schreib dir auf|vergiss nicht)(?: bitte)?,?(?: dass|:)? (?<target>[^.!?]{3,160})/iu,
    correct: /(?<!\p{L})(?:korrigier(?:e)?|änder(?:e)?|berichtige)(?!\p{L})(?<target>[^.!?]{0,120})/iu,
    untrue:
      /(?<!\p{L})(?:stimmt nicht|hab(?:e)? (?:gar )?kein|nie gehabt|war falsch|verhört|verwechselt|gibt es nicht|erfunden)(?!\p{L})/iu,
  },
  phrases: {
    NAME: ["{s} heißt {o}.", "{s} heißt nicht {o}."],
    LIVES_IN: ["{s} wohnt in {o}.", "{s} wohnt nicht in {o}."],
    MOVES_TO: ["{s} zieht nach {o}.", "{s} zieht nicht nach {o}."],
    BORN_IN: ["{s} ist in {o} geboren.", "{s} ist nicht in {o} geboren."],
    BIRTHDAY: ["{s} hat am {o} Geburtstag.", "{s} hat nicht am {o} Geburtstag."],
    COMES_FROM: ["{s} kommt aus {o}.", "{s} kommt nicht aus {o}."],
    WORKS_AT: ["{s} arbeitet bei {o}.", "{s} arbeitet nicht bei {o}."],
    WORKS_IN: ["{s} arbeitet in {o}.", "{s} arbeitet nicht in {o}."],
    WORKS_AS: ["{s} ist {o} von Beruf.", "{s} ist nicht {o} von Beruf."],
    STUDIES_AT: ["{s} studiert an: {o}.", "{s} studiert nicht an: {o}."],
    STUDIES: ["{s} studiert {o}.", "{s} studiert nicht {o}."],
    LEARNS: ["{s} lernt {o}.", "{s} lernt nicht {o}."],
    SPOUSE: ["{s} ist mit {o} verheiratet.", "{s} ist nicht mit {o} verheiratet."],
    HAS_CONDITION: ["{s} hat diesen Befund: {o}.", "{s} hat diesen Befund nicht: {o}."],
    ALLERGIC_TO: ["{s} ist allergisch gegen {o}.", "{s} ist nicht allergisch gegen {o}."],
    TAKES_MEDICATION: ["{s} nimmt {o}.", "{s} nimmt kein {o}."],
    SPEAKS: ["{s} spricht {o}.", "{s} spricht nicht {o}."],
    PLAYS: ["{s} spielt {o}.", "{s} spielt nicht {o}."],
    DRIVES: ["{s} fährt {o}.", "{s} fährt nicht {o}."],
    OWNS: ["{s} besitzt {o}.", "{s} besitzt nicht {o}."],
    EATS: ["{s} isst: {o}.", "{s} isst nicht: {o}."],
    DRINKS: ["{s} trinkt {o}.", "{s} trinkt nicht: {o}."],
    SMOKES: ["{s} raucht {o}.", "{s} raucht keine {o}."],
    LIKES: ["{s} mag {o}.", "{s} mag {o} nicht."],
    DISLIKES: ["{s} mag {o} gar nicht.", "{s} hat nichts gegen {o}."],
    PLANS: ["{s} hat diesen Plan: {o}.", "{s} hat diesen Plan nicht mehr: {o}."],
    VISITED: ["{s} war in {o}.", "{s} war nicht in {o}."],
    DIED: ["{s} ist {o}.", "{s} ist nicht {o}."],
    AGE: ["{s} ist {o} Jahre alt.", "{s} ist nicht {o} Jahre alt."],
    PHONE_NUMBER: ["{s} hat die Telefonnummer {o}.", "{s} hat die Telefonnummer {o} nicht."],
    EMAIL: ["{s} hat die E-Mail-Adresse {o}.", "{s} hat die E-Mail-Adresse {o} nicht."],
    FAVORITE: ["{s} mag am liebsten {o}.", "{s} mag {o} nicht am liebsten."],
    ROLE: ["{s} hat {o} als {r}.", "{s} hat {o} nicht als {r}."],
    PARTNER: ["{s} ist mit {o} zusammen.", "{s} ist nicht mit {o} zusammen."],
    KNOWN_AS: ["{s} wird auch {o} genannt.", "{s} wird nicht {o} genannt."],
    HABIT: ["{s} macht gewöhnlich: {o}.", "{s} macht gewöhnlich nicht: {o}."],
    HAS_APPOINTMENT: ["{s} hat diesen Termin: {o}.", "{s} hat diesen Termin nicht: {o}."],
    CANCELLED: ["{s} hat abgesagt: {o}.", "{s} hat nicht abgesagt: {o}."],
    HAD_HEALTH_EVENT: ["{s} hatte das: {o}.", "{s} hatte das nicht: {o}."],
    HAD_INJURY: ["{s} war verletzt: {o}.", "{s} war nicht verletzt: {o}."],
    STUDIED: ["{s} hat {o} studiert.", "{s} hat nicht {o} studiert."],
    PASSED: ["{s} hat bestanden: {o}.", "{s} hat nicht bestanden: {o}."],
    HAS_LICENSE: ["{s} hat diesen Schein: {o}.", "{s} hat diesen Schein nicht: {o}."],
    BREED: ["{s} ist von dieser Rasse: {o}.", "{s} ist nicht von dieser Rasse: {o}."],
    PAYS_RENT: ["{s} zahlt {o} Miete.", "{s} zahlt nicht {o} Miete."],
    MARRIED_IN: ["{s} hat {o} geheiratet.", "{s} hat nicht {o} geheiratet."],
    LIVES_AT: ["{s} wohnt an dieser Adresse: {o}.", "{s} wohnt nicht an dieser Adresse: {o}."],
    WORKS_SHIFT: ["{s} arbeitet in dieser Schicht: {o}.", "{s} arbeitet nicht in dieser Schicht: {o}."],
    COACH: ["{s} wird von {o} trainiert.", "{s} wird nicht von {o} trainiert."],
    MEMBER_OF: ["{s} ist Mitglied bei {o}.", "{s} ist nicht Mitglied bei {o}."],
    HAS_PET: ["{s} hat ein Haustier namens {o}.", "{s} hat kein Haustier namens {o}."],
    HOBBY: ["{s} hat dieses Hobby: {o}.", "{s} hat dieses Hobby nicht: {o}."],
    OTHER: ["{s}: {p} {o}.", "{s}: nicht {p} {o}."],
  },
  user: "Der Nutzer",
  usersRole: (role) => `Des Nutzers ${role}`,
};
