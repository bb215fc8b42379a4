import { formsWith, type SentenceForm } from "./form.ts";

const form = formsWith({
  day: "(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)",
  month: "(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)",
  number: "\\d{1,3}",
});

const ENDED = { entity: "person", negative: true, change: "ending" } as const;
const GOES = "(?:voy|vamos|tengo|juego|hago|jugamos|hacemos|ensayo|ensayamos|entreno|canto)";

export const SPANISH_FORMS: readonly SentenceForm[] = [
  form(
    "PARTNER",
    "{whom} y yo (?:(?:lo |ya )?(?:terminamos|rompimos|dejamos|cortamos|hemos roto|hemos terminado|hemos cortado)|nos (?:separamos|divorciamos|hemos separado|hemos divorciado|dejamos)|ya no estamos juntos)",
    0.8,
    ENDED,
  ),
  form(
    "PARTNER",
    "(?:rompí|terminé|corté|lo dejé|he roto|he terminado|he cortado) con (?:el |la )?{whom}(?= |[.,;!]|$)",
    0.8,
    ENDED,
  ),
  form(
    "PARTNER",
    "(?:me separé|me divorcié|me he separado|me he divorciado) de (?:el |la )?{whom}(?= |[.,;!]|$)",
    0.8,
    ENDED,
  ),
  form("PARTNER", "{whom} me (?:dejó|ha dejado)", 0.75, ENDED),
  form("SPOUSE", "casad[oa] con (?<object>{name})", 0.85, { entity: "person" }),
  form(
    "KNOWN_AS",
    "(?:[Tt]odos|[Tt]odo el mundo|[Mm]is amigos|en la familia|[Ll]a gente) (?<who>me|lo|la|le) (?:llaman?|dicen?) (?<object>{name})",
    0.75,
  ),
  form("KNOWN_AS", "{who}, (?:alias|también conocid[oa] como|a quien le dicen) (?<object>{name})", 0.75),
  form(
    "WORKS_AT",
    "(?:empecé|empiezo|he empezado|entré|empezaré)(?: a trabajar)?(?: el \\d+ de \\p{L}+| en {month}| la semana que viene)? (?:en|con) (?:la |el )?(?<object>{name})",
    0.75,
    { entity: "organisation", change: "update" },
  ),
  form(
    "WORKS_AT",
    "(?:dejé|he dejado|dejo) (?:el trabajo|mi trabajo|mi puesto|el curro) en (?:la |el )?(?<object>{name})",
    0.75,
    { entity: "organisation", negative: true, change: "ending" },
  ),
  form(
    "WORKS_AT",
    "trabaj[oa] (?:de noche |de día |a media jornada |como [\\p{L} ]{3,25} |desde hace [\\p{L}\\d ]{3,15} )(?:en|para) (?:la |el |un |una )?(?<object>{name})",
    0.8,
    { entity: "organisation" },
  ),
  form(
    "STUDIES_AT",
    "{who} (?:empieza|entra|empezó|entró|va) (?:[\\p{L}\\d ]{2,30} )?(?:en|a) (?:el |la )?(?<object>(?:[Uu]niversidad|[Cc]olegio|[Ii]nstituto|[Ee]scuela|[Ff]acultad)(?: (?:de|en) {name}| {name}))",
    0.75,
    { entity: "organisation" },
  ),
  form(
    "STUDIED",
    "(?:estudié|estudió|he estudiado) (?<object>\\p{Ll}\\p{L}{3,}(?: \\p{Ll}{4,})?)(?= (?:en|de|hace|pero)\\b|[.,;!]|$)",
    0.75,
  ),
  form(
    "HABIT",
    `(?:[Ll]os|[Tt]odos los|[Cc]ada) {day}(?: por la \\p{L}+| en la \\p{L}+)?,? ${GOES} (?:a |al |a la |en |el |la )?(?<object>[^.,;!?]{3,30}?){end}`,
    0.7,
  ),
  form(
    "HAS_APPOINTMENT",
    "(?:tengo|tenemos) (?:una )?(?<object>(?:cita|hora|revisión) (?:con|en) (?:el |la |mi )?[^.,;!?]{3,25}?)(?= (?:el|mañana|este|la)\\b|[.,;!]|$)",
    0.7,
  ),
  form(
    "PLANS",
    "(?:[Ee]n|[Ee]l|[Ll]a|[Ee]ste|[Pp]ara) [^.,;!?]{2,30}? (?:nos vamos|me voy|vamos|voy|viajamos|viajo) (?:de \\p{L}+ )?a (?<object>{name})",
    0.7,
  ),
  form(
    "CANCELLED",
    "(?:[Cc]ancelamos|[Cc]ancelé|hemos cancelado|he cancelado|se canceló|[Ss]uspendimos) (?:el|la|nuestro|nuestra|mi) (?<object>[^.,;!?]{3,40}?){end}",
    0.7,
  ),
  form(
    "CANCELLED",
    "(?:[Ee]l|[Ll]a|[Nn]uestr[oa]) (?<object>[^.,;!?]{3,40}?) (?:está|fue|queda|quedó|se ha|ha sido) (?:cancelad[oa]|suspendid[oa]|anulad[oa])",
    0.7,
  ),
  form(
    "OWNS",
    "(?:me he comprado|nos hemos comprado|he comprado|hemos comprado|compré|compramos|se compró) (?:un|una|el|la) (?<object>[^.,;!?]{3,30}?)(?= (?:en|de segunda|por|y|con|para|ayer|la)\\b|[.,;!]|$)",
    0.75,
    { entity: "thing", change: "update" },
  ),
  form(
    "OWNS",
    "(?:he vendido|hemos vendido|vendí|vendimos) (?:el|la|mi|nuestro|nuestra) (?<object>[^.,;!?]{3,30}?)(?= (?:en|por|y|ayer|la)\\b|[.,;!]|$)",
    0.7,
    { entity: "thing", negative: true, change: "ending" },
  ),
  form(
    "PASSED",
    "(?:[Aa]probé|he aprobado|[Aa]probó|ha aprobado|[Ss]aqué|me saqué) (?:el|la|mi|su) (?<object>[^.,;!?]{3,30}?){end}",
    0.7,
  ),
  form(
    "HAS_LICENSE",
    "no (?:tengo|tiene) (?:el )?(?<object>carnet?(?: de conducir)?|carné(?: de conducir)?|licencia(?: de conducir)?)",
    0.75,
    { negative: true },
  ),
  form(
    "HAD_HEALTH_EVENT",
    "{who} (?:tuvo|tuve|ha tenido|he tenido|sufrió|le dio) (?:un |una )(?<object>infarto|ictus|derrame|accidente|embolia|neumonía|aborto|operación)",
    0.75,
  ),
  form(
    "HAD_INJURY",
    "{who} (?:se rompió|me rompí|se ha roto|me he roto|se fracturó|me fracturé|se torció|me torcí|se quebró|me quebré) (?:la |el |los |un )(?<object>\\p{L}+)",
    0.75,
  ),
  form("MARRIED_IN", "(?:[Nn]os casamos|me casé|se casaron) en (?<object>(?:{month} de )?\\d{4})", 0.8),
  form(
    "HAS_CHILD",
    "{who} (?:tuvo|ha tenido|dio a luz a) (?:un |una )?(?:niñ[oa]|bebé|hij[oa])[^.;!?]{0,25}?,? (?:y )?(?:se llama|llamad[oa]|que se llama) (?<object>{name})",
    0.8,
    { entity: "person" },
  ),
  form(
    "TAKES_MEDICATION",
    "(?:me (?:recetó|recetaron|ha recetado|han recetado|dio|puso)) (?<object>\\p{L}{5,}(?: \\d+ ?mg)?)(?= |[.,;!]|$)",
    0.7,
  ),
  form(
    "BREED",
    "{who}(?:, que)? es (?:un |una )(?<object>(?!amor|poco|sol)\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+)?)(?= (?:de|y|que)\\b|[.,;!)]|$)",
    0.65,
    { of: "animal" },
  ),
  form(
    "BREED",
    "(?:^|, )es (?:un |una )(?<object>(?!amor|poco|sol)\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+)?)(?= (?:de|y|que)\\b|[.,;!)]|$)",
    0.65,
    { of: "animal" },
  ),
  form(
    "PAYS_RENT",
    "(?:pago|pagamos) (?<object>\\d[\\d.,]* ?(?:euros|pesos|€|dólares|soles)?) de (?:alquiler|arriendo|renta)",
    0.75,
  ),
  form(
    "PAYS_RENT",
    "(?:[Ee]l|[Mm]i) (?:alquiler|arriendo) (?:es de|son|cuesta|sube a) (?<object>\\d[\\d.,]* ?(?:euros|pesos|€|dólares)?)",
    0.7,
  ),
  form("MARRIED_IN", "casad[oa]s? desde (?<object>\\d{4})", 0.75),
  form(
    "LIVES_IN",
    "{who},? (?:que )?(?:está |anda )?(?:estudiando|trabajando|viviendo|estudia|trabaja|vive) en (?<object>{name})",
    0.7,
    { entity: "place" },
  ),
  form(
    "LIVES_AT",
    "(?:^|, |nuevo |un |encontré |encontramos |alquilé |alquilamos )(?:piso|depto|departamento|apartamento|estudio) (?:nuevo )?en (?:el )?(?<object>{name})(?= (?:desde|a partir)|,)",
    0.7,
    { entity: "place", change: "update", bare: true },
  ),
  form(
    "LIVES_IN",
    "(?:[Aa] partir de|[Dd]esde) [^,;!?]{2,25}? (?:vivo|vivimos|estamos|estoy) en (?<object>{name})",
    0.75,
    { entity: "place", change: "update" },
  ),
  form("COACH", "(?<object>{name})(?: que| quien)? me entrena", 0.75, { entity: "person", change: "update" }),
  form("KNOWN_AS", "\\((?<object>{name}) para los amigos\\)?", 0.75, { bare: true }),
  form(
    "MEMBER_OF",
    "(?:mi|nuestr[oa]) (?:club|coro|grupo|equipo|orquesta|banda) (?:es|se llama) (?:el |la |los )?(?<object>{name})",
    0.7,
    { entity: "organisation" },
  ),
  form("LIVES_IN", "(?<=, )(?:cerca de|al lado de) (?<object>{name})", 0.7, { entity: "place" }),
];
