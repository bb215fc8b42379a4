import type { LanguagePack } from "./pack.ts";

const OFF =
  "(?:(?:ganz )?unter uns[, ]+)?(?:off the record|nicht furs protokoll|schreib das nicht auf|merk dir das(?: bitte)? nicht)";
const FORGET = "(?:vergiss|losche?)(?: bitte)?";
const TOLD = "(?:erzahlt|gesagt) habe";

const memories = (count: number): string => (count === 1 ? "1 Erinnerung" : `${count} Erinnerungen`);

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const de: LanguagePack = {
  words: {
    stop: "aber alle allem allen aller alles als also am an ander andere anderem anderen auch auf aus bei bin bis bist da damit dann das dass dein deine dem den der des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer fur gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre im in indem ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine keinem keinen konnte konnen machen man manche mein meine meinem meinen meiner mich mir mit muss nach nein nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie sind so solche soll sondern sonst uber um und uns unser unsere unter viel vom von vor wahrend war waren warst was weg weil weiter welche wenn wer werde werden wie wieder will wir wird wirst wo wollen wurde wurden zu zum zur zwar zwischen weisst sag erinnere bitte eigentlich welchem welchen welcher welches wann wem wessen warum wieso weshalb woher wohin womit wofur wogegen woran worauf worin wovon woruber wozu wodurch wobei wonach wieviel wieviele ans aufs beim vorm ums ubers ausser bezuglich gegenuber innerhalb seit statt trotz wegen je viele vielen vieler vieles mehr mehrere wenig wenige einige einigen beide beiden beides jemand niemand gerade schon denn dabei dafur dagegen daher dahin damals danach daran darauf daraus darin davon davor dazu deshalb hierher seid seien habt hast hattest wurdest worden geworden konnten konntest kannst sollte sollten sollst musst mussen musste mussten darf durfen durfte mochte bevor nachdem obwohl sobald euren eure deren jenem jener jenes zurzeit derzeit jemanden jemandem niemanden niemandem irgendwer irgendjemand irgendetwas irgendwas keiner nich jetz nu nen nem ner isses unserem unseren unserer unseres unserm unsern unsre unsrem unsren unsrer unsres vllt iwie",
    frequent:
      "der die das den dem und ich du er sie wir ihr ist sind war waren bin bist habe hast hat haben nicht ein eine einen einem einer mein meine meinen dein deine mit für auf im am vom zum zur bei nach aus über wie was wann wo wer warum kann kannst wird werden seit gestern heute morgen letzten letzte letztes woche monat jahr vor tagen wochen jahren auch noch nur aber oder wenn dass mir mich dir dich uns sehr schon von zu in januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag sommer herbst frühling anfang mitte ende bis zwischen vorgestern übermorgen letzter letztem nächste nächsten nächster nächstes danke bitte hallo guten jahre monate",
    letters: "[ßäöü]",
    articles: "der|die|das|den|dem|ein|eine|mein|meine|meinen|meiner|meinem",
    nameEndings: "s es",
    self: "ich mich mir wir uns",
    own: "mein meine meinen meinem meiner meines unser unsere unseren unserem unserer unseres unserm unsern unsre unsrem unsren unsrer unsres",
    first: "ich|mich|mir|mein\\w*|wir|uns|unser\\w*",
    second: "du|dich|dir|dein\\w*|ihr|euch",
    third: "er|ihm|ihn|sein\\w*|ihr\\w*",
    plural: "wir|uns|unser\\w*",
    user: "nutzers?|benutzer",
    denials: "nicht nichts nein kein keine keinen keinem keiner nie niemals niemand ohne weder",
    agreement: "ja genau stimmt richtig",
    conjunctions: "und|aber|sondern|weil|dass",
    relatives: "welche welcher welches welchem welchen wo",
    one: "ein\\w*",
    spans: "jahr|monat|woche|tag|stunde",
    counting: "zwei drei vier funf sechs sieben neun zehn zwolf zwanzig dreissig",
    nounsAreCapital:
      "der|die|das|und|ist|hat|ein|eine|einen|nicht|im|am|vom|von|mit|seit|wird|bei|nach|auf|sind|zu|dem",
    polite: "Sie|Ihnen|Ihre?[mnrs]?",
    amounts:
      "halb halbe halben halber halbes anderthalb zweieinhalb dreieinhalb viertel jahrzehnt jahrzehnte zwillinge drillinge",
    pronouns: "es sie er ihn ihm das dies wir uns",
    hedges: "wenn falls würde würden wäre vielleicht könnte",
    reports: "sagt sagte meint meinte behauptet erzählt glaubt",
    userNames: "nutzer nutzerin benutzer benutzerin",
    owner: "(?:der|die|des|dem|den|dieser|diese) (?:user|(?:be)?nutzer(?:s|in)?)",
    assistant: "assistent",
    endings: "er en em t",
    abbreviations: "z\\.b|d\\.h|ca|bzw",
    numero: "nr",
    beforeOrdinal: "am|dem|den|der|die|das|vom|zum|bis|ab|seit|im|beim|jeden",
    afterOrdinal: "j[aä]n|feb|m[aä]r|apr|mai|jun|jul|aug|sep|okt|nov|dez",
    salutations: "liebe[rs]?|sehr geehrte[rs]?",
    numbers: `
      0: null; 1: eins erste ersten erster; 2: zwei zweite zweiten zweiter beide;
      3: drei dritte dritten dritter; 4: vier vierte vierten; 5: funf funfte funften;
      6: sechs sechste sechsten; 7: sieben siebte siebten; 8: acht achte achten; 9: neun neunte neunten;
      10: zehn zehnte zehnten; 11: elf elfte elften; 12: zwolf zwolfte zwolften dutzend; 13: dreizehn;
      14: vierzehn; 15: funfzehn; 16: sechzehn; 17: siebzehn; 18: achtzehn; 19: neunzehn; 20: zwanzig;
      30: dreissig; 40: vierzig; 50: funfzig; 60: sechzig; 70: siebzig; 80: achtzig; 90: neunzig;
      100: hundert; 1000: tausend`,
  },
  kin: {
    HAS_SISTER: "schwester",
    HAS_BROTHER: "bruder",
    HAS_MOTHER: "mutter mami mama",
    HAS_FATHER: "vater papa",
    HAS_CHILD: "sohn tochter kind",
    SPOUSE: "frau ehefrau mann ehemann",
    PARTNER: "freundin verlobte verlobter",
    HAS_GRANDMOTHER: "oma grossmutter",
    HAS_GRANDFATHER: "opa grossvater",
    HAS_AUNT: "tante",
    HAS_UNCLE: "onkel",
    HAS_COUSIN: "cousin cousine",
    BOSS: "chef chefin",
    HAS_FRIEND: "freund",
    HAS_COLLEAGUE: "kollege kollegin",
    HAS_NEIGHBOUR: "nachbar nachbarin",
    HAS_PET: "hund katze haustier",
  },
  senses: `
    live: wohn lebt leben; move: zieh ziehen umgezog ubersiedel; work: arbeit jobb;
    start: anfang fang beginn; stop: aufgehort kundig; like: mag mocht liebt; hate: hass;
    die: gestorb tot stirbt; marry: heirat verheirat; buy: kauf gekauft; sell: verkauf; call: heiss nam;
    pay: bezahl kost preis; take: nimm nehm; have: hat hab; teach: unterricht lehr; learn: lern studier;
    drive: fahr auto; drink: trink; eat: iss ess; play: spiel; born: geboren geburtstag; ill: krank;
    pet: haustier; doctor: arzt; home: wohnung haus; meet: treff; visit: besuch kommt; leave: verlass geht;
    want: mochte plant; allergic: allergi; child: kind`,
  askedBy: `
    NAME: heisst; KNOWN_AS: spitzname; AGE: alter; BIRTHDAY: geburtstag geboren; BORN_IN: geboren geburtsort;
    NATIONALITY: nationalitat staatsangehorigkeit; HEIGHT: gross grosse; WEIGHT: wiege wiegt gewicht;
    PHONE_NUMBER: telefon telefonnummer handynummer; EMAIL: email mailadresse; SPEAKS: spricht spreche sprachen;
    LIVES_IN: wohnt wohne wohnte wohnen gewohnt lebt lebe lebte leben gelebt umgezogen gezogen wohnort; LIVES_AT: adresse anschrift;
    LIVES_WITH: wohnt wohne wohnen lebt lebe leben mitbewohner mitbewohnerin haushalt; HAS_NEIGHBOUR: nachbarn;
    WORKS_AT: firma arbeitgeber arbeitet arbeite arbeiten gearbeitet angestellt;
    WORKS_AS: beruf beruflich job stelle position; WORKS_SHIFT: schicht schichten;
    BOSS: chef chefin vorgesetzter vorgesetzte; HAS_COLLEAGUE: kollegen kolleginnen;
    STUDIES_AT: studiert schule universitat; STUDIES: studium fach; LEARNS: lernt lerne; READS: liest lese buch;
    SPOUSE: verheiratet mann frau; PARTNER: partner partnerin freund freundin; RELATIONSHIP_STATUS: beziehung single geschieden;
    MARRIED_IN: hochzeit; HAS_SIBLING: geschwister; HAS_PARENT: eltern; HAS_CHILD: kind kinder;
    HAS_GRANDCHILD: enkel enkelin enkelkinder; HAS_PET: haustier tier haustiere tiere hund katze; HAS_FRIEND: freunde;
    HAS_DOCTOR: arzt arztin hausarzt; HAS_CONDITION: krankheit diagnose erkrankung; ALLERGIC_TO: allergisch allergie allergien;
    TAKES_MEDICATION: medikament medikamente tabletten dosis; EATS: ernahrung; DRIVES: auto wagen fahrzeug;
    COSTS: kostet kosten preis; LIKES: lieblings; HOBBY: hobby hobbys; PLANS: plane; VISITED: reise reisen besucht`,
  types: `
    person: mensch; company: firma|unternehmen; city: stadt; country: land; place: ort; animal: tier;
    medication: medikament`,
  dated: {
    months:
      "jan(?:uar)?|janner|feb(?:ruar)?|marz?|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?",
    weekdays: [
      "sonntags?",
      "montags?",
      "dienstags?",
      "mittwochs?",
      "donnerstags?",
      "freitags?",
      "samstags?|sonnabends?",
    ],
    days: "gestern|vorgestern|heute|morgen|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|(?:letzte|nachste)[nrms]? \\p{L}+|am \\d{1,2}\\.|silvester|weihnachten",
  },
  questions: {
    since: "seit",
    after: "nach",
    before: "vor|bis",
    the: "dem|der|den",
    kindsOfAnswer:
      "tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden zeit uhrzeit datum zahl anzahl nummer art sorte name namen heute moment derzeit momentan aktuell",
    greetings:
      "guten (?:morgen|tag|abend)|gute nacht|schönen tag|wie geht(?: es|['’]?s)(?: (?:dir|euch|ihnen))?",
    idioms: [
      ["\\bwie alt\\b", "welches alter"],
      ["\\bmach(?:e|t)? weiter\\b", "und dann"],
    ],
  },
  times: {
    months: {
      "j[aä]n(?:uar|ner|\\.)?": 1,
      "feb(?:ruar|\\.)?": 2,
      "märz|mrz\\.?": 3,
      "apr(?:il|\\.)?": 4,
      mai: 5,
      "juni?": 6,
      "juli?": 7,
      "aug(?:ust|\\.)?": 8,
      "sept?(?:ember|\\.)?": 9,
      "okt(?:ober|\\.)?": 10,
      "nov(?:ember|\\.)?": 11,
      "dez(?:ember|\\.)?": 12,
    },
    weekdays: {
      sonntag: 0,
      montag: 1,
      dienstag: 2,
      mittwoch: 3,
      donnerstag: 4,
      freitag: 5,
      "samstag|sonnabend": 6,
    },
    seasons: {
      "frühling|frühjahr": "spring",
      sommer: "summer",
      herbst: "autumn",
      winter: "winter",
      weihnachten: "christmas",
      ostern: "easter",
    },
    units: {
      "minuten?": "minute",
      "stunden?": "hour",
      "tag(?:e[ns]?|s)?": "day",
      "wochenenden?": "weekend",
      "wochen?": "week",
      "monat(?:e[ns]?|s)?": "month",
      "jahr(?:e[ns]?|s)?": "year",
      "jahrzehnt(?:e[ns]?|s)?": "decade",
    },
    spelledIn: "de-DE",
    numbers: {
      "ein paar": 3,
      "einigen|wenigen": 3,
      mehreren: 4,
      "eine[mnr]?": 1,
      ein: 1,
      zwo: 2,
      "(?:eine[mnr]? )?halbe[mnrs]?": 0.5,
      "anderthalb|eineinhalb": 1.5,
      zweieinhalb: 2.5,
      dreieinhalb: 3.5,
    },
    half: "und (?:ein|einem) halbes?",
    days: {
      vorgestern: -2,
      "gestern(?: (?:abend|nachmittag|vormittag|früh|morgen|nacht))?": -1,
      "letzte nacht": -1,
      "heute(?: (?:abend|nachmittag|vormittag|früh|morgen|nacht|mittag))?": 0,
      übermorgen: 2,
      "(?<!(?:guten|am|jeden|heute|gestern) )morgen(?: (?:abend|nachmittag|vormittag|früh|mittag))?": 1,
    },
    ago: [
      "vor (?:etwa |rund |ungefähr |ca\\. |über |fast |knapp )?{n} {unit}",
      "seit (?:etwa |rund |ungefähr |ca\\. |über |fast |knapp )?{n} {unit}",
    ],
    ahead: ["in (?:etwa |rund |ca\\. )?{n} {unit}"],
    last: ["(?:(?:am|im|in der|den|die|das) )?(?:letzt|vorig|vergangen)e[mnrs]? {x}"],
    this: ["(?:(?:am|im|in) )?(?:diese[mnrs]?) {x}"],
    next: ["(?:(?:am|im|in der|den|die|das) )?(?:nächst|kommend)e[mnrs]? {x}"],
    secondLast: ["(?:(?:am|im|in der|den|die|das) )?vorletzte[mnrs]? {unit}"],
    periodEnd: ["(?:am )?ende de[rs] {unit}", "(?:(?:zum|am) )?{unit}(?<!wochen)ende"],
    recent: ["(?:in |während )?(?:den|der|die) (?:letzt|vergangen)en {n} {unit}"],
    coming: ["(?:in )?(?:den|der|die) (?:nächst|kommend)en {n} {unit}"],
    // Eight days are a week: the first and the last are counted.
    afterWeekday: [
      ["{weekday} in (?:acht|8) tagen", 7],
      ["{weekday} in {n} {unit}", null],
      ["{n} {unit} (?:ab|nach) (?:(?:dem )?(?:nächst|kommend)en |diesem |dem kommenden )?{weekday}", null],
    ],
    date: ["(?:(?:am|den|dem|der) )?{day}\\.? ?{month}(?:,? (?:{year}|{shortYear}))?"],
    dayRange: [
      "(?:(?:vom|von|zwischen|zwischen dem) )?{day}\\.?(?: ?[-–] ?| bis zum | bis | und dem | und ){day2}\\.? {month}(?: {year})?",
    ],
    monthRange: [
      "(?:von|zwischen) {month}(?: {year})? (?:bis|und) {month2}(?: {year2})?",
      "{month} ?(?:[-–]|bis) ?{month2} {year2}",
    ],
    monthYear: ["{month}(?: des Jahres|,)? {anyYear}"],
    seasonYear: ["{season}(?: des Jahres|,)? {anyYear}"],
    beforeMonth: "im|in|seit|bis|ab|seit dem|vom|vor|nach|anfang|mitte|ende|monat",
    beforeSeason: "im|seit|seit dem|bis|ab|diesen|über den|zum",
    beforeYear: "im jahr|im jahre|in|seit|bis|ab|von|vor|nach|um|anfang|mitte|ende|jahr|zwischen|jahrgang",
    dayOfMonth: ["(?:[Aa]m|[Vv]om|[Zz]um|bis zum|den) {day}\\.(?! ?[\\p{Lu}\\d])"],
    decade: ["(?:(?:in )?(?:den|die|der) )?(?<decade>(?:1[89]|20)\\d0|[2-9]0)ern?(?:[ -]?jahren?)?"],
    plainMonths: "Januar|Februar|März|April|Juni|Juli|August|September|Oktober|November|Dezember",
    bareYear:
      "(?<!(?:zimmer|raum|nr\\.?|nummer|hausnummer|seite|windows|office|agenda|plz|code|pin|büro|konto|modell|fifa|saal|tel\\.?) ){year}(?! ?[A-ZÄÖÜ%€$])",
    to: "bis|bis zum|[-–]",
    and: "und",
    between: "zwischen",
    the: "dem|den",
    early: "(?:zu )?(?:anfang|beginn)(?: de[sr])?",
    middle: "mitte(?: de[sr])?",
    late: "(?:gegen )?ende(?: de[sr])?",
    from: "von",
    beforeShortDate: "am|vom|zum|den|bis|seit|ab|der",
    millions: "mio\\.?|million(?:en)?",
    money: "franken",
    counted:
      "leute|menschen|personen|stück|einwohner|wörter|schritte|kilometer|meter|seiten|punkte|stunden|minuten|prozent",
    oClock: "uhr|h",
    named: "zimmer|raum|saal|büro|wohnung|hausnummer|nr\\.?|nummer|flug|modell|seite|plz",
    phone: "telefon|handy|ruf",
  },
  validity: {
    since: "seit|seit dem",
    from: "ab|ab dem|vom|fangt (?:\\p{L}+ )?(?:am|im)",
    until: "bis|bis zum|bis ende",
    link: "bis|und",
    // "ist auf Donnerstag verschoben" does not say when it happened; "ist am Donnerstag gestorben" does.
    past: "war|waren|hatten?|wurden?|(?:an|auf|aus|ab|be|ein|er|ver|zu|um)?(?:gann|ging|fing|kam|traf|sah|gab|nahm|fuhr|zog|lief|ließ|schrieb|blieb|starb|verlor|fand|brach|sprach|hielt|trug|schlief|rief|flog|trat|tat|bat|bot)(?:en)?|\\p{L}+tete[nt]?|(?:hat|haben|habe) [^.]{0,100}(?:ge\\p{L}{1,40}(?:t|en)|\\p{L}{1,40}iert)|(?:ist|sind|bin) [^.]{0,100}ge\\p{L}{1,40}en|(?:hat|haben|habe) [^.]{0,100}(?:be|er|ver|zer|ent)\\p{L}{1,40}(?:t|en)",
    present:
      "(?:[Ww]ird|[Ww]erden?|[Ww]irst)|(?:[Ii]ch|[Ww]ir) (?!habe|war|bin)\\p{Ll}+(?<!t)en?|(?!habe|war)\\p{Ll}+(?<!t)e ich|(?:[Nn]utzer(?:in)?|[Ee]r|[Ss]ie|[Ee]s|^(?:(?:Der|Die|Das) )?\\p{Lu}\\p{L}+) (?!hat|ist|mit|seit|nicht|jetzt|erst|oft)\\p{Ll}+t",
  },
  intents: {
    please: "bitte",
    courtesy: "ok|okay|hallo|hi|danke|sorry|ach|oh|oh nein|nein|ja|moment|engram",
    except: "aber|au(?:ss|ß)er|bis auf|nur nicht",
    firstPerson: "ich|mich|mir|mein|meine|meinen|meinem|meiner|wir|uns|unser|unsere",
    forms: [
      ["forget", "last", `${FORGET} (?:das|dies)|bitte vergiss es|vergiss es,? bitte`],
      ["forget", "last", `${FORGET},? was ich (?:gerade|eben) gesagt habe`],
      ["forget", "everything", `${FORGET} alles(?: uber mich|,? was (?:du wei(?:ss|ß)t|ich dir ${TOLD}))?`],
      ["forget", "everything", `${FORGET} alles,? was du uber mich wei(?:ss|ß)t`],
      ["forget", "whole", `${FORGET} alles,? was (?:ich(?: dir)?|du) uber X (?:${TOLD}|wei(?:ss|ß)t)`],
      ["forget", "whole", `${FORGET} alles uber X`],
      ["forget", "told", `${FORGET},? was ich(?: dir)? (?:uber|von) X ${TOLD}`],
      ["forget", "named", `${FORGET}(?:,? dass)? (?!.*\\b(?:nicht|nie)\\b)X`],
      ["remember", "last", "merk dir das"],
      ["remember", "words", "merk dir(?: bitte)?(?::|,? dass) ..."],
      ["remember", "words", "merk dir(?: bitte)? (?=mein)..."],
      ["off_record", "last", "das war (?:off the record|nicht furs protokoll)"],
      ["off_record", "back", "wieder (?:on the record|furs protokoll)"],
      ["off_record", "from_now_on", "ab jetzt(?: bitte)? (?:off the record|nicht mitschreiben)"],
      ["off_record", "words", `${OFF} *[:,;–—-] *...`],
      ["off_record", "words", "..., *(?:off the record|nicht furs protokoll)"],
      ["off_record", "words", OFF],
      ["why", "last", "woher wei(?:ss|ß)t du das|warum (?:denkst|glaubst|sagst) du das|wie kommst du darauf"],
      ["wrong", "last", "das (?:stimmt nicht|ist (?:falsch|nicht wahr))"],
      ["undo", "last", "mach das (?:wieder )?ruckgangig|nimm das zuruck"],
    ],
    yes: "(?:ja|jo|klar|sicher|ok(?:ay)?|genau|richtig|stimmt|mach(?: das| es)?|bitte|gerne?|j)",
    no: "(?:nein|ne|nee|no|kein(?:e|en|es|s|er)?(?: davon| von beiden)?|abbrechen|stopp?|lass(?: es| das)?|nicht|nichts|n)",
    all: "(?:beide[sn]?|alle(?:s|n)?(?: davon)?|alle beide)",
    ordinals: "erste[nrs]?|eins zweite[nrs]?|zwei dritte[nrs]?|drei vierte[nrs]?|vier funfte[nrs]?|funf",
    link: "und|bitte|danke",
    pick: "nr|die|der|das|den|nummer|nur",
    counter: "davon|stück",
  },
  phrases: {
    locale: "de-DE",
    forgotten: (count, turns) =>
      count === 0
        ? `Vergessen: was dazu gesagt wurde, in ${turns === 1 ? "1 Nachricht" : `${turns} Nachrichten`}.`
        : `Vergessen: ${memories(count)} dazu, aus ${turns === 1 ? "1 Nachricht" : `${turns} Nachrichten`}.`,
    notFound:
      "Ich finde nichts in meinem Gedächtnis, das gemeint sein könnte, und habe nichts vergessen. Mit welchen Worten hast du es erzählt?",
    nothingBefore: "Davor ist nichts, das ich vergessen könnte.",
    askEverything: (memories, turns) =>
      `Alles, was ich von dir weiß, wäre für immer weg: ${memories} Erinnerungen und die Worte von ${turns} Nachrichten. Soll ich wirklich alles vergessen?`,
    similarLeft: (turns) =>
      `Ähnliche Wörter stehen vielleicht noch in ${turns === 1 ? "1 anderen Nachricht" : `${turns} anderen Nachrichten`}; eine Suche nach dem Namen oder Wort zeigt sie.`,
    howToAnswer: (choices) => (choices === 1 ? "(ja oder nein)" : "(eine Nummer, „alle“ oder „keine“)"),
    everythingForgotten: "Vergessen: alles.",
    keptAll: "Gut, alles bleibt, wie es war.",
    remembered: "Das merke ich mir.",
    notRemembered:
      "Für diese Nachricht ist das Gedächtnis aus, deshalb kann ich es nicht behalten. Sag es noch einmal mit Gedächtnis.",
    offRecordNow: "Das bleibt unter uns: Ich behalte nichts davon.",
    offRecordFromNowOn:
      "Ab jetzt bleibt alles unter uns: Ich behalte nichts aus diesem Gespräch, bis du sagst „wieder mitschreiben“.",
    onRecordAgain: "Ab hier behalte ich wieder, was du mir erzählst.",
    because: "Das habe ich gesagt, weil:",
    saidBy: (who, name, day) =>
      `${who === "user" ? "du" : who === "assistant" ? "das sagte ich dir" : name}, ${day}`,
    status: {
      verified: "geprüft",
      staged: "noch nicht geprüft",
      disputed: "zweifelhaft",
      superseded: "nicht mehr so",
      corrected: "berichtigt",
      retracted: "zurückgenommen",
      archived: "abgelegt",
    },
    entered: "von dir eingetragen",
    disputed: "Danke. Ich habe es als falsch vermerkt, bis du mir sagst, was stimmt.",
    askWrong: "Was davon stimmt nicht?",
    undone: "Erledigt: Es ist wieder wie vorher.",
    cannotUndo: "Was vergessen ist, lässt sich nicht zurückholen: Ich habe keine Kopie davon behalten.",
    changedSince:
      "Es wurde seither noch einmal geändert, deshalb kann ich es nicht einfach rückgängig machen.",
    askUndo:
      "Rückgängig machen könnte ich nur, was ich deinen letzten Worten entnommen habe. Soll ich das vergessen?",
  },
  forgetting: {
    hidden: (memories, hours) =>
      `Wie gewünscht habe ich ${count(memories, "Erinnerung", "Erinnerungen")} ausgeblendet. ` +
      (hours === null
        ? "Endgültig gelöscht wird das nur, wenn du „ja“ sagst; "
        : `In ${hours} Stunden wird das endgültig gelöscht, bei „ja“ sofort; `) +
      "bei „nein“ bleibt alles, bei Nummern geht nur das:",
    more: (left) => `und ${left} weitere`,
    maybe: (memories) =>
      `Ob ${memories === 1 ? "das" : `diese ${memories}`} auch gemeint ${memories === 1 ? "ist" : "sind"}, weiß ich nicht. ` +
      `${memories === 1 ? "Es bleibt" : "Sie bleiben"}, außer du sagst „ja“ (dann geht alles Aufgezählte) oder die Nummern:`,
    erased: (memories) =>
      `Wie gewünscht endgültig vergessen: ${count(memories, "Erinnerung", "Erinnerungen")}.`,
    notFound:
      "Du wolltest, dass ich etwas vergesse, aber ich finde nichts Gespeichertes, was gemeint sein könnte. Gelöscht wurde nichts.",
  },
  notebook: {
    asks: "was|wer|wen|wem|wessen|wo|wohin|woher|warum|wie|welche[rsmn]?|erzahl mir|zeig mir|nenne? mir|(?:nenne?|liste) (?:alle|meine)|erinnere mich|weisst du",
    aside:
      "Es ist kein Sprachmodell verbunden, deshalb zitiere ich, was du mir gesagt hast. Verbinde eines unter Settings > Models oder setze LLAMA_CPP_URL.",
    told: (words, day) =>
      day ? `Du hast mir am ${day} gesagt: „${words}“` : `Du hast mir gesagt: „${words}“`,
    asked: (words, day) => (day ? `Du hast am ${day} gefragt: „${words}“` : `Du hast gefragt: „${words}“`),
    said: (words, name, day) => `${name} sagte am ${day}: „${words}“`,
    inText: (words, day) => `In einem Text vom ${day}: „${words}“`,
    unquoted: "Ich habe etwas dazu gefunden, aber keine Worte von dir, die ich zitieren könnte:",
    nothing: "Dazu ist noch nichts gespeichert.",
    newest: "Ich habe nichts Passendes gefunden. Das ist das Neueste, was ich von dir habe:",
    away: "Ich konnte mein Gedächtnis gerade nicht durchsuchen. Bitte frag gleich noch einmal.",
    notSearched: "Das Gedächtnis ist für diese Nachricht aus, ich habe es nicht durchsucht.",
    notKept: "Diese Nachricht behalte ich nicht im Gedächtnis.",
    noted: "Notiert.",
    greeting: "Erzähl mir etwas, und ich behalte es; frag mich, und ich zitiere, was du mir gesagt hast.",
  },
  plain: {
    expand: [],
    i: "ich ",
    user: () => "Der Nutzer",
    ofUser: (noun) => `Des Nutzers ${noun}`,
    denial: "nicht",
    ended: "nicht mehr",
    verbs: "",
    relations: `
      name: [heiße/heißt] {o} | mein name ist {o} | [habe/hat] eine?n? {kin} namens {o}
      age: [bin/ist] {o} jahre alt | [bin/ist] {o}
      birthday: [habe/hat] am {o} geburtstag | [bin/ist] am {o} geboren | mein geburtstag ist am {o} | mein geburtstag ist der {o}
      lives: [wohne/wohnt] in {o} | [lebe/lebt] in {o}
      moved: [bin/ist] nach {o} gezogen
      worksAs: [arbeite/arbeitet] als {o}
      worksAt: [arbeite/arbeitet] bei {o}
      pet: [habe/hat] {o}
      likes: [mag/mag] {o} | [liebe/liebt] {o}
      dislikes: [hasse/hasst] {o}
      allergic: [bin/ist] allergisch gegen {o}
      hobby: [spiele/spielt] {o}
    `,
    called: "heißt",
    particles: "der die das den dem ein eine einen einem einer am an von bei ob im",
    notObjects: "besser mehr gern gerne gut angst frieden scheidung trennung miete alles leute andere",
    openers: "also|ja|übrigens|merk dir|wie gesagt|wie du weißt",
    corrections: "nein|doch|entschuldigung",
    now: "jetzt|inzwischen|mittlerweile|nun|neulich|kürzlich|wieder",
    unreal: "angenommen|stell|wäre|würde|hätte|scherz|witz|spaß|rollenspiel|geschichte|roman|erfunden",
  },
};
