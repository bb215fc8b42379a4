import type { LanguagePack } from "./pack.ts";

const OFF = "(?:entre nosotros[, ]+)?(?:off the record|no lo anotes|no (?:anotes|recuerdes) esto)";

const n = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const es: LanguagePack = {
  words: {
    stop: "a al algo ante antes aunque como con contra cual cuando de del desde donde dos el ella ellas ellos en entre era eran es esa ese eso esos esta estaba estan estar este esto estos fue fueron ha hace hacia han hasta hay he la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por porque que quien se sea ser si sin sobre solo somos son soy su sus tal tambien te tengo ti tiene todo tu tus un una uno unos usted vosotros y ya yo sabes dime recuerdas cuales quienes cuanto cuanta cuantos cuantas cuyo cuya adonde durante mediante segun tras excepto cada ambos ambas algun alguna alguno algunos algunas ningun ninguna ninguno mucha muchos muchas poca pocos pocas menos aun aquel aquella aquellos aquellas tuya tuyo suya suyo suyos suyas nuestra nuestro nuestras nuestros eres estoy estamos estas estaban estuvo estuve fui fuiste seria sido siendo has hemos habia habian hubo haber tienes tenemos tienen tenia tuvo tuve puedo puede pueden podia va siendo tanto entonces luego todavia ahora unas toda todas todos alguien nadie cualquiera otros otras varios varias mismo misma mismos mismas xq tmb tb",
    frequent:
      "el la los las un una unos unas y yo tú él ella nosotros es son era fue soy estoy está están estaba he ha han no mi mis tu tus su sus con para por en de del al que quien cuando cuándo donde dónde cómo qué este esta hoy ayer mañana pasado pasada semana mes año años hace desde pero o si muy también me te se lo le trabajo vivo tengo enero febrero marzo abril mayo junio julio agosto octubre diciembre lunes martes miércoles jueves viernes sábado domingo verano invierno otoño primavera hasta entre finales principios gracias hola próximo próxima años",
    letters: "[ñ¿¡áíóú]",
    articles: "el|la|los|las|un|una|mi|mis",
    nameEndings: "s es",
    self: "yo me nos nosotros nosotras soy estoy tengo vivo voy hago puedo quiero debo tuve estuve",
    own: "mi mis nuestro nuestra nuestros nuestras",
    first: "yo|me|mi|mis|conmigo|nosotros|nuestr\\w*",
    second: "te|ti|tus?|usted|ustedes|vosotros",
    third: "ella|ellos|ellas|sus?|les?",
    plural: "nosotros|nuestr\\w*",
    user: "usuari[oa]",
    denials: "nunca jamas tampoco ningun ninguno ninguna nadie nada sin",
    agreement: "si claro exacto correcto",
    conjunctions: "y|pero|sino|porque",
    relatives: "que quien quienes cuyo cuya cual donde",
    one: "una?",
    spans: "ano|mes|semana|hora",
    counting: "dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta",
    amounts: "medio media cuarto cuartos par decada decadas quincena",
    pronouns: "el ella ellos eso esto nosotros nosotras",
    hedges: "quizás quizá ojalá sería gustaría podría",
    reports: "dice dicen dijo cree cuenta piensa",
    userNames: "usuario usuaria",
    owner: "(?:el|la|este|esta) (?:user|usuari[oa])",
    assistant: "asistente",
    abbreviations: "sra?",
    salutations: "estimad[oa]s?|querid[oa]s?",
    ambiguousNumbers: "once mil",
    numbers: `
      0: cero; 1: uno primer primero primera; 2: dos segundo segunda; 3: tres tercer tercero tercera;
      4: cuatro cuarto cuarta; 5: cinco quinto quinta; 6: seis sexto sexta; 7: siete septimo septima;
      8: ocho octavo octava; 9: nueve noveno novena; 10: diez decimo decima; 11: once; 12: doce docena;
      13: trece; 14: catorce; 15: quince; 16: dieciseis; 17: diecisiete; 18: dieciocho; 19: diecinueve;
      20: veinte; 30: treinta; 40: cuarenta; 50: cincuenta; 60: sesenta; 70: setenta; 80: ochenta;
      90: noventa; 100: cien ciento; 1000: mil`,
  },
  kin: {
    HAS_SISTER: "hermana",
    HAS_BROTHER: "hermano",
    HAS_MOTHER: "madre mama",
    HAS_FATHER: "padre papa",
    HAS_CHILD: "hijo hija",
    SPOUSE: "esposa esposo marido mujer",
    PARTNER: "novia novio pareja",
    HAS_GRANDMOTHER: "abuela",
    HAS_GRANDFATHER: "abuelo",
    HAS_AUNT: "tia",
    HAS_UNCLE: "tio",
    HAS_COUSIN: "primo prima",
    BOSS: "jefe jefa",
    HAS_FRIEND: "amigo amiga",
    HAS_COLLEAGUE: "colega companero companera",
    HAS_NEIGHBOUR: "vecino vecina",
    HAS_PET: "perro gato gata",
  },
  senses: `
    live: viv vive vivo; move: mud mudo; work: trabaj labor; start: empiez empez comienz; stop: dej renunci;
    like: gust encant; hate: odi; die: muri murio fallec; marry: cas casad; buy: compr; sell: vend vendi;
    call: llam nombr; pay: cobr cuest preci; take: tom; have: tien ten; teach: ensen ense profesor clases;
    learn: estudi aprend; drive: manej conduc; drink: bebe tom; eat: com; play: toc jug;
    born: nac cumple cumpleanos; ill: enferm; pet: mascot; doctor: medic; home: cas depto departament;
    meet: reun encontr; visit: visit ven; leave: ir va; want: quier plane; allergic: alergi; child: hij`,
  askedBy: `
    NAME: llama; KNOWN_AS: apodo; AGE: edad anos tiene; BIRTHDAY: cumpleanos nacio; BORN_IN: nacio;
    NATIONALITY: nacionalidad; HEIGHT: mide estatura; WEIGHT: pesa peso; PHONE_NUMBER: telefono celular movil;
    EMAIL: correo; SPEAKS: habla hablo idiomas; LIVES_IN: vive vivo vivia vivir viven vivi vivido mudado reside ciudad; LIVES_AT: direccion domicilio;
    LIVES_WITH: vive vivo vivir convive; HAS_NEIGHBOUR: vecinos; WORKS_AT: trabaja trabajo trabajaba trabajar empresa empleado empleada;
    WORKS_AS: trabajo empleo oficio dedica profesion puesto cargo; WORKS_SHIFT: turno turnos; BOSS: jefe jefa superior;
    HAS_COLLEAGUE: companeros colegas; STUDIES_AT: estudia estudio escuela universidad; STUDIES: carrera;
    LEARNS: aprende aprendo; READS: lee leo libro; SPOUSE: casado casada marido esposo esposa;
    PARTNER: pareja novio novia; RELATIONSHIP_STATUS: soltero soltera divorciado divorciada; MARRIED_IN: boda;
    HAS_SIBLING: hermanos; HAS_PARENT: padres; HAS_CHILD: hijos; HAS_GRANDCHILD: nietos nieto nieta;
    HAS_PET: mascota mascotas animales perro gato; HAS_FRIEND: amigos; HAS_DOCTOR: medico medica doctor doctora;
    HAS_CONDITION: enfermedad diagnostico; ALLERGIC_TO: alergico alergica alergia alergias;
    TAKES_MEDICATION: medicamento medicamentos remedio pastillas dosis; EATS: dieta; DRIVES: coche auto carro vehiculo;
    COSTS: cuesta precio; LIKES: favorito favorita; HOBBY: aficiones aficion hobby; PLANS: planes;
    VISITED: viaje viajes visito`,
  types: `
    person: persona; organization: organizacion; company: empresa; city: ciudad; country: pais; place: lugar`,
  dated: {
    months:
      "ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|mayo?|junio?|julio?|agosto|sept?(?:iembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?",
    weekdays: ["domingos?", "lunes", "martes", "miercoles", "jueves", "viernes", "sabados?"],
    days: "ayer|anteayer|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|el \\d{1,2}|(?:pasado|proximo)",
  },
  questions: {
    since: "desde",
    after: "después de",
    before: "antes de|hasta",
    the: "el|la",
    kindsOfAnswer:
      "dia dias fecha semana semanas mes meses ano anos hora horas tiempo numero tipo nombre nombres hoy momento actualmente",
    greetings: "buenos d[ií]as|buenas (?:tardes|noches)",
    idioms: [["\\b(?:sigue|continua)\\b", "y luego"]],
  },
  times: {
    months: {
      "ene(?:ro|\\.)": 1,
      "feb(?:rero|\\.)": 2,
      marzo: 3,
      "abr(?:il|\\.)": 4,
      mayo: 5,
      junio: 6,
      julio: 7,
      agosto: 8,
      "sep?tiembre|sept\\.": 9,
      "oct(?:ubre|\\.)": 10,
      "nov(?:iembre|\\.)": 11,
      "dic(?:iembre|\\.)": 12,
    },
    weekdays: {
      domingo: 0,
      lunes: 1,
      martes: 2,
      "miércoles|miercoles": 3,
      jueves: 4,
      viernes: 5,
      "sábado|sabado": 6,
    },
    seasons: {
      primavera: "spring",
      verano: "summer",
      otoño: "autumn",
      invierno: "winter",
      navidad: "christmas",
      "semana santa": "easter",
    },
    units: {
      "minutos?": "minute",
      "horas?": "hour",
      "días?|dias?": "day",
      "fin(?:es)? de semana": "weekend",
      "semanas?": "week",
      "mes(?:es)?": "month",
      "años?": "year",
      "décadas?": "decade",
    },
    spelledIn: "es-ES",
    numbers: {
      "un par de": 2,
      "un[oa]s(?: pocos| pocas)?": 3,
      "algun[oa]s": 3,
      "vari[oa]s": 4,
      "una?": 1,
      "medi[oa]": 0.5,
    },
    half: "y medi[oa]",
    days: {
      "antes de ayer|anteayer|antier": -2,
      "ayer(?: por la (?:mañana|tarde|noche))?": -1,
      anoche: -1,
      "hoy(?: por la (?:mañana|tarde|noche))?": 0,
      "esta (?:mañana|tarde|noche)": 0,
      "pasado mañana": 2,
      "(?<!(?:la|esta|cada|de) )mañana(?: por la (?:mañana|tarde|noche))?": 1,
    },
    ago: ["(?:desde )?hace (?:unos |unas |casi |más de |aproximadamente )?{n} {unit}", "{n} {unit} atrás"],
    ahead: ["(?:dentro de|en) {n} {unit}"],
    last: [
      "(?:(?:el|la|al|del|de la) )?{x} (?:pasad[oa]|anterior)",
      "(?:(?:el|la|al|del) )?(?:pasad[oa]|últim[oa]) {x}",
    ],
    this: ["(?:este|esta) {x}"],
    next: [
      "(?:(?:el|la|al|del) )?(?:próxim[oa]|proxim[oa]) {x}",
      "(?:(?:el|la|al|del) )?{x} (?:que viene|próxim[oa]|siguiente)",
    ],
    secondLast: ["(?:(?:el|la) )?{unit} antepasad[oa]"],
    periodEnd: ["(?:a )?(?:fin|fines|finales) de(?:l| este| esta| la)? (?!(?<=de )semana){unit}"],
    recent: ["(?:(?:en|durante) )?(?:los|las) (?:últim[oa]s|pasad[oa]s) {n} {unit}"],
    coming: ["(?:(?:en|durante) )?(?:los|las) próxim[oa]s {n} {unit}"],
    // Eight days are a week, fifteen two: the first and the last are counted.
    afterWeekday: [
      ["(?:de )?{weekday} en (?:ocho|8) d[ií]as", 7],
      ["(?:de )?{weekday} en (?:quince|15) d[ií]as", 14],
      ["{weekday} en {n} {unit}", null],
      ["(?:dentro de |en )?{n} {unit} (?:a partir del?|desde el) (?:pr[oó]ximo )?{weekday}", null],
    ],
    date: ["(?:(?:el|del|al) )?{day} de {month}(?:,? (?:de |del )?(?:{year}|{shortYear}))?"],
    dayRange: [
      "(?:(?:del|de|entre el|entre) )?{day}(?: ?[-–] ?| al | a | y el | y ){day2} de {month}(?: (?:de |del )?{year})?",
    ],
    monthRange: [
      "(?:desde|de|entre) {month}(?: (?:de |del )?{year})? (?:hasta|a|y) {month2}(?: (?:de |del )?{year2})?",
      "{month} ?[-–] ?{month2} (?:de |del )?{year2}",
    ],
    monthYear: ["{month},?(?: del?)? {anyYear}", "{month} del (?<year>\\d{2})"],
    seasonYear: ["(?:(?:el|la|en) )?{season}(?: del?)? {anyYear}"],
    beforeMonth:
      "en|desde|hasta|a principios de|a finales de|principios de|finales de|mediados de|mes de|de|antes de|después de",
    beforeSeason: "en|este|esta|en el|en la|el|la|desde el|durante el",
    beforeYear:
      "en|desde|hasta|de|antes de|después de|hacia|año|el año|en el año|principios de|finales de|mediados de",
    dayOfMonth: ["[Ee]l (?:día )?{day}(?! ?\\p{L}| ?[\\d:/.,%])"],
    decade: ["(?:en )?(?:los )?años (?<decade>(?:1[89]|20)\\d0|[2-9]0)"],
    plainMonths:
      "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre",
    to: "a|al|hasta|hasta el|[-–]",
    and: "y",
    between: "entre",
    the: "el|la",
    early: "(?:a )?(?:principios|comienzos|inicios)(?: del?)?",
    middle: "(?:a )?mediados(?: del?)?",
    late: "(?:a )?(?:finales|fines)(?: del?)?",
    from: "de|desde",
    money: "dólares|pesos?|libras?",
    counted: "personas|palabras|pasos|metros|kilómetros|horas",
    oClock: "h|[ap]\\.?m",
    named: "número|vuelo|modelo|habitación|sala",
    phone: "teléfono",
  },
  validity: {
    since: "desde(?: el| la)?",
    from: "desde(?: el)?",
    until: "hasta(?: el| la)?",
    link: "a|al|hasta|y",
    past: "hizo|hicieron|dijo|dijeron|vino|vinieron|tuvo|tuvieron|puso|pusieron|supo|quiso|trajo|pudo|hubo|dio|vio|fui|fuimos|(?:me|yo) \\p{L}+[éí]|(?:fue|fueron)(?! \\p{L}+[ai]d[oa]s?)|era|eran|estuvo|(?:ha|han|he|hemos) \\p{L}+[ai]do|\\p{L}{2,}(?:ó|aron|ieron|aba|aban)",
    present:
      "(?:[Vv]oy|va|vamos|van) a|(?:^|[.,;!?] )(?:[Yy]o |[Mm]e ){0,2}(?!Cuando|Como|Pero|Todo)\\p{L}{3,}o|[Uu]suari[oa] (?:se )?\\p{Ll}{2,}[ae]n?|^\\p{Lu}\\p{L}+ (?:se )?\\p{Ll}{2,}[ae]",
  },
  intents: {
    please: "por favor|porfa",
    courtesy: "ok|vale|hola|gracias|perdon|ah|oh|ay no|no|si|espera|engram",
    except: "pero|excepto|salvo|menos",
    firstPerson: "yo|me|mi|mis|nosotros|nuestro|nuestra",
    forms: [
      ["forget", "last", "olvida (?:eso|esto|lo que acabo de decir)"],
      ["forget", "last", "olvidalo,? por favor|por favor,? olvidalo"],
      ["forget", "everything", "olvida todo(?: lo que (?:sabes(?: (?:de|sobre) mi)?|te (?:dije|conte)))?"],
      ["forget", "everything", "olvida todo sobre mi"],
      ["forget", "whole", "olvida todo(?: lo que (?:te (?:dije|conte)|sabes))? (?:sobre|de) X"],
      ["forget", "told", "(?:olvida|borra) lo que te (?:dije|conte) (?:sobre|de) X"],
      ["forget", "named", "olvida (?!no )(?:que )?X"],
      ["remember", "last", "recuerda (?:eso|esto)"],
      ["remember", "words", "recuerda(?: esto)?: ..."],
      ["remember", "words", "recuerda que ..."],
      ["off_record", "last", "eso era off the record"],
      ["off_record", "back", "de nuevo on the record|ya puedes anotar"],
      ["off_record", "from_now_on", "(?:a partir de|desde) ahora,? (?:off the record|no anotes nada)"],
      ["off_record", "words", `${OFF} *[:,;–—-] *...`],
      ["off_record", "words", "..., *off the record"],
      ["off_record", "words", OFF],
      ["why", "last", "por que (?:piensas|dices|crees) eso|como (?:lo sabes|sabes eso)"],
      ["wrong", "last", "eso (?:no es (?:cierto|verdad)|es falso|esta mal)"],
      ["undo", "last", "deshaz(?:lo| eso)"],
    ],
    yes: "(?:si|sip|claro|ok|vale|dale|exacto|correcto|eso|hazlo|adelante|por supuesto|s)",
    no: "(?:no|ningun[oa]?(?: de (?:los|las) dos)?|cancela|para|dejalo|mejor no|nada|n)",
    all: "(?:l[oa]s dos|amb[oa]s|tod[oa]s?(?: eso)?)",
    ordinals: "primer[oa]?|un[oa] segund[oa]|dos tercer[oa]?|tres cuart[oa]|cuatro quint[oa]|cinco",
    link: "y|e|por favor|porfa|gracias",
    pick: "el|la|lo|los|las|numero|solo",
  },
  phrases: {
    locale: "es-ES",
    forgotten: (memories, turns) =>
      memories === 0
        ? `Olvidado: lo que se dijo de eso, en ${n(turns, "mensaje")}.`
        : `Olvidado: ${n(memories, "recuerdo")} sobre eso, de ${n(turns, "mensaje")}.`,
    notFound:
      "No encuentro nada en mi memoria que pueda ser eso, así que no he olvidado nada. ¿Con qué palabras lo contaste?",
    nothingBefore: "No hay nada antes de esto que pueda olvidar.",
    askEverything: (memories, turns) =>
      `Todo lo que sé de ti desaparecería para siempre: ${memories} recuerdos y las palabras de ${turns} mensajes. ¿De verdad debo olvidarlo todo?`,
    similarLeft: (turns) =>
      `Quizá queden palabras parecidas en ${turns === 1 ? "otro mensaje" : `otros ${turns} mensajes`}; una búsqueda del nombre o de la palabra los muestra.`,
    howToAnswer: (choices) => (choices === 1 ? "(sí o no)" : "(un número, «todo» o «ninguno»)"),
    everythingForgotten: "Olvidado: todo.",
    keptAll: "De acuerdo, todo queda como estaba.",
    remembered: "Lo recordaré.",
    notRemembered:
      "La memoria está apagada para este mensaje, así que no puedo guardarlo. Dilo otra vez con la memoria.",
    offRecordNow: "Queda entre nosotros: no guardo nada de esto.",
    offRecordFromNowOn:
      "A partir de ahora todo queda entre nosotros: no guardo nada de esta conversación hasta que digas «ya puedes volver a anotar».",
    onRecordAgain: "Desde aquí vuelvo a guardar lo que me cuentes.",
    because: "Lo dije por esto:",
    saidBy: (who, name, day) =>
      `${who === "user" ? "tú" : who === "assistant" ? "te lo dije yo" : name}, ${day}`,
    status: {
      verified: "comprobado",
      staged: "sin comprobar",
      disputed: "en duda",
      superseded: "ya no es así",
      corrected: "corregido",
      retracted: "retirado",
      archived: "archivado",
    },
    entered: "escrito por ti",
    disputed: "Gracias. Lo he marcado como falso hasta que me digas qué es lo correcto.",
    askWrong: "¿Cuál de estas cosas no es cierta?",
    undone: "Hecho: está como antes.",
    cannotUndo: "Lo olvidado no se puede recuperar: no he guardado ninguna copia.",
    changedSince: "Ha cambiado otra vez desde entonces, así que no puedo deshacerlo sin más.",
    askUndo: "Lo único que podría deshacer es lo que tomé de tus últimas palabras. ¿Debo olvidarlo?",
  },
  forgetting: {
    hidden: (memories, hours) =>
      `Como pediste, he ocultado ${count(memories, "recuerdo", "recuerdos")}. ` +
      (hours === null
        ? "Solo se borra del todo si dices sí; "
        : `Se borra del todo en ${hours} horas, ahora mismo si dices sí; `) +
      "di no para conservarlo, o los números que se borran:",
    more: (left) => `y ${left} más`,
    maybe: (memories) =>
      `No sé si ${memories === 1 ? "esto también va incluido" : `estos ${memories} también van incluidos`}. ` +
      `${memories === 1 ? "Se queda" : "Se quedan"}, salvo que digas sí (entonces se va toda la lista) o los números:`,
    erased: (memories) => `Olvidado para siempre, como pediste: ${count(memories, "recuerdo", "recuerdos")}.`,
    notFound:
      "Me pediste olvidar algo, pero no encuentro nada guardado que pueda ser. No se ha borrado nada.",
  },
  notebook: {
    asks: "que|cual(?:es)?|quien(?:es)?|donde|por que|como (?:se|te|es|estan?|fue|va|puedo)|cuant[oa]s?|dime|dame|enumera|lista (?:tod[oa]s|mis)|cuentame|muestrame|recuerdame|sabes|recuerdas",
    aside:
      "No hay ningún modelo de lenguaje conectado, así que cito lo que me dijiste. Conecta uno en Settings > Models o define LLAMA_CPP_URL.",
    told: (words, day) => (day ? `Me dijiste el ${day}: «${words}»` : `Me dijiste: «${words}»`),
    asked: (words, day) => (day ? `Preguntaste el ${day}: «${words}»` : `Preguntaste: «${words}»`),
    said: (words, name, day) => `${name} dijo el ${day}: «${words}»`,
    inText: (words, day) => `En un texto del ${day}: «${words}»`,
    unquoted: "Encontré algo sobre eso, pero ninguna frase tuya que pueda citar:",
    nothing: "Todavía no hay nada guardado sobre eso.",
    newest: "No encontré nada que coincida. Esto es lo más reciente que tengo de ti:",
    away: "Ahora mismo no pude consultar mi memoria. Vuelve a preguntar en un momento.",
    notSearched: "La memoria está desactivada para este mensaje, así que no la consulté.",
    notKept: "No guardo este mensaje en la memoria.",
    noted: "Anotado.",
    greeting: "Cuéntame algo y lo guardo; pregúntame, y cito lo que me dijiste.",
  },
  plain: {
    expand: [],
    i: "(?:yo )?",
    user: (said) => (/^(?:(?:ya )?no )?le /.test(said) ? "Al usuario" : "El usuario"),
    ofUser: (noun) => `${/^(?:\S*a|madre|mujer)(?: |$)/i.test(noun) ? "La" : "El"} ${noun} del usuario`,
    denial: "no",
    ended: "ya no",
    verbs: "",
    relations: `
      name: [me llamo/se llama] {o} | mi nombre es {o} | [tengo/tiene] una? {kin} (?:llamad[oa]|que se llama) {o}
      age: [tengo/tiene] {o} años
      birthday: [nací/nació] el {o} | mi cumpleaños es el {o}
      lives: [vivo/vive] en {o}
      moved: [me mudé/se mudó] a {o}
      worksAs: [trabajo/trabaja] como {o} | [trabajo/trabaja] de {o}
      worksAt: [trabajo/trabaja] para {o}
      pet: [tengo/tiene] {o}
      likes: [me gusta/le gusta] {o} | [me gustan/le gustan] {o}
      dislikes: [odio/odia] {o} | [detesto/detesta] {o}
      allergic: [soy/es] alérgico a {o} | [soy/es] alérgica a {o}
      hobby: [juego/juega] al {o} | [toco/toca] {o}
    `,
    called: "se llama",
    particles: "el la los las un una unos unas de del y",
    notObjects: "mejor más bien casa todo alguien gente otros",
    openers: "sí|oye|pues|por cierto|recuerda|como sabes",
    corrections: "no|perdón|en realidad",
    now: "ahora|actualmente|recientemente",
    unreal: "imagin(?:a|emos)|supongamos|broma|bromeando|ojalá|ficción|novela|personaje|cuento",
  },
};
