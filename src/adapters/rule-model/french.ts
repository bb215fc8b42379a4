import { type Grammar, roleTable, verb, wordSet } from "./grammar.ts";

const ROLES = roleTable(`
HAS_SISTER person f: sœur; soeur; petite sœur; grande sœur; sœurs+; soeurs+
HAS_BROTHER person m: frère; petit frère; grand frère; frères+
HAS_MOTHER person f: mère; maman
HAS_FATHER person m: père; papa
HAS_PARENT person x: parents+
HAS_CHILD person f: fille; fille aînée; petite fille; filles+
HAS_CHILD person m: fils; garçon; fils aîné
HAS_CHILD person x: enfant; bébé; enfants+; jumeaux+; jumelles+
HAS_GRANDCHILD person x: petit-fils; petite-fille; petits-enfants+
HAS_GRANDPARENT person f: grand-mère; mamie
HAS_GRANDPARENT person m: grand-père; papi
HAS_AUNT person f: tante
HAS_UNCLE person m: oncle
HAS_COUSIN person x: cousin; cousine; cousins+
HAS_NIECE person f: nièce
HAS_NEPHEW person m: neveu
SPOUSE person f: femme; épouse; conjointe
SPOUSE person m: mari; époux; conjoint
PARTNER person f: copine; compagne; fiancée
PARTNER person m: copain; compagnon; fiancé
EX_PARTNER person x: ex; ex-mari; ex-femme
HAS_MOTHER_IN_LAW person f: belle-mère
HAS_FATHER_IN_LAW person m: beau-père
HAS_SISTER_IN_LAW person f: belle-sœur
HAS_BROTHER_IN_LAW person m: beau-frère
HAS_FRIEND person x: ami; amie; meilleur ami; meilleure amie; pote; amis+; amies+
HAS_COLLEAGUE person x: collègue; collègues+
HAS_NEIGHBOUR person x: voisin; voisine; voisins+
FLATMATE person x: colocataire; coloc
BOSS person x: patron; patronne; chef; cheffe; manager
HAS_PET animal x: chien; chienne; chat; chatte; chaton; chiot; lapin; cheval; perroquet; hamster; tortue; chiens+; chats+
HAS_DOCTOR person x: médecin; médecin traitant
WORKS_AS person x: dentiste; kiné; psy; psychologue; sage-femme; vétérinaire; avocat; avocate; comptable; coiffeuse; coiffeur
HAS_STEPCHILD person x: belle-fille; beau-fils
HAS_STUDENT person x: élève; apprenti; apprentie
HAS_CUSTOMER person x: client; cliente
COACH person x: entraîneur; entraîneuse; coach
LANDLORD person x: propriétaire; proprio
`);

const CONDITIONS =
  "migraines?|asthme|diabète|épilepsie|arthrose|anxiété|dépression|hypertension|TDAH|cancer|eczéma";

