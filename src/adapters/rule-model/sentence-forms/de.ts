import { formsWith, type SentenceForm } from "./form.ts";

const form = formsWith({
  day: "(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Sonnabend)",
  month: "(?:Jänner|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)",
  number:
    "(?:\\d{1,3}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig)",
});

const ENDED = { entity: "person", negative: true, change: "ending" } as const;
const DO =
  "(?:gehe?|fahre?|habe?|hab|spiele?|mache?|mach|trainiere?|singe?|tanze?|gehen|haben|spielen|machen)";
const ILLNESS =
  "(?:Schlaganfall|Herzinfarkt|Infarkt|Unfall|Bandscheibenvorfall|Lungenentzündung|Operation|Fehlgeburt|OP)";
const NOUNS = "(?:\\p{Ll}+e[nrsm]? )?\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?";

export const GERMAN_FORMS: readonly SentenceForm[] = [
  form(
    "PARTNER",
    "{whom} und (?:ich|i) (?:haben uns (?:[\\p{L}]+ ){0,3}?(?:getrennt|scheiden lassen)|sind (?:nicht mehr zusammen|auseinander|geschieden|getrennt))",
    0.8,
    ENDED,
  ),
  form(
    "PARTNER",
    "(?:habe?|hab) mich (?:[\\p{L}]+ ){0,3}?von (?:dem |der |meine[mr] )?{whom} getrennt",
    0.8,
    ENDED,
  ),
  form(
    "PARTNER",
    "[Mm]it (?:dem |der |meine[mr] )?{whom} ist (?:es |jetzt )?(?:Schluss|aus|vorbei)",
    0.75,
    ENDED,
  ),
  form("PARTNER", "{whom} hat (?:mich verlassen|mit mir Schluss gemacht)", 0.75, ENDED),
  form(
    "SPOUSE",
    "{who} (?:hat|habe|hab) (?:[\\p{L}.\\d]+ ){0,3}?(?:den |die )?(?<object>{name}) geheiratet",
    0.75,
    { entity: "person" },
  ),
  form(
    "KNOWN_AS",
    "(?:alle|die meisten|Freunde|meine Freunde|die Leute) (?:nennen|rufen) (?<who>mich|ihn|sie)(?: nur| immer)? (?<object>{name})",
    0.75,
  ),
  form(
    "KNOWN_AS",
    "(?:alle|die meisten|wir) sagen (?:nur |immer |alle )?(?<object>{name}) zu (?<who>mir|ihm|ihr)",
    0.75,
  ),
  form("KNOWN_AS", "{who}, genannt (?<object>{name})", 0.75),
  form(
    "AGE",
    "{who} (?:bin|ist) (?:\\p{L}+ ){0,2}?(?<object>{number}) (?:Jahre )?(?:alt )?(?:geworden|worden)",
    0.85,
    { change: "update" },
  ),
  form(
    "AGE",
    "(?:bin|ist) {who} (?:(?:gestern|heute|am|letzte|letzten|schon|jetzt|\\p{Lu}\\p{L}+tag|Woche) ){0,3}(?<object>{number}) (?:Jahre )?(?:alt )?(?:geworden|worden)",
    0.85,
    { change: "update" },
  ),
  form("AGE", "(?<object>\\d{1,3}) (?:bin ich|is ich) (?:[\\p{L}]+ )?(?:geworden|worden)", 0.85, {
    change: "update",
  }),
  form(
    "HABIT",
    `[Jj]eden (?:zweiten |dritten )?{day}(?:abend|nachmittag|vormittag|morgen)? ${DO} (?:ich|wir) (?:immer |meistens )?(?:zum |zur |ins |im |in den |beim |auf den )?(?<object>[^.,;!?]{3,40}?){end}`,
    0.7,
  ),
  form(
    "HABIT",
    `(?:Montags|Dienstags|Mittwochs|Donnerstags|Freitags|Samstags|Sonntags|{day}abends?) ${DO} (?:ich|wir) (?:immer |meistens )?(?:zum |zur |ins |im |in den |beim )?(?<object>[^.,;!?]{3,40}?){end}`,
    0.7,
  ),
  form("HABIT", `(?<object>\\p{Lu}\\p{L}+) ist (?:ab jetzt |jetzt |immer )*(?:am )?{day}s?{end}`, 0.65),
  form(
    "HAS_APPOINTMENT",
    "(?:[Aa]m|[Ii]m|[Uu]m|[Nn]ächste\\p{L}*|[Mm]orgen|[Hh]eute) (?:[^,;!?]{2,30} )?(?:habe?|hab|haben) (?:ich|wir) (?:einen |eine )(?<object>(?:Termin|Arzttermin|Zahnarzttermin|Untersuchung|OP|Prüfung|Operation|Besprechung)(?: (?:bei[mn]?|in der|im|in) [^.,;!?]{3,30}?)?){end}",
    0.7,
  ),
  form(
    "PLANS",
    "(?:[Ii]m|[Aa]m|[Üü]ber|[Zz]u|[Nn]ächste[nrs]?|[Aa]b|[Vv]on) (?:[^,;!?]{2,30} )?(?:fliegen|fahren|reisen|fliege?|fahre?|reise?|geht['’]s|geht es|sind)(?: wir| ich)? (?:[\\p{L}\\d]+ ){0,3}?nach (?<object>{name})",
    0.7,
  ),
  form(
    "CANCELLED",
    "(?:[Dd]ie |[Dd]er |[Dd]as |[Dd]en |[Uu]nsere[nr]? )?(?<object>[^.,;!?]{3,40}?) (?:ist|wurde|sind|ist jetzt) (?:abgesagt|gestrichen|storniert|abgeblasen)",
    0.7,
  ),
  form(
    "CANCELLED",
    "(?:[Dd]ie |[Dd]er |[Dd]as |[Dd]en |[Uu]nsere[nr]? )?(?<object>[^.,;!?]{3,40}?) (?:haben wir|habe ich|hab ich) (?:[\\p{L}]+ )?(?:abgesagt|gestrichen|storniert)",
    0.7,
  ),
  form(
    "WORKS_AT",
    "arbeite ich (?:jetzt |dann |wieder )?(?:bei|beim|im|am|an der|in der) (?:der |dem |einer |einem )?(?<object>{name})",
    0.8,
    { entity: "organisation", change: "update" },
  ),
  form(
    "WORKS_AT",
    "(?:fange|fang) ich (?:[^.,;!?]{2,30} )?(?:bei|beim|im|an der) (?:der |dem )?(?<object>{name})(?: [^.,;!?]{2,20})? an",
    0.75,
    { entity: "organisation", change: "update" },
  ),
  form(
    "WORKS_AT",
    "(?:habe?|hab) (?:[^.,;!?]{2,30} )?(?:bei|beim|im|an der) (?:der |dem )?(?<object>{name}) angefangen",
    0.75,
    { entity: "organisation", change: "update" },
  ),
  form(
    "WORKS_AT",
    "(?:bei|beim|im|in der) (?:der |dem )?(?<object>{name}) (?:gekündigt|aufgehört|hingeschmissen|geschmissen)",
    0.75,
    { entity: "organisation", negative: true, change: "ending" },
  ),
  form(
    "OWNS",
    `{who} (?:habe?|hab|haben|hat) (?:[\\p{L}]+ ){0,2}?(?:mein|meinen|meine|unser|unsere|unseren|sein|seinen|seine|ihr|ihre|ihren|das|den|die) (?<object>${NOUNS}) verkauft`,
    0.7,
    { entity: "thing", negative: true, change: "ending" },
  ),
  form(
    "OWNS",
    `(?:haben|habe|hab) (?:uns |mir |wir uns |ich mir |wir |ich )?(?:[\\p{L}]+ )?(?:eine|einen|ein) (?<object>${NOUNS}(?: in {name})?) gekauft`,
    0.75,
    { entity: "thing", change: "update" },
  ),
  form(
    "HAD_HEALTH_EVENT",
    `{who} hatte (?:[\\p{L}\\d]+ ){0,3}?(?:einen |eine )(?:\\p{Ll}+ )?(?<object>${ILLNESS})`,
    0.75,
  ),
  form(
    "HAD_INJURY",
    "{who} (?:hat|habe|hab) (?:sich|mir) (?:[\\p{L}.\\d]+ ){0,5}?(?:den|die|das) (?:linken? |rechten? |linke |rechte )?(?<object>\\p{Lu}\\p{L}+) (?:gebrochen|verstaucht|gerissen|verrenkt|verletzt)",
    0.75,
  ),
  form(
    "STUDIED",
    "{who} (?:habe?|hab|hat) (?:früher |mal |damals )?(?:in {name} |an der \\p{L}+ )?(?<object>\\p{Lu}\\p{L}+) studiert",
    0.75,
  ),
  form("STUDIED", "(?:habe?|hab) (?:in {name} |an der \\p{L}+ )(?<object>\\p{Lu}\\p{L}+) studiert", 0.75),
  form(
    "LIVES_IN",
    "{who}, (?:die|der) (?:jetzt |schon |seit [\\p{L}\\d]+ (?:Jahren )?)*in (?<object>{name}) (?:lebt|wohnt)",
    0.8,
    { entity: "place" },
  ),
  form(
    "LIKES",
    "[Aa]m liebsten (?:esse?|trinke?|höre?|lese?|mag|schaue?|spiele?) ich (?<object>[^.,;!?]{3,30}?){end}",
    0.75,
  ),
  form(
    "BIRTHDAY",
    "{who} (?:kam|ist|wurde) am (?<object>\\d{1,2}\\. {month}(?: \\d{4})?) (?:[^.,;!?]{2,30} )?(?:zur Welt|geboren)",
    0.8,
  ),
  form(
    "PASSED",
    `(?:habe?|hab|hat) (?:[\\p{L}]+ ){0,2}?(?:die|den|das|meine|meinen|seine|seinen|ihre|ihren) (?<object>${NOUNS}) (?:bestanden|geschafft)`,
    0.7,
  ),
  form(
    "HAS_LICENSE",
    "{who} (?:hat|habe|hab) (?:[\\p{L}]+ ){0,3}?(?:den|seinen|ihren|meinen) (?<object>\\p{L}*[Ff]ührerschein) (?:gemacht|bestanden|geschafft)",
    0.7,
  ),
  form(
    "TAKES_MEDICATION",
    "{who} (?:nehme?|nimmt|bekomme?|bekommt|kriege?|kriegt) (?:[\\p{L}]+ ){0,3}?(?<object>\\p{Lu}[\\p{L}-]+ \\d+(?: ?(?:mg|µg))?)",
    0.8,
  ),
  form(
    "TAKES_MEDICATION",
    "(?:hat|haben) mir (?:[\\p{L}]+ ){0,2}?(?<object>\\p{Lu}[\\p{L}-]{4,}(?: \\d+ ?(?:mg|µg)?)?) verschrieben",
    0.75,
  ),
  form("BREED", "{who} ist (?:ein|eine) (?<object>(?:\\p{Ll}+ )?\\p{Lu}[\\p{L}-]+)", 0.7, { of: "animal" }),
  form(
    "PAYS_RENT",
    "[Dd]ie Miete (?:beträgt|ist|kostet|liegt bei|macht) (?:jetzt )?(?<object>\\d[\\d.,]* ?(?:Euro|€|Franken))",
    0.7,
  ),
  form("DRIVES", "(?:ich|wir) (?:fahre?|fahren) (?:jetzt )?(?:kein|nicht) (?<object>Auto)(?! mehr)", 0.7, {
    negative: true,
  }),
  form("MARRIED_IN", "seit (?<object>\\d{4}) (?:glücklich )?verheiratet", 0.75),
  form(
    "LIVES_IN",
    "{who},? (?:die |der )?(?:studiert|arbeitet|wohnt|lebt) (?:jetzt |gerade )?in (?<object>{name})",
    0.7,
    { entity: "place" },
  ),
  form(
    "LIVES_IN",
    "(?:[Aa]b|[Ss]eit) (?:[^,;!?]{2,25} )?(?:wohnen|wohne|leben|lebe) (?:wir|ich) (?:jetzt |dann )?in (?<object>{name})",
    0.75,
    { entity: "place", change: "update" },
  ),
  form(
    "LIVES_AT",
    "(?:^|, |neue |eine )(?:Wohnung|Haus|Zimmer|WG-Zimmer) in (?<object>{name})(?= ab|,|\\.)",
    0.7,
    { entity: "place", change: "update", bare: true },
  ),
  form(
    "WORKS_AS",
    "(?:[Aa]b|[Ss]eit|[Jj]etzt) (?:[^.,;!?]{2,20} )?(?:ist|bin) {who} (?:jetzt )?(?<object>\\p{Lu}\\p{Ll}{3,})(?= bei| in|[.,;!]|$)",
    0.7,
    { change: "update" },
  ),
  form(
    "WORKS_SHIFT",
    "(?:[Aa]b|[Ss]eit) (?:[^.,;!?]{2,20} )?(?:habe|hab|arbeite|mache|bin) ich (?:wieder |nur noch |in der )?(?<object>Nachtschicht|Frühschicht|Spätschicht|Tagschicht|Nachtdienst|Teilzeit)",
    0.7,
    { change: "update" },
  ),
  form("COACH", "(?<object>{name}) trainiert mich", 0.75, { entity: "person", change: "update" }),
  form(
    "MEMBER_OF",
    "(?:mein|meine|unser|unsere) (?:Verein|Chor|Band|Orchester|Gruppe|Mannschaft|Laufgruppe) (?:ist|heißt) (?:der |die |das )?(?<object>{name})",
    0.7,
    { entity: "organisation" },
  ),
  form("LIVES_IN", "(?<=, )(?:in der Nähe von|nahe) (?<object>{name})", 0.7, { entity: "place" }),
];
