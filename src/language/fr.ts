import type { LanguagePack } from "./pack.ts";

const OFF = "(?:entre nous[, ]+)?(?:off the record|ne (?:note|retiens) pas (?:ca|cela))";

const n = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const fr: LanguagePack = {
  words: {
    stop: "a ai aie au aux avec avez avons c ca ce ceci cela celle celui ces cet cette d dans de des donc du elle elles en est et etait etaient ete etre eu eux fait il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas pour plus qu quand que quel quelle quels qui s sa sans se sera ses si son sont sur t ta te tes toi ton tu un une vos votre vous y quoi comment ou est-ce dis sais quelles lequel laquelle lesquels lesquelles combien pourquoi dont chez entre depuis avant apres contre sous selon jusqu jusque hors malgre afin ainsi alors aussi autre autres chaque plusieurs quelque quelques tout toute tous toutes tres trop peu beaucoup moins deja encore toujours suis es sommes etes etais etions soit serait seront avais avait avaient aurait fut fus fais peut peux peuvent doit dois doivent va vais vont ceux lequel rien aucun aucune quelqu certains certaines comme maintenant pr ds qd cb bcp pcq tt tjs tjrs auj stp svp chuis ptet",
    frequent:
      "le la les un une des du et je tu il elle nous vous ils elles est sont était étais suis es ai as avons avez ont pas ne mon ma mes ton ta tes son sa ses avec pour sur dans chez au aux que qui quand où comment quoi ce cette ces hier aujourd'hui demain dernier dernière semaine mois année an ans depuis il-y-a mais ou si très aussi en de c'est j'ai j'habite d'un l'an été suis vais va à janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche été hiver printemps automne début fin entre avant-hier après-demain bonjour merci prochain prochaine jusqu'en l'année",
    letters: "[çèêàùœ]|\\b[cdjlmnqst]['’][aeiouhyéêè]",
    articles: "le|la|les|un|une|mon|ma|mes",
    nameEndings: "s",
    self: "je j moi nous",
    own: "mon ma mes notre nos",
    first: "je|j'\\w+|me|moi|mon|ma|mes|nous|notre|nos",
    second: "tu|te|toi|ton|ta|tes|vous|votre|vos",
    third: "il|elle|ils|elles|lui|leurs?|sa|son|ses|les?",
    plural: "nous|notre|nos",
    user: "utilisateur|utilisatrice",
    denials: "ne pas jamais aucun aucune rien sans ni",
    agreement: "oui ouais exact exactement",
    conjunctions: "et|mais|car",
    relatives: "qui que qu dont ou lequel laquelle lesquels",
    one: "une?",
    spans: "an|mois|semaine|heure",
    counting: "deux trois quatre cinq huit neuf dix onze douze quinze vingt trente",
    amounts: "demi demie quart quarts couple paire dizaine quinzaine vingtaine trentaine centaine decennie",
    pronouns: "il elle ils elles cela nous",
    hedges: "si serait aimerais voudrais pourrais peut",
    reports: "dit disent pense raconte prétend croit",
    userNames: "utilisateur utilisatrice l'utilisateur l'utilisatrice",
    owner: "(?:le|la) user|l'utilisat(?:eur|rice)",
    assistant: "assistant",
    abbreviations: "mme",
    salutations: "chere?s?",
    ambiguousNumbers: "sept cent",
    numbers: `
      1: premier premiere; 2: deux deuxieme; 3: trois troisieme; 4: quatre quatrieme; 5: cinq cinquieme;
      6: six sixieme; 7: sept septieme; 8: huit huitieme; 9: neuf neuvieme; 10: dix dixieme; 11: onze;
      12: douze douzaine; 13: treize; 14: quatorze; 15: quinze; 16: seize; 20: vingt; 30: trente;
      40: quarante; 50: cinquante; 60: soixante; 100: cent; 1000: mille`,
  },
  kin: {
    HAS_SISTER: "soeur sœur",
    HAS_BROTHER: "frere",
    HAS_MOTHER: "mere maman",
    HAS_FATHER: "pere papa",
    HAS_CHILD: "fils fille",
    SPOUSE: "femme mari",
    PARTNER: "copain copine",
    HAS_AUNT: "tante",
    HAS_UNCLE: "oncle",
    HAS_COUSIN: "cousin cousine",
    BOSS: "chef patron",
    HAS_FRIEND: "ami amie",
    HAS_COLLEAGUE: "collegue",
    HAS_NEIGHBOUR: "voisin voisine",
    HAS_PET: "chien chat",
  },
  senses: `
    live: habit; move: demenag; work: travail; start: commenc; stop: arret; like: aime ador; hate: detest;
    die: mort decede; marry: mari epous; buy: achet; call: appel nomm; pay: paie paye cout prix;
    take: prend; have: avoir possed; teach: enseign; learn: etudi appren; drive: condui voitur;
    drink: boi bois; eat: mang; play: jou; born: naissanc anniversair ne; ill: malad;
    doctor: docteur medecin; home: maison appartement; meet: rencontr; visit: vien; leave: part quitt;
    want: veut voul; allergic: allergiq; child: enfant`,
  askedBy: `
    NAME: appelle; KNOWN_AS: surnom; AGE: age; BIRTHDAY: anniversaire ne nee; BORN_IN: ne nee; NATIONALITY: nationalite;
    HEIGHT: mesure taille; WEIGHT: pese poids; PHONE_NUMBER: telephone portable; EMAIL: courriel mail;
    SPEAKS: parle langues; LIVES_IN: habite habitait habiter habitais vit vis vivre vivait vivais demenage reside ville; LIVES_AT: adresse;
    LIVES_WITH: habite habiter vit vis vivre colocataire colocataires; HAS_NEIGHBOUR: voisins; WORKS_AT: travail travaille travailler travaillait employeur entreprise; WORKS_AS: metier boulot profession poste;
    WORKS_SHIFT: horaires; BOSS: patron chef superieur; HAS_COLLEAGUE: collegues; STUDIES_AT: etudie ecole universite;
    STUDIES: etudes; LEARNS: apprend; READS: lit livre; SPOUSE: marie mariee mari femme;
    PARTNER: copain copine compagnon compagne; RELATIONSHIP_STATUS: celibataire divorce divorcee; MARRIED_IN: mariage;
    HAS_SIBLING: fratrie; HAS_PARENT: parents; HAS_CHILD: enfants; HAS_PET: animaux chien chat;
    HAS_FRIEND: amis; HAS_DOCTOR: medecin docteur; HAS_CONDITION: maladie diagnostic;
    ALLERGIC_TO: allergique allergie allergies; TAKES_MEDICATION: medicament medicaments comprimes dose; EATS: regime;
    DRIVES: voiture vehicule; COSTS: coute prix; LIKES: prefere preferee; HOBBY: loisirs loisir; PLANS: projets;
    VISITED: voyage voyages visite`,
  types: `
    person: personne; company: entreprise; city: ville; country: pays; place: lieu; medication: medicament`,
  dated: {
    months:
      "jan(?:vier)?|fev(?:rier)?|mars|avr(?:il)?|mai|juin|juillet|aout|sept?(?:embre)?|oct(?:obre)?|nov(?:embre)?|dec(?:embre)?",
    weekdays: ["dimanches?", "lundis?", "mardis?", "mercredis?", "jeudis?", "vendredis?", "samedis?"],
    days: "hier|aujourd'hui|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|le \\d{1,2}",
  },
  questions: {
    since: "depuis",
    after: "après",
    before: "avant|jusqu'en",
    the: "le|la",
    kindsOfAnswer:
      "jour jours date semaine semaines mois annee annees an ans heure heures temps nombre numero genre sorte type nom noms aujourd moment actuellement",
    greetings: "bonsoir|bonne nuit|comment (?:vas-tu|allez-vous)",
    idioms: [
      ["\\bdans la vie\\b", "comme métier"],
      ["\\bcontinue[zr]?\\b", "et puis"],
      ["\\bnom de famille\\b", "surname"],
    ],
    // "jprends", "jai": no French word begins so.
    typed: [
      ["\\bj(?=(?:ai|avais|[eé]tais)\\b|[bcdfghjklmnpqrstvwxz]\\p{L}{3})", "j'"],
      ["\\bchuis\\b", "je suis"],
    ],
    asksWithin:
      "combien|cb|quoi|(?:les?|la)?quel(?:le)?s?|ou (?:pas|non)$|(?:ou|qui|quand|comment|pourquoi)$",
  },
  times: {
    months: {
      "janv(?:ier|\\.)?": 1,
      "févr(?:ier|\\.)?|fevrier": 2,
      mars: 3,
      "avr(?:il|\\.)": 4,
      mai: 5,
      juin: 6,
      "juil(?:let|\\.)": 7,
      "août|aout": 8,
      "sept(?:embre|\\.)?": 9,
      "oct(?:obre|\\.)": 10,
      "nov(?:embre|\\.)": 11,
      "déc(?:embre|\\.)|decembre": 12,
    },
    weekdays: { dimanche: 0, lundi: 1, mardi: 2, mercredi: 3, jeudi: 4, vendredi: 5, samedi: 6 },
    seasons: {
      printemps: "spring",
      été: "summer",
      automne: "autumn",
      hiver: "winter",
      "no[eë]l": "christmas",
      "p[aâ]ques": "easter",
    },
    units: {
      "minutes?": "minute",
      "heures?": "hour",
      "jours?|journées?": "day",
      "week-?ends?|weekends?": "weekend",
      "semaines?": "week",
      mois: "month",
      "ans?|années?": "year",
      "décennies?": "decade",
    },
    spelledIn: "fr-FR",
    numbers: {
      quelques: 3,
      plusieurs: 4,
      "une?": 1,
    },
    half: "et demie?",
    days: {
      "avant-hier": -2,
      "hier(?: (?:soir|matin|après-midi))?": -1,
      "la nuit dernière": -1,
      "aujourd['’]hui": 0,
      "ce (?:matin|soir)": 0,
      "cet après-midi": 0,
      "après-demain": 2,
      "demain(?: (?:soir|matin|après-midi))?": 1,
    },
    ago: [
      "il y a (?:environ |presque |plus de )?{n} {unit}",
      "voici {n} {unit}",
      "depuis (?:environ |presque |plus de )?{n} {unit}",
    ],
    ahead: ["dans (?:environ )?{n} {unit}", "d['’]ici {n} {unit}"],
    last: ["(?:(?:le|la|au|en|du|de la) |l['’]|d)?{x} (?:derni(?:er|ère)s?|passée?s?|précédente?)"],
    secondLast: ["(?:l['’])?avant-derni(?:er|ère) {unit}"],
    periodEnd: ["(?:à la )?fin (?:du |de l['’]|de la |de cet |de cette |de ce ){unit}"],
    this: ["(?:cet?|cette) {x}"],
    next: ["(?:(?:le|la|au|en|du|de la) |l['’])?{x} (?:prochaine?|suivante?|qui vient)"],
    recent: [
      "(?:(?:au cours des|durant les|pendant les|dans les|ces|les|des) )?{n} derni(?:ers|ères) {unit}",
    ],
    coming: ["(?:(?:au cours des|durant les|pendant les|dans les|ces|les|des) )?{n} prochaine?s {unit}"],
    // Eight days are a week, fifteen two: the first and the last are counted.
    afterWeekday: [
      ["{weekday} en (?:huit|8)", 7],
      ["{weekday} en (?:quinze|15)", 14],
      ["{weekday} dans {n} {unit}", null],
      ["(?:dans )?{n} {unit} à (?:partir|compter) de {weekday}(?: prochain)?", null],
    ],
    date: ["(?:(?:le|du|au) )?{day}(?:er)? {month}(?: (?:{year}|{shortYear}))?"],
    dayRange: [
      "(?:(?:du|entre le|de|entre) )?{day}(?:er)?(?: ?[-–] ?| au | et le | et | à ){day2} {month}(?: {year})?",
    ],
    monthRange: [
      "(?:de |d['’]|entre ){month}(?: {year})? (?:à|et|jusqu['’]en|jusqu['’]à) {month2}(?: {year2})?",
      "{month} ?[-–] ?{month2} {year2}",
    ],
    monthYear: ["{month}(?: de)? {anyYear}"],
    seasonYear: ["(?:(?:le|au|en) |l['’]|à l['’])?{season}(?: de)? {anyYear}"],
    beforeMonth: "en|depuis|jusqu['’]en|dès|début|mi-?|fin|au mois de|au mois d['’]|de|avant|après|courant",
    beforeSeason: "en|cet|l['’]|au|ce|le|depuis l['’]",
    beforeYear:
      "en|depuis|jusqu['’]en|dès|de|avant|après|vers|l['’]an|année|l['’]année|début|fin|mi-?|courant",
    dayOfMonth: ["[Ll]e {day}(?:er)?(?! ?\\p{L}| ?[\\d:h/.,])"],
    decade: ["(?:(?:dans|depuis) )?(?:les )?années (?<decade>(?:1[89]|20)\\d0|[2-9]0)"],
    plainMonths: "janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre",
    to: "à|au|jusqu['’]à|jusqu['’]en|jusqu['’]au|[-–]",
    and: "et",
    between: "entre",
    the: "la|le",
    early: "(?:au )?début(?: de| du| d['’])?",
    middle: "(?:à la )?mi-?|(?:au )?milieu(?: de| du| d['’])?",
    late: "(?:à la )?fin(?: de| du| d['’])?",
    from: "de",
    millions: "millions?",
    money: "francs?|livres?",
    counted: "personnes|gens|mots|mètres|kilomètres|heures",
    oClock: "h",
    named: "numéro|n°|vol|modèle|chambre|salle",
    phone: "téléphone",
  },
  validity: {
    since: "depuis",
    from: "a partir d[eu](?:l| la)?|des",
    until: "jusqu'(?:au|a|en)",
    link: "a|au|et",
    past: "(?:était|étaient|avait|avaient)|(?:a|ont|ai|avons) (?:\\p{L}+ )?\\p{L}+(?:é|ée|és|ées|i|u|is|it)|(?:suis|est|sont|sommes) (?:\\p{L}+ )?(?:allé|arrivé|entré|rentré|monté|né|passé|resté|retourné|tombé|parti|sorti|venu|revenu|devenu|descendu|mort)e?s?|(?:s['’]est|se sont|me suis) \\p{L}+",
    present:
      "(?:[Jj]e|[Oo]n|[Nn]ous|[Ii]ls?|[Ee]lles?|[Uu]tilisat(?:eur|rice)|^\\p{Lu}\\p{L}+) (?:(?:me|nous|se|y|en) |[ms]['’])?(?!(?:suis|es|a|est|ont|sont|avons|sommes|\\p{L}+ai[st]|\\p{L}+aient)(?!\\p{L}))\\p{Ll}+|[Jj]['’](?!ai|ét|av)\\p{Ll}+",
  },
  intents: {
    please: "s'il te plait|s'il vous plait|stp|svp",
    courtesy: "ok|d'accord|bonjour|salut|merci|desolee?|ah|oh|oh non|non|oui|attends|engram",
    except: "mais|sauf|excepte|hormis|a part",
    firstPerson: "je|j'[\\p{L}]+|me|moi|mon|ma|mes|nous|notre|nos",
    forms: [
      ["forget", "last", "oubliez? (?:ca|cela|ce que je viens de dire)"],
      ["forget", "last", "oublie(?:-le)? (?:stp|s'il te plait)"],
      ["forget", "everything", "oubliez? tout(?: ce que (?:tu sais(?: sur moi)?|je t'ai (?:dit|raconte)))?"],
      ["forget", "everything", "oubliez? tout(?: ce que tu sais)? (?:sur|de) moi"],
      ["forget", "whole", "oubliez? tout(?: ce que (?:je t'ai (?:dit|raconte)|tu sais))? (?:sur|de) X"],
      ["forget", "told", "(?:oublie|oubliez|efface) ce que je (?:t'ai|vous ai) (?:dit|raconte) (?:sur|de) X"],
      ["forget", "named", "oubliez? (?!pas |jamais |de )(?:que |qu')?X"],
      ["remember", "last", "retiens (?:ca|cela)"],
      ["remember", "words", "retiens(?: ceci)? ?: ..."],
      ["remember", "words", "(?:retiens|souviens-toi) (?:que |qu')..."],
      ["off_record", "last", "c'etait off the record"],
      ["off_record", "back", "de nouveau on the record|tu peux noter a nouveau"],
      ["off_record", "from_now_on", "a partir de maintenant,? (?:off the record|ne note plus rien)"],
      ["off_record", "words", `${OFF} *[:,;–—-] *...`],
      ["off_record", "words", "..., *off the record"],
      ["off_record", "words", OFF],
      [
        "why",
        "last",
        "pourquoi (?:tu (?:dis|penses)|dis-tu|penses-tu) (?:ca|cela)|comment (?:tu le sais|le sais-tu)",
      ],
      ["wrong", "last", "c'est faux|(?:ce n'est|c'est) pas vrai"],
      ["undo", "last", "annule(?: ca| cela)?"],
    ],
    yes: "(?:oui|ouais|ok|d'accord|bien sur|vas[- ]y|exact(?:ement)?|c'est ca|fais[- ]le|o)",
    no: "(?:non|aucune?(?: des deux)?|ni l'un ni l'autre|annule|arrete|laisse(?: tomber)?|rien|n)",
    all: "(?:les deux|toutes?|tous|tout(?: ca)?)",
    ordinals:
      "premiere?s?|1ere?|1er|une? deuxieme|seconde?|deux troisieme|trois quatrieme|quatre cinquieme|cinq",
    link: "et|stp|merci",
    pick: "le|la|les|numero|seulement",
  },
  phrases: {
    locale: "fr-FR",
    forgotten: (memories, turns) =>
      memories === 0
        ? `Oublié : ce qui a été dit à ce sujet, dans ${n(turns, "message")}.`
        : `Oublié : ${n(memories, "souvenir")} à ce sujet, de ${n(turns, "message")}.`,
    notFound:
      "Je ne trouve rien dans ma mémoire qui puisse être cela, et je n'ai rien oublié. Avec quels mots en as-tu parlé ?",
    nothingBefore: "Il n'y a rien avant cela que je puisse oublier.",
    askEverything: (memories, turns) =>
      `Tout ce que je sais de toi disparaîtrait pour toujours : ${memories} souvenirs et les mots de ${turns} messages. Dois-je vraiment tout oublier ?`,
    similarLeft: (turns) =>
      `Des mots semblables restent peut-être dans ${n(turns, "message")} ; une recherche du nom ou du mot les montre.`,
    howToAnswer: (choices) => (choices === 1 ? "(oui ou non)" : "(un numéro, « tout » ou « rien »)"),
    everythingForgotten: "Oublié : tout.",
    keptAll: "D'accord, tout reste comme avant.",
    remembered: "Je m'en souviendrai.",
    notRemembered:
      "La mémoire est coupée pour ce message, je ne peux donc pas le garder. Redis-le avec la mémoire.",
    offRecordNow: "Cela reste entre nous : je n'en garde rien.",
    offRecordFromNowOn:
      "À partir de maintenant, tout reste entre nous : je ne garde rien de cette conversation jusqu'à ce que tu dises « tu peux de nouveau noter ».",
    onRecordAgain: "À partir d'ici, je garde de nouveau ce que tu me dis.",
    because: "Je l'ai dit à cause de ceci :",
    saidBy: (who, name, day) =>
      `${who === "user" ? "toi" : who === "assistant" ? "je te l'ai dit" : name}, ${day}`,
    status: {
      verified: "vérifié",
      staged: "pas encore vérifié",
      disputed: "douteux",
      superseded: "n'est plus vrai",
      corrected: "corrigé",
      retracted: "retiré",
      archived: "archivé",
    },
    entered: "saisi par toi",
    disputed: "Merci. Je l'ai marqué comme faux jusqu'à ce que tu me dises ce qui est juste.",
    askWrong: "Qu'est-ce qui est faux là-dedans ?",
    undone: "C'est fait : tout est comme avant.",
    cannotUndo: "Ce qui est oublié ne peut pas revenir : je n'en ai gardé aucune copie.",
    changedSince: "Cela a encore changé depuis, je ne peux donc pas simplement l'annuler.",
    askUndo: "Il n'y a à annuler que ce que j'ai retenu de tes derniers mots. Dois-je l'oublier ?",
  },
  forgetting: {
    hidden: (memories, hours) =>
      `Comme demandé, j'ai masqué ${count(memories, "souvenir", "souvenirs")}. ` +
      (hours === null
        ? "Effacement définitif seulement si tu dis oui ; "
        : `Effacement définitif dans ${hours} heures, tout de suite si tu dis oui ; `) +
      "dis non pour tout garder, ou les numéros à effacer :",
    more: (left) => `et ${left} de plus`,
    maybe: (memories) =>
      `Je ne sais pas si ${memories === 1 ? "ceci est aussi visé" : `ces ${memories} souvenirs sont aussi visés`}. ` +
      "Rien n'en part, sauf si tu dis oui (alors toute la liste part) ou les numéros :",
    erased: (memories) => `Oublié pour de bon, comme demandé : ${count(memories, "souvenir", "souvenirs")}.`,
    notFound:
      "Tu m'as demandé d'oublier quelque chose, mais je ne trouve rien d'enregistré qui corresponde. Rien n'a été effacé.",
  },
  notebook: {
    asks: "que|qu'est-ce|quoi|quel(?:le)?s?|qui|ou|pourquoi|comment|combien|dis-moi|donne-moi|enumere|liste (?:tou(?:te)?s|mes)|montre-moi|rappelle-moi|sais-tu|te souviens-tu",
    aside:
      "Aucun modèle de langue n'est connecté : je cite donc ce que tu m'as dit. Connectes-en un dans Settings > Models, ou définis LLAMA_CPP_URL.",
    told: (words, day) => (day ? `Tu m'as dit le ${day} : « ${words} »` : `Tu m'as dit : « ${words} »`),
    asked: (words, day) => (day ? `Tu as demandé le ${day} : « ${words} »` : `Tu as demandé : « ${words} »`),
    said: (words, name, day) => `${name} a dit le ${day} : « ${words} »`,
    inText: (words, day) => `Dans un texte du ${day} : « ${words} »`,
    unquoted: "J'ai trouvé quelque chose à ce sujet, mais aucune phrase de toi que je puisse citer :",
    nothing: "Rien à ce sujet n'est encore enregistré.",
    newest: "Je n'ai rien trouvé qui corresponde. Voici ce que j'ai de plus récent de toi :",
    away: "Je n'ai pas pu consulter ma mémoire à l'instant. Repose ta question dans un moment.",
    notSearched: "La mémoire est désactivée pour ce message : je ne l'ai pas consultée.",
    notKept: "Je ne garde pas ce message en mémoire.",
    noted: "C'est noté.",
    greeting: "Dis-moi quelque chose et je le garde ; demande-moi, et je cite ce que tu m'as dit.",
  },
  plain: {
    expand: [
      ["\\b([jnms])'", "$1e "],
      ["\\bd'", "de "],
    ],
    contract: ["\\b([njmsd])e (?=[aeiouhéè])", "$1'"],
    i: "je ",
    user: () => "L'utilisateur",
    ofUser: (noun, my) =>
      `${/^[aeiouéè]/i.test(noun) ? "L'" : /^(?:ma|une)$/i.test(my) ? "La " : "Le "}${noun} de l'utilisateur`,
    denial: "ne|pas",
    ended: "plus",
    verbs: "",
    relations: `
      name: [me appelle/se appelle] {o} | mon nom est {o} | [ai/a] (?<my>une?) {kin} (?:appelée?|nommée?|qui se appelle) {o}
      age: [ai/a] {o} ans
      birthday: [suis/est] né le {o} | [suis/est] née le {o} | mon anniversaire est le {o}
      lives: [habite/habite] à {o} | [vis/vit] à {o}
      moved: [ai/a] déménagé à {o}
      worksAs: [travaille/travaille] comme {o}
      worksAt: [travaille/travaille] chez {o} | [travaille/travaille] pour {o}
      pet: [ai/a] {o}
      likes: [aime/aime] {o} | [adore/adore] {o}
      dislikes: [déteste/déteste] {o}
      allergic: [suis/est] allergique à {o} | [suis/est] allergique aux {o} | [suis/est] allergique au {o}
      hobby: [joue/joue] {o}
    `,
    called: "s'appelle",
    particles: "le la les l un une des du de au aux sur en",
    notObjects: "mieux plus bien trop beaucoup tout gens autres",
    openers: "alors|au fait|à propos|souviens-toi|rappelle-toi|comme tu sais",
    corrections: "non|pardon|en fait",
    now: "maintenant|désormais|actuellement|récemment",
    unreal: "imagin(?:e|ons)|suppos(?:e|ons|ez)|blague|plaisante|rigole|fiction|roman|personnage|histoire",
  },
};
