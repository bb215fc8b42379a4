import { type Grammar, roleTable, verb, wordSet } from "./grammar.ts";

const ROLES = roleTable(`
HAS_SISTER person f: hermana; hermana menor; hermana mayor; hermanas+
HAS_BROTHER person m: hermano; hermano menor; hermano mayor; hermanos+
HAS_MOTHER person f: madre; mamá; mama
HAS_FATHER person m: padre; papá
HAS_PARENT person x: padres+; papás+
HAS_CHILD person f: hija; hija mayor; hija menor; niña; hijas+; niñas+; mellizas+; gemelas+
HAS_CHILD person m: hijo; hijo mayor; hijo menor; niño; peque; hijos+; niños+; mellizos+; gemelos+
HAS_GRANDCHILD person x: nieto; nieta; nietos+; nietas+
HAS_GRANDPARENT person f: abuela
HAS_GRANDPARENT person m: abuelo
HAS_AUNT person f: tía
HAS_UNCLE person m: tío
HAS_COUSIN person x: primo; prima; primos+
HAS_NIECE person f: sobrina
HAS_NEPHEW person m: sobrino
SPOUSE person f: mujer; esposa
SPOUSE person m: marido; esposo
PARTNER person x: pareja; novio; novia; prometido; prometida; pololo; polola
EX_PARTNER person x: exmarido; exmujer; ex; exnovio; exnovia
HAS_MOTHER_IN_LAW person f: suegra
HAS_FATHER_IN_LAW person m: suegro
HAS_SISTER_IN_LAW person f: cuñada
HAS_BROTHER_IN_LAW person m: cuñado
HAS_FRIEND person x: amigo; amiga; mejor amigo; mejor amiga; amigos+; amigas+
HAS_COLLEAGUE person x: compañero; compañera; colega; colegas+
HAS_NEIGHBOUR person x: vecino; vecina; vecinos+
BOSS person x: jefe; jefa
HAS_PET animal x: perro; perra; perrito; perrita; gato; gata; gatito; gatita; conejo; caballo; loro; mascota; tortuga; perros+; gatos+; mascotas+
HAS_STUDENT person x: alumno; alumna; alumnos+
HAS_DOCTOR person x: médico; médica; doctora; doctor; médico de cabecera
WORKS_AS person x: dentista; terapeuta; psicóloga; psicólogo; fisio; fisioterapeuta; matrona; veterinaria; veterinario; abogada; abogado; peluquera; gestor
HAS_CUSTOMER person x: cliente; clienta
COACH person x: entrenador; entrenadora
LANDLORD person x: casero; casera
`);