export const FRENCH: Grammar = {
  language: "fr",
  roles: ROLES,
  mine: "[Mm]on|[Mm]a|[Mm]es|[Nn]otre|[Nn]os",
  theirs: new Map([
    ["son", "x"],
    ["sa", "x"],
    ["ses", "x"],
  ] as const),
  counts: "[Ll]e|[Ll]a|[Ll]es|[Uu]n|[Uu]ne|[Dd]eux|[Tt]rois",
  self: "[Jj]e|[Jj](?=['’])|[Nn]ous",
  pronouns: new Map([
    ["il", "m"],
    ["elle", "f"],
  ] as const),
  called: "(?:qui )?s'appelle|(?:qui )?s’appelle|nommée?|appelée?",
  is: "(?:est|c'est|était|s'appelle|s’appelle)",
  and: "et|ou",
  selfName: /(?:^|[.!,;:\s])(?:[Jj]e m['’]appelle|[Mm]on nom est|[Mm]oi c['’]est|[Jj]e suis) (?=\p{Lu})/gu,
  skip: /^(?:y|aussi|maintenant|encore|toujours|déjà|vraiment|souvent|parfois|juste|['’]ai|ai|a|avons|est|suis|était|actuellement|récemment|beaucoup|d'ailleurs|hier|n['’]?e?) ?/iu,
  negation: /^(?:ne|n['’]|['’]n['’])(?: |(?=\p{L}))/u,
  conjunct: /,? (?:et|mais|qui) |[,(;] ?/gu,
  updated:
    /(?<!\p{L})(?:maintenant|désormais|à partir de|nouve(?:au|lle)|déménagé|changé de|depuis peu)(?!\p{L})/iu,
  corrected:
    /(?<!\p{L})(?:je voulais dire|correction|je me suis trompée?|c['’]est faux|ce n['’]est pas vrai|en fait|pardon|erreur|mal dit)(?!\p{L})|^non,/iu,
  contrast: [
    /(?<new>[^,;:]{2,60}?),? (?:et )?(?:non |pas )(?:pas )?(?:à |en |au )?(?<old>[\p{L}\p{N}'-]{2,40}(?: \p{Lu}[\p{L}-]+)?)(?=[,.;!?)]|$)/iu,
    /pas (?:à |en |au )?(?<old>[\p{L}\p{N}' -]{2,40}?),? mais (?:à |en |au )?(?<new>[^,.;]{2,60})/iu,
  ],
  determiners: wordSet(
    "le la les l' l un une des du de d' mon ma mes notre nos son sa ses leur leurs ce cette ces aux au à très beaucoup",
  ),
  stops: wordSet(
    "et ou mais car parce que qui quand comme avec sans pour par dans en à au aux sur depuis jusque si chez où je tu il elle on nous vous est sont était ai a avons ont pas plus ne maintenant aussi hier demain beaucoup trop tous toutes chaque cette car",
  ),
  clauseStops: wordSet("mais car parce quand si je il elle que et où"),
  empty: wordSet(
    "ça cela ce c' il elle on je tu nous vous eux lui me te se y en rien tout tous toute quelque chose beaucoup trop plus moins bien mal ici là oui non ok merci hier demain aujourd'hui maintenant temps fois peu qui que quoi comment où et ou mais le la les un une de du des envie besoin peur raison tort idée maison jour jours bonjour salut dommage moi toi mon ma mes notre aussi",
  ),
  job: /^(?:(?:un|une|le|la) )?((?:infirmi(?:er|ère)|professeure?|enseignante?|institut(?:eur|rice)|médecin|ingénieure?|développeu(?:r|se)|comptable|avocate?|électricien(?:ne)?|plombier|menuisi(?:er|ère)|mécanicien(?:ne)?|chauffeur|pilote|cuisini(?:er|ère)|boulang(?:er|ère)|agricult(?:eur|rice)|jardini(?:er|ère)|peintre|graphiste|architecte|artiste|musicien(?:ne)?|écrivaine?|journaliste|édit(?:eur|rice)|traduct(?:eur|rice)|bibliothécaire|direct(?:eur|rice)|consultante?|scientifique|cherch(?:eur|euse)|étudiante?|secrétaire|serveu(?:r|se)|coiffeu(?:r|se)|photographe|dentiste|pharmacien(?:ne)?|vétérinaire|kinésithérapeute|psychologue|sage-femme|polici(?:er|ère)|pompier|soldat|marin|technicien(?:ne)?|maçon|vendeu(?:r|se)|couturi(?:er|ère)|chirurgien(?:ne)?|chant(?:eur|euse)|act(?:eur|rice)|danseu(?:r|se)|informaticien(?:ne)?|infographiste|aide-soignante?|caissi(?:er|ère)|esthéticien(?:ne)?|fleuriste|fact(?:eur|rice)|routi(?:er|ère)|livreu(?:r|se)|libraire|notaire|juge|éducat(?:eur|rice)|assistante? sociale?|assistante? maternelle|ouvri(?:er|ère)|gendarme|militaire|commerciale?|chef(?:fe)? de projet|artisane?|vigneron(?:ne)?|apicult(?:eur|rice)|maraîch(?:er|ère)|paysagiste|pâtissi(?:er|ère)|bouch(?:er|ère)|serruri(?:er|ère)|couvreu(?:r|se)|carreleu(?:r|se)|orthophoniste|ostéopathe|opticien(?:ne)?|ambulanci(?:er|ère)|puéricultrice|conduct(?:eur|rice)|prof|soudeu(?:r|se)|géomètre|urbaniste|doctorante?|stagiaire|apprentie?|coursi(?:er|ère)|concierge|secouriste|guide|hôtesse|steward|entraîneu(?:r|se)|économiste|chimiste|biologiste|retraitée?)(?: (?:de|d'|en) ?\p{Ll}+)?)(?![\p{L}-])/u,
  employer: /^,? (?:chez|à|pour) (?=(?:la |l['’]|le )?\p{Lu})/u,
  jobPlace: /^,? (?:à|de) (?=\p{Lu})/u,
  verbs: [
    verb(
      "LIVES_IN",
      "(?:ai |'ai |’ai |avons |viens de |venons de )?(?:déménagée?s?|emménagée?s?|déménager|emménager) (?:à|en|au|dans le) / (?:a |ont |vient de )?(?:déménagée?s?|emménagée?s?|déménager|emménager) (?:à|en|au)",
      "name",
      0.85,
      { entity: "place", change: "update" },
    ),
    verb(
      "LIVES_IN",
      "(?:['’]?habite|habitons|vis|vivons)(?: (?!pas|plus|avec|seule?)\\p{L}+){0,2}? (?:à|en|au|dans|près de) / (?:habite|habitent|vit|vivent)(?: (?!pas|plus|avec)\\p{L}+){0,2}? (?:à|en|au|près de)",
      "name",
      0.9,
      { entity: "place" },
    ),
    verb(
      "LIVES_IN",
      "(?:['’]?habite|habitons|vis) (?:plus|pas) (?:à|en|au) / (?:habite|vit) (?:plus|pas) (?:à|en|au)",
      "name",
      0.85,
      { entity: "place" },
    ),
    verb(
      "LIVED_IN",
      "['’]?(?:ai )?(?:vécu|grandi|habité) (?:à|en|au) / (?:a )?(?:vécu|grandi|habité) (?:à|en|au)",
      "name",
      0.75,
      { entity: "place" },
    ),
    verb("COMES_FROM", "(?:viens|suis originaire) (?:de|d['’]) ?(?=\\p{Lu})", "name", 0.7, {
      entity: "place",
    }),
    verb("BORN_IN", "(?:suis )?née? à / (?:est )?née? à", "name", 0.8, { entity: "place" }),
    verb("BIRTHDAY", "(?:suis )?née? le / (?:est )?née? le", "date", 0.8),
    verb("WORKS_AS", "travaille comme / travaille comme", "job", 0.85),
    verb("WORKS_AT", "travaille (?:chez|pour|à) / travaille (?:chez|pour|à)", "name", 0.85, {
      entity: "organisation",
    }),
    verb("STUDIES_AT", "['’]?étudie à (?:l['’])? / étudie à (?:l['’])?", "name", 0.75, {
      entity: "organisation",
    }),
    verb("STUDIES", "['’]?étudie / étudie", "noun", 0.8),
    verb("LEARNS", "['’]?(?:apprends) (?!que|à) / apprend (?!que|à)", "noun", 0.7),
    verb("SPOUSE", "(?:suis )?mariée? (?:avec|à) / (?:est )?mariée? (?:avec|à)", "name", 0.85, {
      entity: "person",
    }),
    verb(
      "ALLERGIC_TO",
      "(?:suis )?(?:pas )?allergique (?:à la |à l['’]|aux |au |à ) / (?:est )?(?:pas )?allergique (?:à la |à l['’]|aux |au |à )",
      "list",
      0.9,
    ),
    verb(
      "EATS",
      "suis (?=(?:végétarien(?:ne)?|végane?|vegan)(?!\\p{L})) / est (?=(?:végétarien(?:ne)?|végane?|vegan)(?!\\p{L}))",
      "word",
      0.8,
    ),
    verb(
      "HAS_CONDITION",
      "(?:suis|['’]ai) (?=(?:enceinte|diabétique|asthmatique|sourde?|aveugle|daltonien)(?!\\p{L})) / est (?=(?:enceinte|diabétique|asthmatique|sourde?|aveugle|daltonien)(?!\\p{L}))",
      "word",
      0.8,
    ),
    verb(
      "HAS_CONDITION",
      `(?:['’]ai|souffre) (?:de l['’]|de |du |des |d['’])?(?=(?:${CONDITIONS})(?!\\p{L})) / (?:a|souffre) (?:de l['’]|de |du |des |d['’])?(?=(?:${CONDITIONS})(?!\\p{L}))`,
      "word",
      0.85,
    ),
    verb(
      "TAKES_MEDICATION",
      "prends (?:du |de la |de l['’])?(?=\\p{L}+ \\d+ ?mg) / prend (?:du |de la |de l['’])?(?=\\p{L}+ \\d+ ?mg)",
      "noun",
      0.8,
    ),
    verb(
      "SPEAKS",
      "parle (?=(?:français|anglais|allemand|espagnol|italien|portugais|russe|chinois|arabe)) / parle (?=(?:français|anglais|allemand|espagnol|italien|portugais|russe|chinois|arabe))",
      "list",
      0.8,
    ),
    verb("PLAYS", "joue (?:du|de la|de l['’]|au|aux) / joue (?:du|de la|de l['’]|au|aux)", "noun", 0.75),
    verb("DRIVES", "conduis (?=une? ) / conduit (?=une? )", "noun", 0.75, { entity: "thing" }),
    verb(
      "EATS",
      "mange (?:pas|plus|jamais) (?:de |d['’]) ?/ mange (?:pas|plus|jamais) (?:de |d['’]) ?".replace(
        "?/",
        "? /",
      ),
      "noun",
      0.8,
      { onlyNegated: true },
    ),
    verb(
      "DRINKS",
      "bois (?:pas|plus|jamais) (?:de |d['’]) / boit (?:pas|plus|jamais) (?:de |d['’])",
      "noun",
      0.8,
      { onlyNegated: true },
    ),
    verb(
      "DRINKS",
      "bois (?:pas|plus|jamais)(?=[.,;!]| depuis|$) / boit (?:pas|plus|jamais)(?=[.,;!]| depuis|$)",
      "none",
      0.7,
      {
        object: "alcool",
        onlyNegated: true,
      },
    ),
    verb("SMOKES", "fume (?:pas|plus) / fume (?:pas|plus)", "none", 0.75, {
      object: "cigarettes",
      onlyNegated: true,
    }),
    verb(
      "LIKES",
      "['’]?(?:aime|adore)(?: (?:pas|plus|bien|beaucoup))? (?!que|quand|ça|te|vous|à) / (?:aime|adore)(?: (?:pas|plus|bien|beaucoup))? (?!que|quand|ça)",
      "list",
      0.75,
    ),
    verb("DISLIKES", "(?:déteste|hais) (?!que|quand|ça) / (?:déteste|hait) (?!que|quand|ça)", "list", 0.75),
    verb(
      "OWNS",
      "['’]?(?:ai )?achetée? (?=(?:une?|le|la) ) / (?:a )?achetée? (?=(?:une?|le|la) )",
      "noun",
      0.75,
      { entity: "thing", change: "update" },
    ),
    verb(
      "OWNS",
      "['’]?(?:ai )?vendu (?=(?:ma|mon|la|le|notre) ) / (?:a )?vendu (?=(?:sa|son|la|le) )",
      "noun",
      0.7,
      { entity: "thing", change: "ending", negative: true },
    ),
    verb(
      "HAS_PET",
      "['’]?(?:ai |avons )?(?:adopté )?(?=une? (?:chien|chat|lapin|chaton|chiot)) / (?:a )?(?:adopté )?(?=une? (?:chien|chat|lapin|chaton|chiot))",
      "noun",
      0.65,
    ),
    verb(
      "VISITED",
      "['’]?(?:ai visité|suis allée? (?:à|en|au)) / (?:a visité|est allée? (?:à|en|au))",
      "name",
      0.65,
      { entity: "place" },
    ),
    verb(
      "PLANS",
      "(?:vais|allons|compte|veux|prévois de|voulons) (?!bien|pas|dire|savoir|voir|que|être|mourir|à|au|aux|chez|en|mieux|y) / (?:va|compte|veut|prévoit de) (?!bien|pas|dire|savoir|voir|que|être)",
      "clause",
      0.6,
    ),
    verb("DIED", "- / (?:est )?(?:mort|morte|décédée?)", "said", 0.85, { change: "update" }),
    verb("AGE", "['’]?(?:ai|vais avoir) / (?:a|aura)", "age", 0.85),
    verb("WORKS_AS", "suis / est", "job", 0.8),
  ],
  bareFirst: wordSet("LIVES_IN LIVED_IN OWNS"),
  age: /^(?:de )?(\d{1,3}) ans(?=\s*[,.;)!]|$| et )/u,
  number: /^(\d{1,3}) ans(?=\s*[,.;)!…]|$| et | mais | depuis| aujourd)/u,
  phone:
    /(?<!\p{L})(?:mon|nouveau) (?:\p{L}+ ){0,2}?(?:numéro|téléphone|portable)(?!\p{L})[^.\d+]{0,30}(?<value>\+?\d[\d .()-]{5,18}\d)/iu,
  birthday: /(?<!\p{L})mon anniversaire (?:est|c['’]est|tombe) (?:le )?(?<value>\d{1,2}(?:er)? \p{L}+)/iu,
  email:
    /(?<!\p{L})mon (?:adresse |e-?)?mail[^@\s]{0,3}(?: est| c['’]est|:)? ?(?<value>[\w.+-]+@[\w-]+\.[\w.-]*\w)/iu,
  attribute:
    /(?<!\p{L})[Mm](?:on|a) (?<what>\p{Ll}+) est(?: maintenant)? (?:à |le )?(?<value>(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|\d)[^.,;!?()]{0,40})/u,
  condition:
    /(?<!\p{L})m(?:on|a|es) (?<value>migraines?|asthme|diabète|épilepsie|arthrose|hypertension)(?!\p{L})/iu,
  favourite:
    /(?<!\p{L})m(?:on|a) (?<what>\p{L}+) (?:préférée?|favorite?) (?:est|c['’]est|reste) (?:le |la |l['’])?(?<value>[^.,;!?]{2,60})/iu,
  time: /(?<!\p{L})(?:depuis|en|le|jusqu['’]en|au) ((?:\d{1,2} )?(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)(?: \d{4})?|\d{4}|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|printemps|été|automne|hiver)(?![\p{L}\d])|(?<!\p{L})(hier|aujourd['’]hui|demain|(?:la semaine|l['’]année|le mois|l['’]an) (?:dernière?|prochaine?))(?!\p{L})/iu,
  guards: {
    question:
      /^(?:(?:et|mais|alors|bon|oui|non|ok|dis),? )*(?:que|qu['’]est-ce|quoi|qui|où|quand|comment|pourquoi|combien|quel(?:le)?s?|est-ce|peux-tu|pouvez|puis-je|dois-je|y a-t-il|as-tu|es-tu|explique|écris|donne|dis-moi|aide|résume|rappelle)(?: |-|\?|$)/iu,
    unreal:
      /(?<!\p{L})(?:si|s['’]il|serais|serait|aurais|aurait|voudrais|aimerais|imagine\p{L}*|suppos\p{L}*|peut-être|on dirait|j['’]irais|faillis?|allait|presque|devais|pourrais)(?!\p{L})/iu,
    reported:
      /(?<!\p{L})(?:dit que|disent|prétend|raconte|selon|d['’]après|pense que|croit que|m['’]a dit|il paraît|paraît que)(?!\p{L})/iu,
    joke: /(?<!\p{L})(?:je plaisante|je rigole|mdr|lol|haha+|blague)(?!\p{L})/iu,
    sarcasm:
      /(?<!\p{L})(?:génial, encore|super, encore|quelle joie|quel bonheur de|ADORE|trop bien, encore|comme c['’]est)(?!\p{L})/u,
  },
  frames: {
    play: /(?<!\p{L})(?:jeu de rôle|tu es (?:une?|le|la|mon|ma) |faisons semblant|imagine que|jouons à|j[’']écris un (?:roman|livre|polar)|dans mon (?:roman|jeu|livre|histoire)|une histoire|un conte)(?!\p{L})/iu,
    offRecord:
      /(?:n['’]enregistre pas|ne (?:note|garde|retiens|mémorise)s? pas|ne l['’]enregistre pas|off the record|entre nous, ne)/iu,
    paste:
      /(?<!\p{L})(?:regarde ça|j['’]ai reçu|mail de|m['’]a écrit|résume|traduis|transf[ée]r|lis ça)(?!\p{L})/iu,
    injection: /(?:ignore (?:toutes )?les instructions|système ?:|assistant ?:)/iu,
  },
  requests: {
    forget:
      /(?<!\p{L})(?:oublie|efface|supprime|enlève|retire|ne garde pas)(?!\p{L})(?<target>[^.!?]{3,120})/iu,
    remember:
      /(?<!\p{L})(?:souviens-toi|retiens|note|n['’]oublie pas|rappelle-toi)(?: que|:)? (?<target>[^.!?]{3,160})/iu,
    correct: /(?<!\p{L})(?:corrige|change ça|mets à jour)(?!\p{L})(?<target>[^.!?]{0,120})/iu,
    untrue:
      /(?<!\p{L})(?:n['’]en ai pas|n['’]ai pas|n['’]ai jamais eu|pas vrai|c['’]est faux|me suis trompée?|inventé)(?!\p{L})/iu,
  },
  phrases: {
    NAME: ["{s} s'appelle {o}.", "{s} ne s'appelle pas {o}."],
    LIVES_IN: ["{s} habite à {o}.", "{s} n'habite pas à {o}."],
    LIVED_IN: ["{s} a vécu à {o}.", "{s} n'a pas vécu à {o}."],
    BORN_IN: ["{s} est né(e) à {o}.", "{s} n'est pas né(e) à {o}."],
    BIRTHDAY: ["{s} est né(e) le {o}.", "{s} n'est pas né(e) le {o}."],
    COMES_FROM: ["{s} vient de {o}.", "{s} ne vient pas de {o}."],
    WORKS_AT: ["{s} travaille chez {o}.", "{s} ne travaille pas chez {o}."],
    WORKS_AS: ["{s} travaille comme {o}.", "{s} ne travaille pas comme {o}."],
    STUDIES_AT: ["{s} étudie à {o}.", "{s} n'étudie pas à {o}."],
    STUDIES: ["{s} étudie : {o}.", "{s} n'étudie pas : {o}."],
    LEARNS: ["{s} apprend : {o}.", "{s} n'apprend pas : {o}."],
    SPOUSE: ["{s} est marié(e) avec {o}.", "{s} n'est pas marié(e) avec {o}."],
    HAS_CONDITION: ["{s} a cet état de santé : {o}.", "{s} n'a pas cet état de santé : {o}."],
    ALLERGIC_TO: ["{s} est allergique à : {o}.", "{s} n'est pas allergique à : {o}."],
    TAKES_MEDICATION: ["{s} prend {o}.", "{s} ne prend pas {o}."],
    SPEAKS: ["{s} parle {o}.", "{s} ne parle pas {o}."],
    PLAYS: ["{s} joue : {o}.", "{s} ne joue pas : {o}."],
    DRIVES: ["{s} conduit : {o}.", "{s} ne conduit pas : {o}."],
    OWNS: ["{s} possède : {o}.", "{s} ne possède plus : {o}."],
    EATS: ["{s} mange : {o}.", "{s} ne mange pas : {o}."],
    DRINKS: ["{s} boit : {o}.", "{s} ne boit pas : {o}."],
    SMOKES: ["{s} fume : {o}.", "{s} ne fume pas : {o}."],
    LIKES: ["{s} aime : {o}.", "{s} n'aime pas : {o}."],
    DISLIKES: ["{s} déteste : {o}.", "{s} ne déteste pas : {o}."],
    PLANS: ["{s} a ce projet : {o}.", "{s} n'a plus ce projet : {o}."],
    VISITED: ["{s} a visité {o}.", "{s} n'a pas visité {o}."],
    DIED: ["{s} est {o}.", "{s} n'est pas {o}."],
    AGE: ["{s} a {o} ans.", "{s} n'a pas {o} ans."],
    PHONE_NUMBER: ["{s} a le numéro {o}.", "{s} n'a pas le numéro {o}."],
    EMAIL: ["{s} a l'adresse {o}.", "{s} n'a pas l'adresse {o}."],
    FAVORITE: ["{s} préfère : {o}.", "{s} ne préfère pas : {o}."],
    HAS_PET: ["{s} a cet animal : {o}.", "{s} n'a pas cet animal : {o}."],
    ROLE: ["{s} a pour {r} {o}.", "{s} n'a pas pour {r} {o}."],
    PARTNER: ["{s} est en couple avec {o}.", "{s} n'est pas en couple avec {o}."],
    KNOWN_AS: ["On appelle aussi {s} {o}.", "On n'appelle pas {s} {o}."],
    WORKS_SHIFT: ["{s} travaille à ce poste : {o}.", "{s} ne travaille pas à ce poste : {o}."],
    HAS_LICENSE: ["{s} a ce permis : {o}.", "{s} n'a pas ce permis : {o}."],
    PASSED: ["{s} a réussi : {o}.", "{s} n'a pas réussi : {o}."],
    HABIT: ["{s} a cette habitude : {o}.", "{s} n'a pas cette habitude : {o}."],
    HOBBY: ["{s} a ce loisir : {o}.", "{s} n'a pas ce loisir : {o}."],
    HAS_APPOINTMENT: ["{s} a ce rendez-vous : {o}.", "{s} n'a pas ce rendez-vous : {o}."],
    CANCELLED: ["{s} a annulé : {o}.", "{s} n'a pas annulé : {o}."],
    STUDIED: ["{s} a étudié {o}.", "{s} n'a pas étudié {o}."],
    HAD_HEALTH_EVENT: ["{s} a eu ceci : {o}.", "{s} n'a pas eu ceci : {o}."],
    HAD_INJURY: ["{s} a été blessé(e) : {o}.", "{s} n'a pas été blessé(e) : {o}."],
    MARRIED_IN: ["{s} s'est marié(e) en {o}.", "{s} ne s'est pas marié(e) en {o}."],
    HAS_CHILD: ["{s} a un enfant appelé {o}.", "{s} n'a pas d'enfant appelé {o}."],
    BREED: ["{s} est de cette race : {o}.", "{s} n'est pas de cette race : {o}."],
    PAYS_RENT: ["{s} paie {o} de loyer.", "{s} ne paie pas {o} de loyer."],
    LIVES_AT: ["{s} habite à cette adresse : {o}.", "{s} n'habite pas à cette adresse : {o}."],
    COACH: ["{s} est entraîné(e) par {o}.", "{s} n'est pas entraîné(e) par {o}."],
    MEMBER_OF: ["{s} fait partie de {o}.", "{s} ne fait pas partie de {o}."],
    OTHER: ["{s} : {p} {o}.", "{s} : pas {p} {o}."],
  },
  user: "L'utilisateur",
  usersRole: (role) => `${role.charAt(0).toUpperCase()}${role.slice(1)} de l'utilisateur`,
};
