import { type Grammar, roleTable, verb, wordSet } from "./grammar.ts";

const ROLES = roleTable(`
HAS_SISTER person f: sister; little sister; big sister; older sister; younger sister; twin sister; half sister; sisters+
HAS_BROTHER person m: brother; little brother; big brother; older brother; younger brother; twin brother; brothers+
HAS_SIBLING person x: sibling; twin; siblings+
HAS_MOTHER person f: mother; mom; mum; mam; mama
HAS_FATHER person m: father; dad; papa
HAS_PARENT person x: parents+
HAS_CHILD person f: daughter; little girl; eldest daughter; daughters+; girls+
HAS_CHILD person m: son; eldest son; little boy; sons+; boys+
HAS_CHILD person x: child; kid; baby; kids+; children+; twins+
HAS_STEPCHILD person f: stepdaughter
HAS_STEPCHILD person m: stepson
HAS_STEPPARENT person f: stepmother; stepmum; stepmom
HAS_STEPPARENT person m: stepfather; stepdad
GODPARENT_OF person x: godson; goddaughter; godchild
HAS_GRANDCHILD person x: grandson; granddaughter; grandchild; grandkids+; grandchildren+; grandsons+; granddaughters+
HAS_GRANDPARENT person f: grandmother; grandma; granny; nan; gran
HAS_GRANDPARENT person m: grandfather; grandpa; grandad; granddad
HAS_AUNT person f: aunt; auntie; aunts+
HAS_UNCLE person m: uncle; uncles+
HAS_COUSIN person x: cousin; cousins+
HAS_NIECE person f: niece; nieces+
HAS_NEPHEW person m: nephew; nephews+
SPOUSE person f: wife; missus
SPOUSE person m: husband; hubby
SPOUSE person x: spouse
PARTNER person f: girlfriend; fiancée; fiancee
PARTNER person m: boyfriend; fiancé
PARTNER person x: partner
EX_PARTNER person f: ex-wife; ex wife; ex-girlfriend
EX_PARTNER person m: ex-husband; ex husband; ex-boyfriend
EX_PARTNER person x: ex
HAS_MOTHER_IN_LAW person f: mother-in-law; mother in law
HAS_FATHER_IN_LAW person m: father-in-law; father in law
HAS_SISTER_IN_LAW person f: sister-in-law; sister in law
HAS_BROTHER_IN_LAW person m: brother-in-law; brother in law
HAS_FRIEND person x: friend; best friend; old friend; good friend; buddy; pal; friends+
HAS_COLLEAGUE person x: colleague; coworker; co-worker; workmate; colleagues+; coworkers+
HAS_NEIGHBOUR person x: neighbour; neighbor; neighbours+; neighbors+
FLATMATE person x: flatmate; roommate; housemate; flatmates+; roommates+; housemates+
BOSS person x: boss; manager; supervisor; line manager; team lead
HAS_STUDENT person x: student; pupil; apprentice; students+; pupils+
HAS_CUSTOMER person x: customer; client
HAS_PET animal x: dog; cat; puppy; pup; kitten; rabbit; hamster; tortoise; parrot; horse; pony; guinea pig; budgie; ferret; pet; dogs+; cats+; rabbits+; pets+; horses+; guinea pigs+
HAS_DOCTOR person x: doctor; gp; GP
WORKS_AS person x: dentist; therapist; physio; physiotherapist; vet; midwife; lawyer; solicitor; accountant; hairdresser; cleaner; plumber; electrician; piano teacher; driving instructor
COACH person x: coach; trainer; mentor; tutor; teacher; preceptor; mentors+
LANDLORD person x: landlord; landlady
`);

/** "be" and "have" in both persons, contracted and not. */
const BE = "am|'m|’m|are|'re|’re|was|were|been|being / is|'s|’s|was|are|'re|’re|were|been|being";
const [BE1, BE3] = BE.split(" / ") as [string, string];
const be = (rest: string): string => `(?:${BE1})? ?${rest} / (?:${BE3})? ?${rest}`;
const isNow = (rest: string): string => `(?:am|'m|’m|are|'re|’re) ${rest} / (?:is|'s|’s|are) ${rest}`;
const s = (stem: string, rest = ""): string => `${stem}${rest} / ${stem}s${rest}`;
const DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?";
const NATIONS =
  "American|Argentinian|Australian|Austrian|Belgian|Brazilian|British|Bulgarian|Canadian|Chilean|Chinese|Colombian|Croatian|Czech|Danish|Dutch|Egyptian|English|Finnish|French|German|Ghanaian|Greek|Hungarian|Indian|Iranian|Irish|Israeli|Italian|Japanese|Kenyan|Korean|Lebanese|Mexican|Moroccan|Nigerian|Norwegian|Peruvian|Polish|Portuguese|Romanian|Russian|Scottish|Serbian|Spanish|Swedish|Swiss|Syrian|Turkish|Ukrainian|Vietnamese|Welsh";
const CONDITIONS =
  "migraines?|asthma|diabetes|epilepsy|arthritis|celiac(?: disease)?|coeliac(?: disease)?|adhd|ADHD|autism|anxiety|depression|hay ?fever|insomnia|eczema|psoriasis|lactose intolerance|high blood pressure|low blood pressure|tinnitus|dyslexia|cancer|dementia|gout|vertigo|atrial fibrillation|endometriosis|hypertension|osteoporosis|fibromyalgia|crohn(?:'s|’s)?(?: disease)?|Crohn(?:'s|’s)?(?: disease)?|colitis|lupus|IBS|PCOS|OCD|PTSD|MS|Parkinson(?:'s|’s)?|Alzheimer(?:'s|’s)?|sciatica|sleep apnoea|sleep apnea|bipolar(?: disorder)?|anaemia|anemia|angina|long covid|heart failure|glaucoma|cataracts|rosacea";

/** Words before a condition that say what kind it is. */
const KIND =
  "(?:(?:type (?:1|2|one|two)|chronic|severe|mild|bad|terrible|awful|early|a|an|some|really|my) ){0,2}";