export const SPANISH: Grammar = {
  language: "es",
  roles: ROLES,
  mine: "[Mm]is?|[Nn]uestr[oa]s?",
  theirs: new Map([
    ["su", "x"],
    ["sus", "x"],
  ] as const),
  counts: "[Ee]l|[Ll]a|[Ll]os|[Ll]as|[Uu]n|[Uu]na|[Dd]os|[Tt]res",
  self: "[Yy]o|[Nn]osotros|[Nn]osotras",
  pronouns: new Map([
    ["él", "m"],
    ["ella", "f"],
  ] as const),
  called: "llamad[oa]s?|que se llaman?|se llaman?|de nombre",
  is: "(?:es|son|era|se llama|se llaman)",
  and: "y|e|o",
  selfName: /(?:^|[.!,;:\s])(?:[Mm]e llamo|[Mm]i nombre es|[Ss]oy) (?=\p{Lu})/gu,
  skip: /^(?:también|ahora|ya|todavía|aún|siempre|a veces|solo|sólo|hoy|ayer|y|pero|además|por fin|me|se|casi siempre|actualmente|de día|lo|le|entonces|este año|acá|allá|hoy) /iu,
  negation: /^(?:no|nunca|ya no|jamás|tampoco) /iu,
  conjunct: /,? (?:y|e|pero|que) |[,(;] ?/gu,
  updated:
    /(?<!\p{L})(?:ahora|a partir de|desde (?:mañana|hoy|ahora)|nuev[oa]s?|cambié|mudé|actualmente|se pasa a|se cambia)(?!\p{L})/iu,
  corrected:
    /(?<!\p{L})(?:quise decir|corrección|te dije mal|me equivoqué|eso está mal|no es verdad|en realidad|perdón|sino|dije mal)(?!\p{L})|^no,/iu,
  contrast: [
    /(?<new>[^,;:]{2,60}?),? (?:y )?no (?:en |de |a |los |las |el |la |del )?(?<old>[\p{L}\p{N}'-]{2,40}(?: \p{Lu}[\p{L}-]+)?)(?=[,.;!?)]|$)/iu,
    /no (?:en |de |a )?(?<old>[\p{L}\p{N}' -]{2,40}?),? sino (?:en |de |a )?(?<new>[^,.;]{2,60})/iu,
  ],
  determiners: wordSet(
    "el la los las un una unos unas mi mis su sus nuestro nuestra al del lo este esta ese esa algún alguna ningún ninguna mucho muchas muy más como don doña",
  ),
  stops: wordSet(
    "y e o u pero porque que cuando como con sin para por en de a al desde hasta hace sobre si mientras donde yo tú él ella nosotros es son era fue está están estaba tiene tienen ya no ahora también mucho ayer hoy mañana desde según además muy así cada lo los las me te se",
  ),
  clauseStops: wordSet("pero porque cuando si aunque yo él ella y que ya donde"),
  empty: wordSet(
    "lo la le les me te se nos eso esto esa este algo nada todo toda todos mucho mucha más menos muy bien mal así ahora hoy ayer mañana aquí acá allí sí no yo tú él ella nosotros que quien qué cómo cuándo dónde y o pero un una el los las de en a vez veces cosa cosas rato ganas idea verdad casa día días hola gracias ok jaja tiempo tarde gente solo sola cuidado ni ya uno tres dos también ahí oye señora bueno buena mi tu su",
  ),
  job: /^(?:(?:un|una|la|el) )?((?:enfermer[oa]|profesora?|maestr[oa]|médic[oa]|doctora?|ingenier[oa]|desarrolladora?|programadora?|contadora?|abogad[oa]|electricista|fontaner[oa]|carpinter[oa]|mecánic[oa]|conductora?|chofer|camioner[oa]|piloto|cociner[oa]|panader[oa]|agricultora?|jardiner[oa]|pintora?|diseñadora?|arquitect[oa]|artista|músic[oa]|bajista|pianista|escritora?|periodista|editora?|traductora?|bibliotecari[oa]|gerente|directora?|consultora?|científic[oa]|investigadora?|estudiante|secretari[oa]|camarer[oa]|peluquer[oa]|fotógraf[oa]|dentista|farmacéutic[oa]|veterinari[oa]|fisioterapeuta|psicólog[oa]|matrona|policía|soldado|marinero|técnic[oa]|albañil|vendedora?|cura|sastre|cirujan[oa]|cantante|actor|actriz|bailarina?|informátic[oa]|carter[oa]|repartidora?|cajer[oa]|limpiadora?|celadora?|auxiliar|conserje|porter[oa]|juez|jueza|notari[oa]|carnicer[oa]|pasteler[oa]|fruter[oa]|florista|librer[oa]|educadora?|trabajadora? social|administrativ[oa]|comercial|obrer[oa]|soldadora?|bomber[oa]|militar|autónom[oa]|ganader[oa]|pescadora?|viticultora?|apicultora?|logopeda|podólog[oa]|óptic[oa]|azafat[oa]|guía|masajista|guitarrista|violinista|bibliotecaria|becari[oa]|doctorand[oa]|aprendiz|obstetra|cardiólog[oa]|enólog[oa]|costurera|modista|niñera|cuidadora?|tornero|techador|entrenadora?|economista|químic[oa]|biólog[oa]|geólog[oa]|funcionari[oa]|afinador|jubilad[oa]|taxista)(?: (?:de|en) (?:una? )?\p{Ll}+(?: de \p{Ll}+)?)?)(?![\p{L}-])/u,
  employer: /^,? (?:en|para) (?=(?:la |el )?\p{Lu})/u,
  jobPlace: /^,? (?:de|desde) (?=\p{Lu})/u,
  verbs: [
    verb(
      "LIVES_IN",
      "(?:me mudé|nos mudamos|me he mudado|nos cambiamos|mudé|mudamos) a / (?:se mudó|se mudaron|se cambió|mudó) a",
      "name",
      0.85,
      { entity: "place", change: "update" },
    ),
    verb(
      "LIVES_IN",
      "(?:vivo|vivimos|estoy viviendo)(?: (?!con|sin)\\p{L}+){0,2}? (?:en|cerca de) / (?:vive|viven|está viviendo)(?: (?!con|sin)\\p{L}+){0,2}? (?:en|cerca de)",
      "name",
      0.9,
      { entity: "place" },
    ),
    verb("LIVES_IN", "- / (?:está|están) en (?=\\p{Lu}\\p{L}+ (?:estudiando|trabajando))", "name", 0.75, {
      entity: "place",
    }),
    verb("LIVED_IN", "(?:viví|vivía|crecí) en / (?:vivió|vivía|creció) en", "name", 0.75, {
      entity: "place",
    }),
    verb(
      "MOVES_TO",
      "(?:me mudo|me voy|nos vamos|nos mudamos) a (?:vivir a )? / (?:se muda|se va|se van|se mudan)(?: en \\p{L}+)? a (?:vivir a )?",
      "name",
      0.6,
      { entity: "place" },
    ),
    verb("COMES_FROM", "(?:soy|vengo) de (?=\\p{Lu}) / (?:es|viene) de (?=\\p{Lu})", "name", 0.7, {
      entity: "place",
    }),
    verb("BORN_IN", "nací en / nació en", "name", 0.8, { entity: "place" }),
    verb("BIRTHDAY", "(?:nací|cumplo años) el / (?:nació|cumple años) el", "date", 0.8),
    verb("BIRTHDAY", "- / cumple (?:los )?\\d+ el", "date", 0.8),
    verb("WORKS_AS", "trabajo (?:como|de) / trabaja (?:como|de)", "job", 0.85),
    verb("WORKS_AT", "trabajo (?:en|para) / trabaja (?:en|para)", "name", 0.85, { entity: "organisation" }),
    verb("STUDIES_AT", "estudio (?:\\p{L}+ )?en / estudia (?:\\p{L}+ )?en", "name", 0.75, {
      entity: "organisation",
    }),
    verb("STUDIES", "(?:estudio|estoy estudiando) / (?:estudia|está estudiando|estudiando)", "noun", 0.8),
    verb("LEARNS", "(?:aprendo|estoy aprendiendo) / (?:aprende|está aprendiendo)", "noun", 0.7),
    verb("SPOUSE", "(?:estoy casad[oa]|me casé) con / (?:está casad[oa]|se casó) con", "name", 0.85, {
      entity: "person",
    }),
    verb(
      "EATS",
      "soy (?=(?:vegetarian[oa]|vegan[oa])(?!\\p{L})) / es (?=(?:vegetarian[oa]|vegan[oa])(?!\\p{L}))",
      "word",
      0.8,
    ),
    verb(
      "ALLERGIC_TO",
      "(?:soy )?alérgic[oa] (?:a la |a los |a las |al |a )(?:l[oa]s? )? / (?:es )?alérgic[oa] (?:a la |a los |a las |al |a )(?:l[oa]s? )?",
      "list",
      0.9,
    ),
    verb(
      "ALLERGIC_TO",
      "tengo alergia (?:a la |a los |a las |al |a ) / tiene alergia (?:a la |a los |a las |al |a )",
      "list",
      0.9,
    ),
    verb(
      "HAS_CONDITION",
      "(?:tengo|sufro de) (?=(?:migrañas?|asma|diabetes|epilepsia|artritis|ansiedad|depresión|celiaquía|hipertensión|TDAH|cáncer|taquicardias?)(?!\\p{L})) / (?:tiene|sufre de) (?=(?:migrañas?|asma|diabetes|epilepsia|artritis|ansiedad|depresión|celiaquía|hipertensión|TDAH|cáncer|taquicardias?)(?!\\p{L}))",
      "word",
      0.85,
    ),
    verb("HAS_CONDITION", "estoy (?=embarazada(?!\\p{L})) / está (?=embarazada(?!\\p{L}))", "word", 0.8),
    verb(
      "HAS_CONDITION",
      "(?:soy|estoy) (?=(?:sord[oa]|cieg[oa]|diabétic[oa]|asmátic[oa]|celíac[oa])(?!\\p{L})) / (?:es|está) (?=(?:sord[oa]|cieg[oa]|diabétic[oa]|asmátic[oa]|celíac[oa])(?!\\p{L}))",
      "word",
      0.8,
    ),
    verb("TAKES_MEDICATION", "tomo (?=\\p{L}+ \\d+ ?mg) / toma (?=\\p{L}+ \\d+ ?mg)", "noun", 0.8),
    verb(
      "SPEAKS",
      "hablo (?=(?:español|inglés|francés|alemán|italiano|portugués|ruso|chino|catalán)) / habla (?=(?:español|inglés|francés|alemán|italiano|portugués|ruso|chino|catalán))",
      "list",
      0.8,
    ),
    verb("PLAYS", "toco (?=(?:el|la|los) ) / toca (?=(?:el|la|los) )", "noun", 0.75),
    verb("PLAYS", "juego al / juega al", "noun", 0.75),
    verb("DRIVES", "(?:manejo|conduzco) (?=un|una) / (?:maneja|conduce) (?=un|una)", "noun", 0.75, {
      entity: "thing",
    }),
    verb("CAN_DRIVE", "(?:sé|manejo) (?=manejar|conducir) / sabe (?=manejar|conducir)", "word", 0.7),
    verb("EATS", "como / come", "list", 0.7, { onlyNegated: true }),
    verb("DRINKS", "(?:tomo|bebo)(?! desde) / (?:toma|bebe)(?! desde)", "list", 0.7, { onlyNegated: true }),
    verb("DRINKS", "bebo(?=[.,;!]| desde|$) / bebe(?=[.,;!]| desde|$)", "none", 0.7, {
      object: "alcohol",
      onlyNegated: true,
    }),
    verb("SMOKES", "fumo / fuma", "none", 0.7, { object: "cigarrillos", onlyNegated: true }),
    verb(
      "LIKES",
      "(?:me|nos) (?:gustan?|encantan?) (?!que|cuando|cómo|eso|esto) / (?:le|les) (?:gustan?|encantan?) (?!que|cuando|cómo|eso|esto)",
      "list",
      0.75,
    ),
    verb("DISLIKES", "(?:odio|detesto) / (?:odia|detesta)", "list", 0.75),
    verb("HOBBY", "canto en un / canta en un", "noun", 0.7),
    verb(
      "OWNS",
      "(?:compré|me compré|nos compramos) (?=(?:un|una|el|la) ) / (?:compró|se compró) (?=(?:un|una|el|la) )",
      "noun",
      0.75,
      { entity: "thing", change: "update" },
    ),
    verb("OWNS", "(?:vendí|vendimos) (?=(?:el|la|mi) ) / vendió (?=(?:el|la|su) )", "noun", 0.7, {
      entity: "thing",
      change: "ending",
      negative: true,
    }),
    verb(
      "WORKS_AT",
      "(?:renuncié|dejé mi trabajo en|ya no trabajo en) (?:a |en )?(?:la |el )? / (?:renunció|ya no trabaja en) (?:a |en )?(?:la |el )?",
      "name",
      0.7,
      { entity: "organisation", change: "ending", negative: true },
    ),
    verb(
      "HAS_PET",
      "(?:adopté|adoptamos|tengo|tenemos) (?=(?:un|una|dos) (?:perr|gat|conej|lor|tortug)) / (?:adoptó|tiene) (?=(?:un|una|dos) (?:perr|gat|conej|lor|tortug))",
      "noun",
      0.7,
    ),
    verb(
      "VISITED",
      "(?:visité|viajé a|viajamos a) (?=\\p{Lu}) / (?:visitó|viajó a) (?=\\p{Lu})",
      "name",
      0.65,
      { entity: "place" },
    ),
    verb(
      "PLANS",
      "(?:voy a|vamos a|planeo|quiero|pienso|queremos) (?!que|ver|decir|saber|eso|ser|llorar|morir|contarte|pedir) / (?:va a|planea|quiere|piensa) (?!que|ver|decir|saber|eso|ser|dejar)",
      "clause",
      0.6,
    ),
    verb("DIED", "- / (?:murió|falleció|se murió)", "said", 0.85, { change: "update" }),
    verb("AGE", "(?:tengo|cumplo|cumplí) (?:los )? / (?:tiene|cumple|cumplió) (?:los )?", "age", 0.85),
    verb("WORKS_AS", "soy / (?:es|hoy es|era)", "job", 0.8),
    verb("KNOWN_AS", "- / (?:también conocido como|le dicen)", "name", 0.7),
  ],
  bareFirst: null,
  age: /^(?:de )?(\d{1,3})(?: años)?(?=\s*[,.;)!]|$| y )/u,
  number: /^(\d{1,3})(?: años)?(?=\s*[,.;)!…]|$| y | pero | ayer| hoy| el )/u,
  phone:
    /(?<!\p{L})(?:mi|nuevo) (?:\p{L}+ ){0,3}?(?:número|teléfono|celular|móvil)(?!\p{L})[^.\d+]{0,30}(?<value>\+?\d[\d ()-]{5,18}\d)/iu,
  birthday: /(?<!\p{L})mi cumpleaños es (?:el )?(?<value>\d{1,2} de \p{L}+)/iu,
  email:
    /(?<!\p{L})mi (?:correo|e-?mail|mail)[^@\s]{0,3}(?: es|:| electrónico es)? ?(?<value>[\w.+-]+@[\w-]+\.[\w.-]*\w)/iu,
  attribute:
    /(?<!\p{L})[Mm]i (?<what>\p{Ll}+) (?:es|son)(?: ahora)? (?:a |el |los )?(?<value>(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|\d)[^.,;!?()]{0,40})/u,
  condition:
    /(?<!\p{L})mis? (?<value>migrañas?|asma|diabetes|epilepsia|artritis|celiaquía|hipertensión)(?!\p{L})/iu,
  favourite:
    /(?<!\p{L})mi (?<what>\p{L}+) (?:favorit[oa]|preferid[oa]) (?:es|era|son) (?:el |la )?(?<value>[^.,;!?]{2,60})/iu,
  time: /(?<!\p{L})(?:desde|en|el|hasta) ((?:\d{1,2} de )?(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?: de \d{4})?|\d{4}|(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|(?:verano|invierno|otoño))(?![\p{L}\d])|(?<!\p{L})(ayer|hoy|mañana|el (?:año|mes) pasado|la semana pasada|el (?:próximo|año) \p{L}+)(?!\p{L})/iu,
  guards: {
    question:
      /^(?:(?:y|pero|oye|ok|ya|bueno|hola),? )*[¿]?(?:qué|quién|cuál|dónde|cuándo|cómo|cuánt[oa]s?|por qué|que |como |puedes|puedo|debería|hay|sabes|dame|dime|explica|escribe|resume|ayúdame|es|está|y cómo)(?: |\?|$)/iu,
    unreal:
      /(?<!\p{L})(?:si|sería|haría|tendría|querría|ojalá|imagin[aoe]\p{L}*|supon\p{L}*|quizás?|tal vez|a lo mejor|capaz que|hubiera|fuera|saliera|iba a|íbamos a|casi|parece que)(?!\p{L})/iu,
    reported:
      /(?<!\p{L})(?:dice|dicen|dijo|según|cuenta que|afirma|cree que|piensa que|me contaron|parece)(?!\p{L})/iu,
    joke: /(?<!\p{L})(?:(?:ja){2,}\p{L}*|es broma|bromeo|era chiste)(?!\p{L})/iu,
    sarcasm:
      /(?<!\p{L})(?:qué (?:belleza|maravilla|alegría|bien) (?:las?|los?|el|que)|ojalá|AMO|ENCANTA)(?!\p{L})/u,
  },
  frames: {
    play: /(?<!\p{L})(?:juego de rol|practiquemos|tú eres|finge|hagamos como|imagina que|juguemos a|(?:este|un|el|mi) cuento|escribo una? (?:novela|libro)|en mi (?:novela|historia|juego)|una historia|seguir este)(?!\p{L})/iu,
    offRecord:
      /(?<!\p{L})(?:no lo (?:anotes|guardes|registres|escribas)|no (?:anotes|guardes) (?:esto|nada)|off the record|que no quede registro)(?!\p{L})/iu,
    paste:
      /(?<!\p{L})(?:mira esto|me llegó|llegó al|resume|me escribió|traduce|reenvi|correo de|lee esto)(?!\p{L})/iu,
    injection: /(?:ignora (?:todas )?las instrucciones|sistema ?:|asistente ?:)/iu,
  },
  requests: {
    forget:
      /(?<!\p{L})(?:olvida|olvídate|borra|elimina|quita|no guardes|tacha)(?!\p{L})(?<target>[^.!?]{3,120})/iu,
    remember:
      /(?<!\p{L})(?:recuerda|anota|apunta|acuérdate|no olvides)(?: que|:)? (?<target>[^.!?]{3,160})/iu,
    correct: /(?<!\p{L})(?:corrige|cambia eso|actualiza)(?!\p{L})(?<target>[^.!?]{0,120})/iu,
    untrue:
      /(?<!\p{L})(?:no tengo|nunca tuve|no es (?:cierto|verdad)|entendí mal|me equivoqué|no tengo idea|tampoco iba|lo inventé)(?!\p{L})/iu,
  },
  phrases: {
    NAME: ["{s} se llama {o}.", "{s} no se llama {o}."],
    LIVES_IN: ["{s} vive en {o}.", "{s} no vive en {o}."],
    LIVED_IN: ["{s} vivió en {o}.", "{s} no vivió en {o}."],
    MOVES_TO: ["{s} se muda a {o}.", "{s} no se muda a {o}."],
    BORN_IN: ["{s} nació en {o}.", "{s} no nació en {o}."],
    BIRTHDAY: ["{s} cumple años el {o}.", "{s} no cumple años el {o}."],
    COMES_FROM: ["{s} es de {o}.", "{s} no es de {o}."],
    WORKS_AT: ["{s} trabaja en {o}.", "{s} no trabaja en {o}."],
    WORKS_AS: ["{s} trabaja como {o}.", "{s} no trabaja como {o}."],
    STUDIES_AT: ["{s} estudia en {o}.", "{s} no estudia en {o}."],
    STUDIES: ["{s} estudia {o}.", "{s} no estudia {o}."],
    LEARNS: ["{s} aprende {o}.", "{s} no aprende {o}."],
    SPOUSE: ["{s} está en matrimonio con {o}.", "{s} no está en matrimonio con {o}."],
    HAS_CONDITION: ["{s} tiene esta condición: {o}.", "{s} no tiene esta condición: {o}."],
    ALLERGIC_TO: ["{s} tiene alergia a {o}.", "{s} no tiene alergia a {o}."],
    TAKES_MEDICATION: ["{s} toma {o}.", "{s} no toma {o}."],
    SPEAKS: ["{s} habla {o}.", "{s} no habla {o}."],
    PLAYS: ["{s} toca o juega {o}.", "{s} no toca ni juega {o}."],
    DRIVES: ["{s} conduce {o}.", "{s} no conduce {o}."],
    CAN_DRIVE: ["{s} sabe {o}.", "{s} no sabe {o}."],
    OWNS: ["{s} tiene {o}.", "{s} ya no tiene {o}."],
    EATS: ["{s} come {o}.", "{s} no come {o}."],
    DRINKS: ["{s} bebe {o}.", "{s} no bebe {o}."],
    SMOKES: ["{s} fuma {o}.", "{s} no fuma {o}."],
    LIKES: ["A {s} le gusta: {o}.", "A {s} no le gusta: {o}."],
    DISLIKES: ["{s} detesta {o}.", "{s} no detesta {o}."],
    HOBBY: ["{s} tiene la afición {o}.", "{s} no tiene la afición {o}."],
    PLANS: ["{s} tiene este plan: {o}.", "{s} ya no tiene este plan: {o}."],
    VISITED: ["{s} visitó {o}.", "{s} no visitó {o}."],
    DIED: ["{s} {o}.", "{s} no murió."],
    AGE: ["{s} tiene {o} años.", "{s} no tiene {o} años."],
    PHONE_NUMBER: ["{s} tiene el número {o}.", "{s} no tiene el número {o}."],
    EMAIL: ["{s} tiene el correo {o}.", "{s} no tiene el correo {o}."],
    FAVORITE: ["{s} prefiere {o}.", "{s} no prefiere {o}."],
    HAS_PET: ["{s} tiene esta mascota: {o}.", "{s} no tiene esta mascota: {o}."],
    ROLE: ["{s} tiene a {o} como {r}.", "{s} no tiene a {o} como {r}."],
    PARTNER: ["{s} está en pareja con {o}.", "{s} no está en pareja con {o}."],
    KNOWN_AS: ["A {s} también le dicen {o}.", "A {s} no le dicen {o}."],
    STUDIED: ["{s} estudió {o}.", "{s} no estudió {o}."],
    HABIT: ["{s} tiene esta costumbre: {o}.", "{s} no tiene esta costumbre: {o}."],
    HAS_APPOINTMENT: ["{s} tiene esta cita: {o}.", "{s} no tiene esta cita: {o}."],
    CANCELLED: ["{s} canceló {o}.", "{s} no canceló {o}."],
    PASSED: ["{s} aprobó {o}.", "{s} no aprobó {o}."],
    HAS_LICENSE: ["{s} tiene este permiso: {o}.", "{s} no tiene este permiso: {o}."],
    HAD_HEALTH_EVENT: ["{s} tuvo esto: {o}.", "{s} no tuvo esto: {o}."],
    HAD_INJURY: ["{s} tuvo esta lesión: {o}.", "{s} no tuvo esta lesión: {o}."],
    MARRIED_IN: ["{s} se casó en {o}.", "{s} no se casó en {o}."],
    HAS_CHILD: ["{s} tiene un hijo o una hija: {o}.", "{s} no tiene este hijo o hija: {o}."],
    BREED: ["{s} es de esta raza: {o}.", "{s} no es de esta raza: {o}."],
    PAYS_RENT: ["{s} paga {o} de alquiler.", "{s} no paga {o} de alquiler."],
    LIVES_AT: ["{s} vive en esta dirección: {o}.", "{s} no vive en esta dirección: {o}."],
    COACH: ["A {s} le entrena {o}.", "A {s} no le entrena {o}."],
    MEMBER_OF: ["{s} es miembro de {o}.", "{s} no es miembro de {o}."],
    OTHER: ["{s}: {p} {o}.", "{s}: no {p} {o}."],
  },
  user: "El usuario",
  usersRole: (role) => `${role.charAt(0).toUpperCase()}${role.slice(1)} del usuario`,
};