export const ENGLISH: Grammar = {
  language: "en",
  roles: ROLES,
  mine: "[Mm]y|[Oo]ur",
  theirs: new Map([
    ["his", "m"],
    ["her", "f"],
    ["their", "x"],
  ] as const),
  counts: "[Tt]he|[Aa]n?|[Oo]ne|[Tt]wo|[Tt]hree|2|3",
  self: "I|i|[Ww]e",
  pronouns: new Map([
    ["he", "m"],
    ["she", "f"],
  ] as const),
  called: "(?:called|named)",
  is: "(?:is|'s|’s|was|are)",
  and: "and|or|&|plus",
  selfName:
    /(?:^|[.!,;:\s])(?:[Mm]y name(?:'s|’s| is)|I(?:'|’)m called|[Cc]all me|(?:I|i)(?:'|’)?m|I am) (?=\p{Lu})/gu,
  skip: /^(?:also|just|now|currently|still|really|always|actually|recently|already|even|only|both|then|usually|sometimes|often|mostly|finally|officially|today|yesterday|obviously|all|have|has|had|'ve|’ve|'d|’d|do|does|did|be|got|gotten|since) (?!\d)/u,
  negation:
    /^(?:(?:do|does|did|am|is|are|was|were|have|has|had|ca|can|could)(?:n't|n’t|nt)|(?:'m|’m|'s|’s|'re|’re)? ?not|never|no longer|cannot|can not|(?:do|does|did|am|is|are|was|were|have|has|can) (?:not|no longer)|(?:'ve|’ve|'s|’s|have|has|was|were|is|am) never|(?:'m|’m|'s|’s) no longer|dont|doesnt|cant|isnt) /u,
  conjunct: /,? (?:and|but|who|which) |[,(;] ?|\.\.\. ?/gu,
  updated:
    /\b(?:now|as of|starting|from (?:next|tomorrow|today|\d)|new|changed|switched|these days|nowadays|moved)\b/iu,
  corrected:
    /\b(?:i meant|correction|i (?:told|said) (?:you )?(?:it )?wrong|that(?:'|’)s (?:wrong|not right)|scratch that|i misspoke|my mistake|sorry|actually|told you wrong|not \S+ but|wrong)\b|^no,/iu,
  contrast: [
    /(?<new>[^,;:]{2,60}?),? (?:and )?not (?:the )?(?<old>[\p{L}\p{N}' -]{2,40}?)(?=[,.;!?)]|$)/iu,
    /not (?<old>[\p{L}\p{N}' -]{2,40}?),? but (?<new>[^,.;]{2,60})/iu,
  ],
  determiners: wordSet(
    "a an the my our your his her their its some any this that these those another one of",
  ),
  stops: wordSet(
    "and or but because since which who that when so with for at in on from to until till if while as than by i you he she it we they is are was were be has have had will would can could after before into about during every each these where though although then now again anymore too also instead either yesterday today tomorrow last next not without via like around between out off up down over through near back there here except since this my his her our their your just really lately still already right twice once years year ago well only even all at",
  ),
  clauseStops: wordSet(
    "but because which who so instead if while though although unless since i he she they you we it where what i'm i’m it's it’s that's that’s and or",
  ),
  empty: wordSet(
    "it this that them him her me us you he she they we i one ones thing things something anything nothing everything someone anyone everyone somebody nobody none lot lots bit bunch kind sort way ways much many more most less too so very now then there here today tomorrow yesterday not no yes ok okay well good bad great fine sure right wrong how what who why when where which all both each every any some other others another else same such just only really being been having doing going get got to of in on at for with and or but the a an my our your his its their these those day days time times idea mess fan wreck problem moment while point reason be do go house flat apartment town city village country place if because monday tuesday wednesday thursday friday saturday sunday again anymore instead also back home work still already off up out over herself himself myself everybody person people guy stuff type example",
  ),
  job: /^(?:(?:a|an|the|our|my|their|his|her) )?((?:(?!(?:is|are|was|she|he|it|an|a|the|and|or|my|our|his|her|for|to|in|at|of|with|not|as)(?= ))[\p{L}-]+ ){0,3}?(?:nurse|teacher|doctor|engineer|developer|programmer|accountant|actuary|lawyer|solicitor|barrister|electrician|plumber|carpenter|joiner|mechanic|driver|pilot|chef|cook|baker|butcher|farmer|gardener|painter|designer|architect|artist|musician|writer|author|journalist|editor|translator|librarian|manager|director|consultant|analyst|scientist|researcher|professor|lecturer|postdoc|trainee|apprentice|student|secretary|receptionist|clerk|cashier|waiter|waitress|bartender|barista|hairdresser|barber|photographer|dentist|pharmacist|vet|physio|physiotherapist|therapist|psychologist|midwife|paramedic|firefighter|police officer|soldier|sailor|captain|skipper|dispatcher|operator|technician|plasterer|builder|roofer|welder|contractor|surveyor|planner|dealer|agent|salesman|saleswoman|salesperson|shopkeeper|priest|pastor|social worker|carer|nanny|tailor|fisherman|warden|janitor|caretaker|surgeon|optician|conductor|pianist|violinist|singer|actor|actress|dancer|coach|trainer|instructor|tutor|recruiter|courier|cleaner|landscaper|roofer|forester|ranger|jeweller|florist|butler|sommelier|copywriter|paralegal|civil servant|housewife|counsellor|counselor|[\p{L}]+ologist|[\p{L}]+keeper|[\p{L}]+smith|statistician|politician|beautician|electrician|magician|supervisor|administrator|assistant|buyer|producer|publisher|illustrator|animator|tester|postman|postwoman|dairy farmer|trucker|machinist|fitter|glazier|tiler|bricklayer|scaffolder|decorator|upholsterer|seamstress|stylist|makeup artist|zookeeper|lifeguard|flight attendant|steward|stewardess|dietitian|nutritionist|radiographer|anaesthetist|orthodontist|hygienist|pensioner|bookkeeper|banker|broker|economist|chemist|physicist|biologist|geologist|historian|stonemason|blacksmith|potter|beekeeper|principal|headteacher|preceptor|intern|freelancer|lead|PM|GP|CEO|CTO|DJ|PhD|undergrad|undergraduate|dairyman|rancher)(?: (?:trainee|assistant|manager|student|apprentice|officer|engineer|designer|developer|teacher|nurse|driver))?)(?![\p{L}-])/u,
  employer: /^,? (?:at|for|with) (?=(?:the )?\p{Lu})/u,
  jobPlace: /^,? (?:in|from|near|outside) (?=\p{Lu})/u,
  verbs: [
    verb(
      "HAD_HEALTH_EVENT",
      "(?:had|got|underwent|have had|'ve had) (?:an? |the )?(?:new (?=hip|knee))?(?=(?:\\p{L}+ ){0,2}(?:surgery|operation|stroke|heart attack|biopsy|stent|hip|knee|pacemaker|panic attack|miscarriage|concussion|c-section)(?!\\p{L})) / (?:had|got|underwent|has had) (?:an? |the )?(?:new (?=hip|knee))?(?=(?:\\p{L}+ ){0,2}(?:surgery|operation|stroke|heart attack|biopsy|stent|hip|knee|pacemaker|panic attack|miscarriage|concussion|c-section)(?!\\p{L}))",
      "noun",
      0.75,
    ),
    verb(
      "WON",
      "won (?=(?:the|a|an|first|second|third) ) / won (?=(?:the|a|an|first|second|third) )",
      "noun",
      0.7,
    ),
    verb(
      "MOVES_TO",
      "- / (?:is|'s|’s|has) (?:leaving for|gone back to|moving (?:\\p{L}+ ){0,3}to|going home to|changing to)",
      "name",
      0.65,
      { entity: "place" },
    ),
    verb(
      "HABIT",
      `(?=(?:go|do|clean|run|swim|cook|call|visit|play|train|walk|cycle|meet|see|sing|dance|teach)(?: [\\p{L}']+){0,6} (?:every|on) (?:(?:second|other) )?${DAYS}) / (?=(?:goes|does|cleans|runs|swims|cooks|calls|visits|plays|trains|walks|cycles|sings|dances|teaches)(?: [\\p{L}']+){0,6} (?:every|on) (?:(?:second|other) )?${DAYS})`,
      "clause",
      0.7,
    ),
    verb(
      "LIVES_IN",
      "(?:have |'ve |’ve )?(?:just |recently )?moved (?:(?:back|out|up|down|over|away|from \\p{L}+|house|in with \\p{L}+) )?to / (?:has |'s |’s |have )?(?:just |recently )?moved (?:(?:back|out|up|down|over|away|from \\p{L}+) )?to",
      "name",
      0.85,
      { entity: "place", change: "update" },
    ),
    verb("LIVES_IN", "used to live (?:in|at|near) / used to live (?:in|at|near)", "name", 0.75, {
      entity: "place",
      change: "ending",
      negative: true,
    }),
    verb("LIVED_IN", "(?:lived|grew up) (?:in|near) / (?:lived|grew up) (?:in|near)", "name", 0.8, {
      entity: "place",
    }),
    verb(
      "LIVES_IN",
      `live (?:(?:way|out|up|down|over|back|here|alone|now) )*(?:in|at|near|outside|off) / lives (?:(?:way|out|up|down|over|back|here|alone|now) )*(?:in|at|near|outside|off)`,
      "name",
      0.9,
      { entity: "place" },
    ),
    verb(
      "LIVES_IN",
      be("(?:living|based|staying|settled|back) (?:(?:now|alone|down|up|out|over) )*(?:in|at)"),
      "name",
      0.8,
      { entity: "place" },
    ),
    verb("LIVES_WITH", s("live", " with"), "name", 0.75, { entity: "person" }),
    verb("MOVES_TO", be("(?:moving|relocating|going back|heading back) to"), "name", 0.6, {
      entity: "place",
    }),
    verb("BORN_IN", be("born (?:\\w+ \\w+ )?in"), "name", 0.8, { entity: "place" }),
    verb("BIRTHDAY", be("born (?:on )?"), "date", 0.8),
    verb(
      "COMES_FROM",
      "(?:come|'m|’m|am|'re|’re) (?:originally )?from / (?:comes|'s|’s|is) (?:originally )?from",
      "name",
      0.75,
      { entity: "place" },
    ),
    verb(
      "STUDIES_AT",
      "(?:study|studied|am studying|'m studying|got in|got into) (?:\\p{L}+ )?at / (?:studies|studied|is studying|'s studying|goes to school|goes|got in|starts|starts school|started school|is|'s|’s) (?:(?!not)\\p{L}+ )?at (?=\\p{Lu}[\\p{L} ]*(?:School|University|College|Elementary|Academy|Daycare|Primary|Nursery|Kindergarten|High|[A-Z]{3,}))",
      "name",
      0.75,
      { entity: "organisation" },
    ),
    verb("WORKS_AT", s("work", " (?:at|for|with)"), "name", 0.85, { entity: "organisation" }),
    verb("WORKS_AS", s("work", " as"), "job", 0.85),
    verb("WORKS_AS", be("working as"), "job", 0.8),
    verb("WORKS_AT", be("working (?:at|for|with)"), "name", 0.8, { entity: "organisation" }),
    verb("WORKS_IN", s("work", " in"), "name", 0.75, { entity: "place" }),
    verb(
      "WORKS_AT",
      "(?:started|start|joined|got a job|took a job|began) (?:(?:a new job|a job|work|working) )?(?:at|with|for) / (?:started|starts|joined|got a job|took a job|began) (?:(?:a new job|a job|work|working) )?(?:at|with|for)",
      "name",
      0.8,
      { entity: "organisation", change: "update" },
    ),
    verb(
      "WORKS_IN",
      "(?:got|took|have) an? (?:new )?job (?:got )?in / (?:got|took|has) a (?:new )?(?:job|lectureship|position) in",
      "name",
      0.75,
      { entity: "place", change: "update" },
    ),
    verb("WORKS_AT", "(?:joined|work at) / joined", "name", 0.7, {
      entity: "organisation",
      change: "update",
    }),
    verb(
      "WORKS_AT",
      "(?:quit|left|resigned from) (?:my job (?:at|with) ) / (?:quit|left|resigned from) (?:(?:his|her|their) job (?:at|with) )",
      "name",
      0.75,
      { entity: "organisation", change: "ending", negative: true },
    ),
    verb(
      "WORKS_SHIFT",
      "(?:on |do |work )?(?:the )?(?=(?:early|late|night|day|morning|evening) shifts?(?!\\p{L})) / (?:on |does |works )?(?:the )?(?=(?:early|late|night|day|morning|evening) shifts?(?!\\p{L}))",
      "noun",
      0.7,
    ),
    verb("WORKS_SHIFT", be("(?:(?:working|back) )?on (?=(?:nights|days|lates|earlies)\\b)"), "noun", 0.7),
    verb("WORKS_SHIFT", s("work", " (?=(?:nights|days|lates|earlies|weekends)\\b)"), "noun", 0.75),
    verb(
      "BUSINESS",
      "(?:run|own|opened|have) (?:an? |my own |our own )(?=(?:\\p{L}+ ){0,2}(?:bakery|shop|café|cafe|restaurant|salon|farm|hotel|bar|pub|garage|workshop|studio|company|school|gallery|bookshop|pharmacy|clinic|dojo|gym)) / (?:runs|owns|opened|has) (?:an? |her own |his own |their own )(?=(?:\\p{L}+ ){0,2}(?:bakery|shop|café|cafe|restaurant|salon|farm|hotel|bar|pub|garage|workshop|studio|company|school|gallery|bookshop|pharmacy|clinic|dojo|gym))",
      "noun",
      0.8,
    ),
    verb(
      "HOBBY",
      "run (?=marathons|half marathons|a book club) / runs (?=marathons|half marathons|a book club)",
      "noun",
      0.7,
    ),
    verb("TEACHES", s("teach", "").replace("teachs", "teaches"), "noun", 0.75),
    verb(
      "STUDIED",
      "studied (?!at|for|hard|with|in|there|abroad) / studied (?!at|for|hard|with|in|there|abroad)",
      "noun",
      0.75,
    ),
    verb(
      "MEMBER_OF",
      isNow(
        "(?:a member of |in |part of |on )(?:an? |the |my |our )?(?=(?:[\\p{L}'’-]+ ){0,3}(?:choir|band|orchestra|book club|running club|team|theatre group|union|committee|council|scouts)(?!\\p{L}))",
      ),
      "noun",
      0.7,
    ),
    verb(
      "STUDIES",
      "(?:study|am studying|'m studying|’m studying) / (?:studies|is studying|'s studying|’s studying)",
      "noun",
      0.8,
    ),
    verb(
      "LEARNS",
      "(?:am learning|'m learning|’m learning|learn) / (?:is learning|'s learning|’s learning|learns)",
      "noun",
      0.7,
    ),
    verb("SPOUSE", be("married to"), "name", 0.85, { entity: "person" }),
    verb("PARTNER", be("(?:engaged to|dating|seeing|going out with)"), "name", 0.75, { entity: "person" }),
    verb("MARRIED_IN", "got married (?:in|on) / got married (?:in|on)", "date", 0.8),
    verb("RELATIONSHIP_STATUS", "got married / got married", "none", 0.7, {
      object: "married",
      change: "update",
    }),
    verb("RELATIONSHIP_STATUS", "got divorced / got divorced", "none", 0.7, {
      object: "divorced",
      change: "update",
    }),
    verb(
      "HAS_CONDITION",
      isNow(
        "(?=(?:pregnant|diabetic|deaf|blind|colou?r blind|celiac|coeliac|asthmatic|dyslexic|lactose intolerant|autistic|epileptic)(?![\\p{L}]))",
      ),
      "noun",
      0.8,
    ),
    verb("EATS", isNow("(?:a )?(?=(?:vegetarian|vegan|pescatarian)\\b)"), "word", 0.8),
    verb("EATS", "(?:'ve |have )?been (?:a )?(?=(?:vegetarian|vegan|pescatarian)\\b)", "word", 0.8),
    verb("EATS", "(?:a )?(?=(?:vegetarian|vegan|pescatarian)\\b)", "word", 0.7, { onlyNegated: true }),
    verb(
      "HAS_CONDITION",
      "(?=(?:pregnant|diabetic|deaf|blind|colou?r blind|asthmatic|dyslexic|lactose intolerant|autistic)(?!\\p{L}))",
      "noun",
      0.7,
      { onlyNegated: true },
    ),
    verb("HAS_CONDITION", "(?=lactose intolerant(?!\\p{L}))", "noun", 0.7),
    verb("NATIONALITY", isNow(`(?=(?:${NATIONS})\\b(?! [\\p{L}]))`), "word", 0.75),
    verb("ALLERGIC_TO", be("allergic to (?:both )?"), "list", 0.9),
    verb("ALLERGIC_TO", `have a (?=[\\p{L}]+ allergy) / has (?:a )?(?=[\\p{L}]+ allergy)`, "word", 0.8),
    verb(
      "HAS_CONDITION",
      `(?:have|had|'ve had|’ve had|'ve got|’ve got|suffer from|do have|(?:been |was |got )?diagnosed with) (?=${KIND}(?:${CONDITIONS})) / (?:has|had|'s got|’s got|suffers from|(?:been |was |got )?diagnosed with) (?=${KIND}(?:${CONDITIONS}))`,
      "noun",
      0.85,
    ),
    verb(
      "TAKES_MEDICATION",
      "(?:take|'m on|’m on|am on|started) (?=(?:\\p{L}+ (?:\\d+ ?mg|\\d+ milligrams)|\\d+ ?mg|\\p{L}*(?:pril|statin|formin|olol|xetine|prazole|phenidate|sartan|profen|cillin|thyroxine)\\b|insulin|aspirin|antidepressants|ibuprofen|warfarin)) / (?:takes|'s on|’s on|is on|started) (?=(?:\\p{L}+ (?:\\d+ ?mg)|\\p{L}*(?:pril|statin|formin|olol|xetine|prazole|phenidate|sartan|profen|cillin|thyroxine)\\b|insulin|aspirin|antidepressants|ibuprofen|warfarin))",
      "noun",
      0.8,
    ),
    verb(
      "HAS_PET",
      "(?:have|own|'ve got|got) (?=(?:a|an|two|three|any) (?:dog|cat|rabbit|hamster|horse|parrot|puppy|kitten|tortoise|dogs|cats)(?:[.,;!)]| and| but| now|$)) / (?:has|have|owns|got) (?=(?:a|an|two|three|any) (?:dog|cat|rabbit|hamster|horse|parrot|puppy|kitten|tortoise|dogs|cats)(?:[.,;!)]| and| but| now|$))",
      "noun",
      0.7,
    ),
    verb(
      "HAS_APPOINTMENT",
      "have (?=an? (?:\\p{L}+ ){0,2}(?:appointment|assessment|check-up|checkup|interview|exam|scan|biopsy|operation|surgery)(?!\\p{L})) / has (?=an? (?:\\p{L}+ ){0,2}(?:appointment|assessment|check-up|checkup|interview|exam|scan|biopsy|operation|surgery)(?!\\p{L}))",
      "clause",
      0.7,
    ),
    verb(
      "HAS_APPOINTMENT",
      "(?:sit|take|run|'ve got|’ve got|am running|'m running|have) (?:the|my|an?) (?=(?:[\\p{L}\\p{N}-]+ ){0,2}(?:exam|test|marathon|race|interview|viva|audition|recital|scan|operation)(?: [\\p{L}]+){0,2} (?:on|in|next|this|tomorrow)(?!\\p{L})) / (?:sits|takes|runs|has) (?:the|her|his|an?) (?=(?:[\\p{L}\\p{N}-]+ ){0,2}(?:exam|test|marathon|race|interview|viva|audition|recital|scan|operation)(?: [\\p{L}]+){0,2} (?:on|in|next|this|tomorrow)(?!\\p{L}))",
      "clause",
      0.7,
    ),
    verb("SPEAKS", s("speak"), "list", 0.7),
    verb(
      "PLAYS",
      `play (?:the )?(?!with|at|on|by|it|around|nice|dumb|safe) / plays (?:the )?(?!with|at|on|by|it|around)`,
      "noun",
      0.7,
    ),
    verb("PLAYS", "drum / drums", "none", 0.6, { object: "drums" }),
    verb("DRIVES", "drive (?=(?:a|an|my) ) / drives (?=(?:a|an|his|her) )", "noun", 0.8, { entity: "thing" }),
    verb(
      "OWNS",
      "own (?=\\p{Lu})|(?:own|bought|have bought|'ve bought|got myself) (?=(?:a|an|the|some|two|three|my) ) / (?:owns|bought|has bought) (?=(?:a|an|the|two|three) )",
      "noun",
      0.7,
      { entity: "thing", change: "update" },
    ),
    verb("OWNS", "sold (?=(?:my|our|the) ) / sold (?=(?:his|her|their|the) )", "noun", 0.7, {
      entity: "thing",
      change: "ending",
      negative: true,
    }),
    verb(
      "SMOKES",
      "smoked?(?=[.,;!)]| and| but| any ?more| in|$) / (?:smokes?|smoked)(?=[.,;!)]| and| but| any ?more| in|$)",
      "none",
      0.7,
      {
        object: "cigarettes",
        onlyNegated: true,
      },
    ),
    verb("SMOKES", "(?:quit|stopped|gave up) smoking / (?:quit|stopped|gave up) smoking", "none", 0.8, {
      object: "smoking",
      change: "ending",
      negative: true,
    }),
    verb(
      "EATS",
      "(?:quit|gave up|stopped eating|stopped drinking) (?=\\p{L}+(?:[.,;!)]| when| in| because| and| for|$)) / (?:stopped eating|stopped drinking|gave up eating) ",
      "noun",
      0.6,
      { change: "ending", negative: true },
    ),
    verb(
      "LIKES",
      "(?:am|'m|’m) (?:a (?:big|huge) fan of|into|fond of) / (?:is|'s|’s) (?:a (?:big|huge) fan of|into|fond of)",
      "list",
      0.65,
    ),
    verb(
      "LIKES",
      "(?:like|love|enjoy|adore|prefer)(?! (?:my|to|it|that|this|you|him|her|nothing|how|when|them|if)\\b) / (?:likes|loves|enjoys|adores|prefers)(?! (?:to|it|that|this|you|him|me|nothing|how|when|them)\\b)",
      "list",
      0.75,
    ),
    verb(
      "DISLIKES",
      "(?:hate|dislike|can't stand|can’t stand|can not stand|cannot stand|detest)(?! (?:to|it|that|this|you|him|her|how|when|them|being|having)\\b) / (?:hates|dislikes|can't stand|detests)(?! (?:to|it|that|this|you|him|me|how|when|them)\\b)",
      "list",
      0.75,
    ),
    verb(
      "HOBBY",
      "(?=(?:crochet|knit|climb|swim|paint|cycle|surf|sew|garden|bake|birdwatch|sail)(?:[.,;!)]| on| every| and| at|$)) / (?=(?:crochets|knits|climbs|swims|paints|cycles|surfs|sews|gardens|bakes|sails)(?:[.,;!)]| on| every| and| at|$))",
      "word",
      0.6,
    ),
    verb(
      "HOBBY",
      "(?:have|do|go to|go) (?=(?:choir|yoga|pottery|judo|karate|pilates|swimming|climbing|running|dancing|hiking|fishing|bouldering|cycling|ballet)\\b) / (?:has|does|goes to|goes) (?=(?:choir|yoga|pottery|judo|karate|pilates|swimming|climbing|running|dancing|hiking|fishing|ballet|bouldering)\\b)",
      "clause",
      0.7,
    ),
    verb("HOBBY", "sing in (?:a|the) / sings in (?:a|the)", "noun", 0.7),
    verb(
      "EATS",
      "eat (?:everything|anything|all) (?:except|but) / eats (?:everything|anything|all) (?:except|but)",
      "list",
      0.8,
      { negative: true },
    ),
    verb("EATS", "(?:eat|eating)(?= ) / eats", "list", 0.6, { onlyNegated: true }),
    verb("DRINKS", "drunk(?=[.,;!]| since| in| for|$) / drunk(?=[.,;!]| since| in| for|$)", "none", 0.7, {
      object: "alcohol",
      onlyNegated: true,
    }),
    verb("DRINKS", "drunk (?=alcohol) / drunk (?=alcohol)", "word", 0.6, { onlyNegated: true }),
    verb("DRINKS", "drink(?:ing)?(?=[.,;!]| any ?more|$) / drinks?(?=[.,;!]| any ?more|$)", "none", 0.6, {
      object: "alcohol",
      onlyNegated: true,
    }),
    verb("DRINKS", "drink(?:ing)?(?= ) / drinks", "list", 0.6, { onlyNegated: true }),
    verb(
      "DRIVES",
      "drive(?= any ?more| and| but| at all|[.,;!]|$) / drive(?= any ?more| and| but| at all|[.,;!]|$)",
      "none",
      0.6,
      {
        object: "car",
        onlyNegated: true,
      },
    ),
    verb(
      "PLANS",
      "(?:booked|signed up for|registered for|enrolled in|bought tickets (?:for|to)) / (?:booked|signed up for|registered for|enrolled in)",
      "clause",
      0.75,
    ),
    verb(
      "PLANS",
      "(?:plan|planning|intend|'m going|’m going|am going|'re going|’re going|decided|hope|'m about|am about) to (?!our |the |my |his |her |a |be |say|know|see (?:if|how|what|whether|that|it)|hear|ask|tell|throw|die|kill|cry|scream|look|talk|complain|make sure|need|do|start with|get this) / (?:plans|is going|intends|hopes|'s going|’s going) to (?!our |the |my |his |her |a |be |say|know|see (?:if|how|what)|hear|ask|tell|throw|die|kill|do )",
      "clause",
      0.65,
    ),
    verb(
      "VISITED",
      "(?:visited|travelled to|traveled to|flew to|(?:'ve|’ve|have) been to) / (?:visited|travelled to|traveled to|flew to)",
      "name",
      0.7,
      { entity: "place" },
    ),
    verb("PASSED", "passed (?:my|the) / passed (?:his|her|the|their)", "noun", 0.65),
    verb("DIED", "- / (?:died|passed away)", "said", 0.85, { change: "update" }),
    verb(
      "RETIRED",
      "(?:retired|have retired|'m retired) (?:in )?(?=\\d{4}) / (?:retired|is retired) (?:in )?(?=\\d{4})",
      "date",
      0.75,
    ),
    verb(
      "AGE",
      "(?:just )?(?:turned|turn|get) |(?=\\d{2} (?:since|on|today|yesterday|tomorrow)(?!\\p{L})) / (?:just )?(?:turned|turns)",
      "age",
      0.85,
      { change: "update" },
    ),
    verb(
      "STAYS_IN",
      "- / (?:is|'s|’s) (?:(?:up|down|over|out|back|away|staying|still|now) ){0,2}in (?=\\p{Lu})",
      "name",
      0.6,
      { entity: "place" },
    ),
    verb(
      "AGE",
      "(?:am|'m|’m) (?:only |about |now |almost )? / (?:is|'s|’s) (?:only |about |now |still |almost )?",
      "age",
      0.85,
    ),
    verb("HAS_BIRTHDAY", "(?:have|celebrate) my birthday on / has (?:his|her) birthday on", "date", 0.8),
    verb("WORKS_AS", "(?:am|'m|’m|was made|became) / (?:is|'s|’s|became)", "job", 0.8),
    verb("KNOWN_AS", "- / (?:also known as|goes by)", "name", 0.75),
  ],
  bareFirst: wordSet(
    "AGE SPOUSE LIVES_IN LIVED_IN OWNS VISITED PASSED LIVES_IN TAKES_MEDICATION SMOKES MOVES_TO",
  ),
  age: /^(?:about |around |aged? |now )?(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)(?: years old| y\/?o)?(?=\s*[,.;)!]|$| and )/u,
  number:
    /^(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE|THIRTEEN|FOURTEEN|FIFTEEN|SIXTEEN|SEVENTEEN|EIGHTEEN|NINETEEN|TWENTY)(?: years old)?(?![.,]\d)(?=\s*[,.;)!…]|$| and | but | now| today| yesterday| on | in | last | since | years)/u,
  phone:
    /\b(?:my|new) (?:\p{L}+ ){0,2}?(?:number|phone|cell|mobile)\b[^.\d+]{0,30}(?<value>\+?\d[\d ()-]{5,18}\d)/iu,
  birthday:
    /\bmy birthday(?:'s|’s| is)? (?:is )?(?:on )?(?:the )?(?<value>\p{Lu}\p{L}+ \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?(?: of)? \p{Lu}\p{L}+)/iu,
  email:
    /\bmy (?:\p{L}+ )?e?-?mail(?: address)?[^@\s]{0,3}(?: is|:)? ?(?<value>[\w.+-]+@[\w-]+\.[\w.-]*\w)/iu,
  attribute:
    /\b(?:[Mm]y|[Oo]ur) (?<what>(?:[\p{Ll}-]+ ){0,2}?[\p{Ll}-]+) (?:is|are|was moved to|moves to)(?: now)? (?:at |on |an? |the )?(?<value>(?:every )?(?:\p{Lu}\p{L}+days?|\p{Lu}\p{L}+ \d|[^\s.,;!?()]*\d)[^.,;!?()]{0,40})/u,
  condition: new RegExp(`\\b(?:my|with my) (?<value>${CONDITIONS})\\b`, "iu"),
  favourite:
    /\bmy (?:absolute )?favou?rite (?<what>\p{L}+)(?: of all)? (?:is|'s|are|was|will always be) (?<value>[^.,;!?]{2,60})/iu,
  time: /\b(?:since|in|on|from|until|last|next|this|by) ((?:early |late |mid )?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?|\d{4}|last \p{L}+|monday|tuesday|wednesday|thursday|friday|saturday|sunday|summer|winter|spring|autumn|fall|week|month|year)\b|\b(yesterday|today|tomorrow|(?:last|next) (?:week|month|year|summer|winter|spring|autumn|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday))\b/iu,
  guards: {
    question:
      /^(?:(?:and|but|so|ok|okay|well|also|lol|hey|oh|now|then|yes|no),? )*(?:what|who|whom|whose|where|when|why|how|which|do|does|did|am i|are|is|was|were|can|could|should|shall|will|would|have you|has|any|remind me|tell me|help me|give me|write|explain|draft|quiz me|summarise|summarize|suggest|isn't|aren't|don't you|didn't)(?: |'s |’s |\?|$)/iu,
    unreal:
      /\b(?:if|would|wouldn't|imagine|suppose|what if|wish|might|maybe|perhaps|i guess|supposedly|apparently|as if|could have|should have|i(?:'|’)d|he(?:'|’)d|she(?:'|’)d|we(?:'|’)d|were going to|was going to|were supposed to|was supposed to|almost|nearly|pretend|let(?:'|’)s say|fingers crossed|unless|dream(?:t|ed)? (?:that|of|about|i))\b/iu,
    reported:
      /\b(?:says?|said|claims?|claimed|thinks|believes|reckons|told (?!you)\S+|tells (?:everyone|everybody|the)|heard that|rumou?r|swears|insists|according to|announced that|asks? (?:if|me)|decided it)\b/iu,
    joke: /\b(?:just kidding|jk|kidding|joking|haha+|hehe+|lmao|rofl|\/s)\b|\/s(?:\s|$)|😂|🤣|\b(?:officially|legally|announcing|i've decided|i have decided) /iu,
    sarcasm:
      /\b(?:oh (?:great|fantastic|wonderful|joy|good|lovely)|truly|living the dream|lucky me|just LOVE|LOVE|how lovely|what a (?:lov\w+|joy|treat)|love nothing more|can hardly contain|so much fun|my favou?rite thing|yay)\b/u,
  },
  frames: {
    play: /\b(?:role[- ]?play|you(?:'|’)?re (?:a|an|the|my) (?:[\p{L}-]+ ){0,4}(?:,|and|now)|you be the|you are (?:a|an|the|my)? ?[\p{L} ]{3,40}\d*,|pretend|let(?:'|’)s (?:say|pretend|play)|mock (?:viva|interview)|play with me|practi[cs]e with me|practi[cs]ing for|(?:write|continue|go on|keep going|finish).{0,30}story|writ(?:e|ing) (?:a|my) (?:\p{L}+ ){0,2}(?:book|novel|script|poem|song)|read the start|bedtime story|backstory|in (?:my|the|this) (?:novel|game|story|book|campaign|script)|my character|the character|(?:short|wants a|a) story|fan ?fiction|poem about)/iu,
    offRecord:
      /\b(?:off the record|do(?:n'?t|n’t| not) (?:keep|store|save|remember|record|note|write) (?:this|that|it|any)|not for the record|(?:forget|ignore) this message)\b/iu,
    paste:
      /\b(?:look at this|from (?:the|my|our) .{1,40}(?:mail|email|group|forum|letter|school|lab)|(?:this|it) (?:came|arrived)|sent (?:me|us|this|round)|got this|e?mail (?:from|says)|wrote(?: me| us)?:|summari[sz]e|tl;?dr|forward(?:ed)?|parse|translate|read this|proofread|the letter|says:|pull out|short version)/iu,
    injection:
      /\b(?:ignore (?:all |any )?(?:previous|prior|above)|system ?:|assistants? (?:reading|processing)|you must remember|remember that you must|save to memory|note to (?:assistant|ai)|ai assistants?:)/iu,
  },
  requests: {
    forget:
      /\b(?:forget|delete|erase|remove|take out|strike|scratch|scrap|drop|don'?t keep|bin)\b(?! (?:to|it['’]s|off))(?<target>[^.!?]{3,120})/iu,
    remember:
      /(?:^|[.!,;] )(?:please )?(?:remember|note|write (?:this )?down|keep in mind|make a note|don'?t forget)(?: that|:|,)? (?<target>[^.!?]{3,160})/iu,
    correct: /\b(?:correct|fix|change|update) (?:that|this|it|your|the)(?<target>[^.!?]{0,120})/iu,
    untrue:
      /\b(?:don'?t have|never had|isn'?t true|not true|was (?:joking|wrong|pulling)|made (?:it|that) up|was mistaken|pulling my leg|no such|never said)\b/iu,
  },
  phrases: {
    NAME: ["{s} is called {o}.", "{s} is not called {o}."],
    LIVES_IN: ["{s} lives in {o}.", "{s} does not live in {o}."],
    LIVED_IN: ["{s} lived in {o}.", "{s} did not live in {o}."],
    LIVES_WITH: ["{s} lives with {o}.", "{s} does not live with {o}."],
    STAYS_IN: ["{s} is in {o}.", "{s} is not in {o}."],
    MOVES_TO: ["{s} is moving to {o}.", "{s} is not moving to {o}."],
    BORN_IN: ["{s} was born in {o}.", "{s} was not born in {o}."],
    BIRTHDAY: ["{s} has the birthday {o}.", "{s} does not have the birthday {o}."],
    COMES_FROM: ["{s} comes from {o}.", "{s} does not come from {o}."],
    WORKS_AT: ["{s} works at {o}.", "{s} does not work at {o}."],
    WORKS_IN: ["{s} works in {o}.", "{s} does not work in {o}."],
    WORKS_AS: ["{s} works as {o}.", "{s} does not work as {o}."],
    WORKS_SHIFT: ["{s} works {o}.", "{s} does not work {o}."],
    BUSINESS: ["{s} runs a {o}.", "{s} does not run a {o}."],
    TEACHES: ["{s} teaches {o}.", "{s} does not teach {o}."],
    STUDIES_AT: ["{s} studies at {o}.", "{s} does not study at {o}."],
    STUDIES: ["{s} studies {o}.", "{s} does not study {o}."],
    LEARNS: ["{s} is learning {o}.", "{s} is not learning {o}."],
    SPOUSE: ["{s} is married to {o}.", "{s} is not married to {o}."],
    PARTNER: ["{s} is together with {o}.", "{s} is not together with {o}."],
    EX_PARTNER: ["{s} was together with {o}.", "{s} was never together with {o}."],
    MARRIED_IN: ["{s} got married in {o}.", "{s} did not get married in {o}."],
    RELATIONSHIP_STATUS: ["{s} got {o}.", "{s} did not get {o}."],
    HAS_CONDITION: ["{s} has this condition: {o}.", "{s} does not have this condition: {o}."],
    ALLERGIC_TO: ["{s} is allergic to {o}.", "{s} is not allergic to {o}."],
    TAKES_MEDICATION: ["{s} takes {o}.", "{s} does not take {o}."],
    SPEAKS: ["{s} speaks {o}.", "{s} does not speak {o}."],
    PLAYS: ["{s} plays {o}.", "{s} does not play {o}."],
    DRIVES: ["{s} drives a {o}.", "{s} does not drive a {o}."],
    OWNS: ["{s} owns {o}.", "{s} does not own {o}."],
    SMOKES: ["{s} is {o}.", "{s} has stopped {o}."],
    EATS: ["{s} eats {o}.", "{s} does not eat {o}."],
    DRINKS: ["{s} drinks {o}.", "{s} does not drink {o}."],
    LIKES: ["{s} likes {o}.", "{s} does not like {o}."],
    DISLIKES: ["{s} dislikes {o}.", "{s} does not dislike {o}."],
    HOBBY: ["{s} has the hobby {o}.", "{s} does not have the hobby {o}."],
    PLANS: ["{s} has this plan: {o}.", "{s} no longer has this plan: {o}."],
    VISITED: ["{s} visited {o}.", "{s} did not visit {o}."],
    DIED: ["{s} {o}.", "{s} did not die."],
    AGE: ["{s} is {o} years old.", "{s} is not {o} years old."],
    PHONE_NUMBER: ["{s} has the phone number {o}.", "{s} does not have the phone number {o}."],
    EMAIL: ["{s} has the e-mail address {o}.", "{s} does not have the e-mail address {o}."],
    FAVORITE: ["{s} likes {o} best.", "{s} does not like {o} best."],
    KNOWN_AS: ["{s} is also called {o}.", "{s} is not called {o}."],
    HAS_PET: ["{s} has a pet called {o}.", "{s} does not have a pet called {o}."],
    ROLE: ["{s} has a {r} called {o}.", "{s} does not have a {r} called {o}."],
    HAD_INJURY: ["{s} had an injury: {o}.", "{s} had no injury: {o}."],
    HAD_HEALTH_EVENT: ["{s} had this: {o}.", "{s} did not have this: {o}."],
    CANCELLED: ["{s} cancelled {o}.", "{s} did not cancel {o}."],
    BREED: ["{s} is a {o}.", "{s} is not a {o}."],
    LIVES_AT: ["{s} lives at {o}.", "{s} does not live at {o}."],
    HAS_CHILD: ["{s} has a child called {o}.", "{s} does not have a child called {o}."],
    WORKED_AT: ["{s} worked at {o}.", "{s} did not work at {o}."],
    PAYS_RENT: ["{s} pays a rent of {o}.", "{s} does not pay a rent of {o}."],
    WEIGHT: ["{s} weighs {o}.", "{s} does not weigh {o}."],
    COMPLETED: ["{s} completed this: {o}.", "{s} did not complete this: {o}."],
    COACH: ["{s} is coached by {o}.", "{s} is not coached by {o}."],
    MEMBER_OF: ["{s} is a member of {o}.", "{s} is not a member of {o}."],
    RUNS: ["{s} runs {o}.", "{s} does not run {o}."],
    WANTS: ["{s} wants to {o}.", "{s} does not want to {o}."],
    ATTENDS: ["{s} attends {o}.", "{s} does not attend {o}."],
    WRITES: ["{s} is writing this: {o}.", "{s} is not writing this: {o}."],
    WON: ["{s} won {o}.", "{s} did not win {o}."],
    HABIT: ["{s} usually does this: {o}.", "{s} does not usually do this: {o}."],
    STUDIED: ["{s} studied {o}.", "{s} did not study {o}."],
    NATIONALITY: ["{s} has this nationality: {o}.", "{s} does not have this nationality: {o}."],
    HAS_APPOINTMENT: ["{s} has this appointment: {o}.", "{s} does not have this appointment: {o}."],
    PASSED: ["{s} passed this: {o}.", "{s} did not pass this: {o}."],
    RETIRED: ["{s} retired in {o}.", "{s} did not retire in {o}."],
    HAS_BIRTHDAY: ["{s} has the birthday {o}.", "{s} does not have the birthday {o}."],
    OTHER: ["{s}: {p} {o}.", "{s}: not {p} {o}."],
  },
  user: "The user",
  usersRole: (role) => `The user's ${role}`,
};
