import type { LanguagePack } from "./pack.ts";

const OFF =
  "(?:(?:this is|just|one|a|quick|little|small)[, ]+)*(?:(?:thing|question|note|word) )?off the record|don't write this down|don't remember this";

const n = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const en: LanguagePack = {
  words: {
    stop: "a about above after again against all also am an and any are aren as at be because been before being below between both but by can cannot could couldn did didn do does doesn doing don down during each few for from further get got had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m me more most my myself no nor not now of off on once only or other our ours ourselves out over own re s same she should shouldn so some such t than that the their theirs them themselves then there these they this those through to too under until up us ve very was wasn we were weren what when where which while who whom why will with won would wouldn you your yours yourself yourselves tell know remember remind please said say told going really think many much since whose ever via upon within among either neither whats wheres whos whens hows thats theres heres hes shes lets im ive youre theyre weve youve dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt werent hasnt havent hadnt shouldnt wanna gonna gotta though although unless whether yet toward towards someone something somebody anyone anything everyone everything might must shall nobody nothing none another ur cuz pls plz thx idk gimme lemme",
    frequent:
      "the and of to is was were are i you he she it my your his her our their this that these those with for on at by have has had not what when where who how do did does will would can could from about yesterday today tomorrow last week month year ago since next in as be we they but so if there been am me who's i'm it's don't am january february march may june july october december monday tuesday wednesday thursday friday saturday sunday summer spring late early between until",
    articles: "(?:the )?user's|the|a|an|my|our",
    nameEndings: "s es",
    self: "i im ive me myself we weve",
    own: "my mine our ours",
    first: "i|im|ive|me|my|mine|myself|we|our|ours|us",
    second: "you|your|yours",
    third: "he|she|him|his|her|hers|they|their|them",
    plural: "we|our|ours|us",
    user: "user|user's|users",
    denials:
      "\\w*n't not no never none nobody nothing neither nor without cannot dont doesnt didnt cant wont isnt",
    agreement: "yes yep yeah right exactly correct",
    conjunctions: "and|but|because|so|who|which|when|that",
    relatives: "who whom whose which that where",
    one: "an?",
    spans: "year|month|week|day|hour",
    counting:
      "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty",
    amounts: "half halves quarter quarters couple decade decades",
    pronouns: "i me my you he she it they we them him her us this that these those something someone",
    hedges: "if would maybe perhaps might could wish",
    reports: "says said thinks thought told claims believes",
    userNames: "user self",
    owner: "(?:the|this) user",
    assistant: "(?:the )?assistant",
    endings: "ingly edly ing ies ied ed es s y e",
    abbreviations: "mr|mrs|ms|dr|st|prof|vs|etc|approx",
    numero: "no",
    beforeOrdinal: "on",
    salutations: "dear|hi all|hello all",
    people: "person|friend|relative|colleague|neighbou?r|partner|spouse|child|parent|sibling",
    animals: "animal|pet|dog|cat|bird|horse",
    numbers: `
      0: zero; 1: one first; 2: two second both twice pair twins; 3: three third triplets; 4: four fourth;
      5: five fifth; 6: six sixth; 7: seven seventh; 8: eight eighth; 9: nine ninth; 10: ten tenth;
      11: eleven eleventh; 12: twelve twelfth dozen; 13: thirteen; 14: fourteen; 15: fifteen; 16: sixteen;
      17: seventeen; 18: eighteen; 19: nineteen; 20: twenty; 30: thirty; 40: forty; 50: fifty; 60: sixty;
      70: seventy; 80: eighty; 90: ninety; 100: hundred; 1000: thousand`,
  },
  kin: {
    HAS_SISTER: "sister sis",
    HAS_BROTHER: "brother bro",
    HAS_MOTHER: "mother mom mum mama ma amma",
    HAS_FATHER: "father dad papa",
    HAS_CHILD: "son daughter kid child lad boy girl kids",
    SPOUSE: "wife husband spouse",
    PARTNER: "partner girlfriend boyfriend fiance fiancee",
    HAS_GRANDMOTHER: "grandmother grandma gran granny nan",
    HAS_GRANDFATHER: "grandfather grandpa grandad granddad",
    HAS_AUNT: "aunt",
    HAS_UNCLE: "uncle",
    HAS_COUSIN: "cousin",
    BOSS: "boss manager",
    HAS_FRIEND: "friend",
    HAS_COLLEAGUE: "colleague coworker",
    HAS_NEIGHBOUR: "neighbour neighbor",
    HAS_PET: "dog cat pet",
  },
  senses: `
    live: live lives living lived reside; move: move moved moving relocat;
    work: work works working job employ; start: start starts starting begin began begins;
    stop: stop quit gave cancel cancell ended ends;
    like: like likes love loves enjoy adore adores fond mad keen fan;
    hate: hate hates dislike dislikes detest loath stand; die: die died dies passed dead death;
    marry: marry married marries wedding wed; buy: buy bought buys purchas got; sell: sell sold sells;
    call: call called named name names; pay: pay paid pays costs cost charge price;
    take: take takes taking took; have: have has had got owns own; teach: teach teaches taught teacher;
    learn: learn study studies studying learning; drive: drive drives driving car;
    drink: drink drinks drank; eat: eat eats ate eating; play: play plays playing;
    born: born birth birthday; ill: ill sick disease condition; pet: pet animal;
    doctor: doctor gp physician; home: flat apartment house home; meet: meet meets met;
    visit: visit visits visiting comes coming; leave: leave leaves leaving left;
    want: want wants wish plan plans planning going will; allergic: allergic allergy reacts intolerant;
    child: child children kid kids baby`,
  askedBy: `
    NAME: called name named; KNOWN_AS: nickname; AGE: age; BIRTHDAY: birthday born; BORN_IN: born birthplace;
    NATIONALITY: nationality citizenship; HEIGHT: tall height; WEIGHT: weigh weight; PHONE_NUMBER: phone mobile;
    EMAIL: email; SPEAKS: speak speaks languages; LIVES_IN: live lives lived living based move moved town city home;
    LIVES_AT: address; LIVES_WITH: live lives living flatmate flatmates roommate household; HAS_NEIGHBOUR: neighbours neighbors;
    WORKS_AT: employer employed work works worked working company; WORKS_AS: job occupation profession position role;
    WORKS_SHIFT: shift shifts; BOSS: boss supervisor manager superior report; HAS_COLLEAGUE: colleagues coworkers;
    STUDIES_AT: study studies studied school university; STUDIES: degree subject; LEARNS: learn learning;
    READS: read reading; SPOUSE: married husband wife; PARTNER: partner boyfriend girlfriend dating;
    RELATIONSHIP_STATUS: relationship single divorced; MARRIED_IN: wedding; HAS_SIBLING: sibling siblings;
    HAS_PARENT: parent parents; HAS_CHILD: child children kids; HAS_GRANDCHILD: grandchildren grandchild grandson granddaughter;
    HAS_PET: pet pets animal animals dog cat; HAS_FRIEND: friends; HAS_DOCTOR: doctor gp physician;
    HAS_CONDITION: illness disease diagnosis condition; ALLERGIC_TO: allergic allergy allergies;
    TAKES_MEDICATION: medication medicine pills tablets dose; EATS: diet; DRIVES: car vehicle drive;
    COSTS: cost costs price; LIKES: favourite favorite; HOBBY: hobby hobbies activities; PLANS: plans planned;
    VISITED: visited trip travel`,
  types: `
    person: human|human being|people|individual; organization: organisation; company: business|firm;
    city: town; country: nation; place: location; medication: medicine;
    thing: entity|object|item|unknown|other|misc`,
  dated: {
    months:
      "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?",
    weekdays: [
      "sun|sundays?",
      "mon|mondays?",
      "tues?|tuesdays?",
      "weds?|wednesdays?",
      "thur?s?|thursdays?",
      "fri|fridays?",
      "sat|saturdays?",
    ],
    days: "yesterday|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|last (?:mon|tues?|weds?|thurs?|fri|sat|sun)|(?:last|next|this) (?:week|month|year|weekend)|ago|new year|christmas|since the \\d{1,4}\\w*|(?:the|on) \\d{1,2}(?:st|nd|rd|th)",
  },
  questions: {
    since: "since",
    after: "after",
    before: "before|until|till",
    the: "the",
    kindsOfAnswer:
      "date day days week weeks month months year years hour hours time number kind sort type name names today moment currently",
    greetings: "good (?:morning|afternoon|evening|night)",
    idioms: [
      ["\\bfor a living\\b", "as a job"],
      ["\\bhow old\\b", "what age"],
      ["\\b(?:(?:go|carry) on|continue)\\b", "and then"],
      ["\\b(?:last|family) name\\b", "surname"],
      ["\\bright now\\b", "now"],
    ],
  },
  times: {
    months: {
      "jan(?:uary|\\.)?": 1,
      "feb(?:ruary|\\.)?": 2,
      "mar(?:ch|\\.)?": 3,
      "apr(?:il|\\.)?": 4,
      may: 5,
      "june?": 6,
      "july?": 7,
      "aug(?:ust|\\.)?": 8,
      "sept?(?:ember|\\.)?": 9,
      "oct(?:ober|\\.)?": 10,
      "nov(?:ember|\\.)?": 11,
      "dec(?:ember|\\.)?": 12,
    },
    weekdays: {
      "sun(?:day|\\.)?": 0,
      "mon(?:day|\\.)?": 1,
      "tues?(?:day|\\.)?": 2,
      "wed(?:nesday|\\.)?": 3,
      "thurs?(?:day|\\.)?": 4,
      "fri(?:day|\\.)?": 5,
      "sat(?:urday|\\.)?": 6,
    },
    seasons: {
      spring: "spring",
      summer: "summer",
      autumn: "autumn",
      fall: "autumn",
      winter: "winter",
      "christmas|xmas": "christmas",
      easter: "easter",
    },
    units: {
      "minutes?": "minute",
      "hours?": "hour",
      "days?": "day",
      "weekends?": "weekend",
      "weeks?": "week",
      "months?": "month",
      "years?": "year",
      "decades?": "decade",
    },
    spelledIn: "en-GB",
    numbers: {
      "(?:a )?couple(?: of)?": 2,
      "(?:a )?few": 3,
      several: 4,
      "an?": 1,
      "half an?": 0.5,
    },
    half: "and a half",
    days: {
      "(?:the )?day before yesterday": -2,
      yesterday: -1,
      "last night": -1,
      today: 0,
      "this (?:morning|afternoon|evening)": 0,
      "ton(?:ight|ite)": 0,
      "(?:the )?day after tomorrow": 2,
      tomorrow: 1,
    },
    ago: [
      "(?:about |around |over |almost |nearly )?{n} {unit} (?:ago|back|earlier)",
      "for (?:about |around |over |almost |nearly )?{n} {unit} now",
    ],
    ahead: ["in (?:about )?{n} {unit}", "{n} {unit} from (?:now|today)"],
    last: ["(?:the |this )?(?:last|previous|past) {x}"],
    secondLast: ["the {unit} before last"],
    periodEnd: ["(?:the )?end of (?:the|this) {unit}", "(?:the )?{unit}['’]?s['’]? end"],
    this: ["this(?: coming)? {x}"],
    next: ["(?:the )?(?:next|coming|upcoming|following) {x}"],
    recent: [
      "(?:in |for |over |during )?the (?:last|past|previous) {n} {unit}",
      "(?:last|past|previous) {n} {unit}",
    ],
    coming: ["(?:in |for |over |during )?the (?:next|coming|upcoming) {n} {unit}", "next {n} {unit}"],
    afterWeekday: [
      ["{weekday} week", 7],
      ["{weekday} fortnight", 14],
      ["(?<!for (?:the )?){n} {unit} (?:from|on) (?:next |this |this coming )?{weekday}", null],
    ],
    date: [
      "(?:the )?{day}(?:st|nd|rd|th)?(?: of)? {month}(?:,? (?:{year}|{shortYear}))?",
      "{month} (?:the )?{day}(?:st|nd|rd|th)?(?:,? (?:{year}|{shortYear}))?",
    ],
    dayRange: [
      "(?:from |between )?(?:the )?{day}(?:st|nd|rd|th)?(?: ?[-–] ?| to | and | until | till | through )(?:the )?{day2}(?:st|nd|rd|th)?(?: of)? {month}(?:,? {year})?",
      "(?:from |between )?{month} {day}(?:st|nd|rd|th)?(?: ?[-–] ?| to | and | until | till | through ){day2}(?:st|nd|rd|th)?(?:,? {year})?",
    ],
    monthRange: [
      "(?:from |between ){month}(?: {year})? (?:to|and|until|till|through) {month2}(?:,? {year2})?",
      "{month} ?[-–] ?{month2},? {year2}",
    ],
    monthYear: ["{month}(?: of|,)? {anyYear}"],
    seasonYear: ["(?:the )?{season}(?: of|,)? {anyYear}"],
    beforeMonth: "in|since|until|till|by|during|from|after|before|around|early|late|mid|of|throughout",
    beforeSeason: "in|in the|since|during|during the|over the|since the|by|by the",
    beforeYear:
      "in|since|until|till|by|during|from|after|before|around|about|circa|of|early|late|mid|back in|year|class of|(?:winter|summer)",
    dayOfMonth: [
      "(?:[Oo]n )?[Tt]he {day}(?:st|nd|rd|th)(?! (?:of|birthday|anniversary|century|floor|street|avenue|place|grade|time|one|century|edition|annual|week|weekend|quarter|half|day|month|year|person|prize|round))",
    ],
    decade: ["(?:the )?(?:early |late |mid-?)?(?<decade>(?:1[89]|20)\\d0|[2-9]0)(?:'?s|’s| s)"],
    plainMonths: "January|February|April|June|July|August|September|October|November|December",
    to: "to|until|till|through|thru|[-–]",
    and: "and",
    between: "between",
    the: "the",
    early: "(?:at |in )?(?:the )?(?:early(?: in)?|beginning of|start of)",
    middle: "(?:in )?(?:the )?(?:mid-?|middle of)",
    late: "(?:at |by |in )?(?:the )?(?:late(?: in)?|end of)",
    from: "from",
    monthFirst: true,
    millions: "millions?",
    relative: "before|after|earlier|later",
    money: "dollars?|pounds?|bucks|cents?",
    counted:
      "people|users|persons|items|pieces|words|tokens|calories|steps|miles|meters|metres|feet|kilometers|grams?|liters?|litres?|watts?|hours|minutes|seconds|points|copies|photos|pages|percent",
    oClock: "h|hrs|[ap]\\.?m|o'clock",
    named:
      "rooms?|office|suite|apartment|apt\\.?|no\\.|number|flight|route|highway|model|version|v|page|windows|code|pin|zip|gate|line|port|level|bus|track|issue|ticket|order|invoice",
    phone: "phone|mobile|call me at",
  },
  validity: {
    since: "since",
    from: "from|as of|start(?:s|ing)?(?: there| here| work)?(?: on| in)?|beginning|effective",
    until: "until|till|til|through",
    link: "to|till|until|through|and",
    // "was moved to", "is planned for" do not say when it happened; "was born on" does.
    past: "(?:was|were|had|did|could)n['’]t|(?:was|were)(?! (?:\\p{L}+ )?\\p{L}+ed(?!\\p{L}))|became|began|bent|bought|bound|broke|brought|built|came|caught|chose|did|drank|drew|drove|fell|felt|fought|flew|forgot|froze|gave|got|grew|had|hid|heard|kept|knew|laid|led|left|lent|lost|made|meant|met|ran|rang|rode|rose|said|sang|sank|sat|saw|sent|sold|spent|spoke|stole|stood|struck|stuck|swam|taught|threw|thought|took|understood|went|woke|won|wore|wrote|(?<!(?<!\\p{L})(?:is|are|am|was|were|be|been|being) (?:\\p{L}+ )?)\\p{L}{2,}(?<!e)ed",
    present:
      "[Ww]ill|[Ss]hall|won['’]t|going to|['’]ll|(?:[Uu]ser|[Hh]e|[Ss]he|[Ii]t|^\\p{Lu}\\p{L}+) \\p{Ll}+(?<!wa)s|(?:I|[Ww]e|[Tt]hey)(?:['’](?:m|re))? \\p{Ll}+|(?:am|is|are) \\p{Ll}+ing",
  },
  intents: {
    please: "please|pls",
    courtesy: "ok|okay|hi|hello|hey|thanks|thank you|sorry|oh|oh no|no|yes|wait|well|engram",
    except: "but|except|apart from|other than",
    firstPerson: "i|i'm|i've|i'd|me|my|we|our|us",
    forms: [
      ["forget", "last", "forget (?:that|this|what i just (?:said|told you)|my last message)"],
      ["forget", "last", "forget it,? please|please,? forget it"],
      [
        "forget",
        "everything",
        "forget everything(?:(?: that)? (?:you know|i told you|i said))?(?: about me)?",
      ],
      [
        "forget",
        "whole",
        "forget (?:all|everything)(?: (?:that )?(?:i (?:told you|said)|you know))? about X",
      ],
      ["forget", "told", "(?:forget|delete|erase) what i (?:told you|said|mentioned) about X"],
      ["forget", "named", "forget (?!not |to |about |never )(?:that )?X"],
      ["remember", "last", "remember (?:that|this)"],
      ["remember", "words", "remember(?: this)?: ..."],
      ["remember", "words", "(?:remember|don't forget) that ..."],
      ["remember", "words", "remember (?=(?:i|i'm|my|we|our) )..."],
      ["off_record", "last", "(?:that|this) was off the record"],
      ["off_record", "back", "(?:we're |we are )?back on the record"],
      ["off_record", "from_now_on", "from now on,? off the record|off the record,? from now on"],
      ["off_record", "words", `(?:${OFF}) *[:,;–—-] *...`],
      ["off_record", "words", "..., *off the record"],
      ["off_record", "words", OFF],
      ["why", "last", "why do you (?:think|say) (?:so|that)|how do you know(?: that)?"],
      ["wrong", "last", "(?:that's|that is|thats) (?:wrong|not (?:true|right))"],
      ["undo", "last", "undo(?: that)?|take that back"],
    ],
    yes: "(?:yes|yeah|yep|sure|ok(?:ay)?|please do|do it|go ahead|right|correct|exactly|that one|y)",
    no: "(?:no|nope|none(?: of (?:them|these|those))?|neither|cancel|stop|keep (?:it|them)|never ?mind|n)",
    all: "(?:both(?: of them)?|all(?: of (?:it|them|that|those))?|everything)",
    ordinals: "first|1st|one second|2nd|two third|3rd|three fourth|4th|four fifth|5th|five",
    link: "and|please|thanks",
    pick: "the|number|no|just|only",
    counter: "one|ones|two|three|four|of them",
  },
  phrases: {
    locale: "en-GB",
    forgotten: (memories, turns) =>
      memories === 0
        ? `Forgotten: what was said about that, in ${n(turns, "turn")}.`
        : `Forgotten: ${memories === 1 ? "1 memory" : `${memories} memories`} about that, from ${n(turns, "turn")}.`,
    notFound:
      "I find nothing in my memory that this could mean, so I have forgotten nothing. Which words did you use for it?",
    nothingBefore: "There is nothing before this that I could forget.",
    askEverything: (memories, turns) =>
      `Everything that I remember of you would be gone for good: ${count(memories, "memory", "memories")} and the words of ${n(turns, "turn")}. Shall I forget all of it?`,
    similarLeft: (turns) =>
      `Similar words may remain in ${n(turns, "other turn")}; a search for the name or the word shows them.`,
    howToAnswer: (choices) => (choices === 1 ? "(yes or no)" : '(a number, "all" or "none")'),
    everythingForgotten: "Forgotten: everything.",
    keptAll: "All right, everything stays as it was.",
    remembered: "I will remember that.",
    notRemembered: "Memory is off for this message, so I cannot keep it. Say it again with memory on.",
    offRecordNow: "Off the record: I keep none of this.",
    offRecordFromNowOn:
      'Off the record from now on: I keep nothing of this conversation until you say "back on the record".',
    onRecordAgain: "Back on the record: from here on I keep what you tell me.",
    because: "I said so because of this:",
    saidBy: (who, name, day) =>
      `${who === "user" ? "you" : who === "assistant" ? "I told you" : name}, ${day}`,
    status: {
      verified: "checked",
      staged: "not checked yet",
      disputed: "in doubt",
      superseded: "no longer so",
      corrected: "corrected",
      retracted: "taken back",
      archived: "archived",
    },
    entered: "entered by you",
    disputed: "Thank you. I have marked it as wrong until you tell me what is right.",
    askWrong: "Which of these is wrong?",
    undone: "Done: it is as it was before.",
    cannotUndo: "What is forgotten cannot be brought back: I have kept no copy of it.",
    changedSince: "It was changed again since, so I cannot simply undo it.",
    askUndo: "There is nothing to undo but what I took from your last words. Shall I forget those?",
  },
  forgetting: {
    hidden: (memories, hours) =>
      `I have hidden ${count(memories, "memory", "memories")}, as you asked. ` +
      (hours === null
        ? `${memories === 1 ? "It is" : "They are"} erased for good only if you say yes; `
        : `${memories === 1 ? "It is" : "They are"} erased for good in ${hours} hours, or now if you say yes; `) +
      `say no to keep ${memories === 1 ? "it" : "them"}, or the numbers of what is to go:`,
    more: (left) => `and ${left} more`,
    maybe: (memories) =>
      `I am not sure whether you mean ${memories === 1 ? "this" : `these ${memories}`} too. ` +
      `${memories === 1 ? "It stays" : "They stay"} unless you say yes (then all that is listed goes) or the numbers:`,
    erased: (memories) => `Forgotten for good, as you asked: ${count(memories, "memory", "memories")}.`,
    notFound:
      "You asked me to forget something, but I find nothing stored that it could mean. Nothing was erased.",
  },
  notebook: {
    asks: "(?:what|who|where|how)s?|which|whom|whose|why|tell me|show me|remind me|list (?:all|every|my|the)|name (?:all|every)|do you (?:know|remember)",
    aside:
      "No language model is connected, so I quote what you told me. Connect one in Settings > Models, or set LLAMA_CPP_URL.",
    told: (words, day) => (day ? `You told me on ${day}: “${words}”` : `You told me: “${words}”`),
    asked: (words, day) => (day ? `You asked on ${day}: “${words}”` : `You asked: “${words}”`),
    said: (words, name, day) => `${name} said on ${day}: “${words}”`,
    inText: (words, day) => `In a text of ${day}: “${words}”`,
    unquoted: "I found something about that, but no words of yours that I could quote:",
    nothing: "Nothing about that is stored yet.",
    newest: "I found nothing that matches. This is the newest I have from you:",
    away: "I could not search my memory just now. Please ask again in a moment.",
    notSearched: "Memory is off for this message, so I did not search it.",
    notKept: "I do not keep this message in memory.",
    noted: "Noted.",
    greeting: "Tell me something and I keep it; ask me, and I quote what you told me.",
  },
  plain: {
    expand: [
      ["\\bi'm\\b", "I am"],
      ["n't\\b", " not"],
      ["\\b(have|has) got\\b", "$1"],
    ],
    i: "i ",
    user: () => "The user",
    ofUser: (noun) => `The user's ${noun}`,
    denial: "(?:do |does )?not",
    ended: "no longer|any ?more",
    verbs: "[do/does]",
    relations: `
      name: [am/is] called {o} | is named {o} | 's name is {o} | my name is {o} | [have/has] an? {kin} (?:called|named) {o}
      nickname: [go/goes] by {o}
      age: [am/is] {o} years old | [am/is] {o}
      birthday: [was/was] born on {o} | [was/was] born in {o} | my birthday is on {o} | my birthday is {o}
      lives: [live/lives] in {o}
      moved: [moved/moved] to {o} | [have/has] moved to {o}
      worksAs: [work/works] as {o}
      worksAt: [work/works] at {o} | [work/works] for {o}
      pet: [have/has] {o}
      likes: [like/likes] {o} | [love/loves] {o}
      dislikes: [hate/hates] {o} | [dislike/dislikes] {o}
      allergic: [am/is] allergic to {o}
      hobby: [play/plays] {o}
    `,
    called: "is called",
    particles: "a an the any of am upon de la van von al del",
    notObjects: "better more everything everyone everybody someone people others",
    openers: "so|btw|also|remember|please remember|as you know|as i said",
    corrections: "actually|no|sorry",
    now: "now|nowadays|these days|currently|recently|again",
    unreal: "pretend|imagine|suppose|hypothetically|kidding|jok(?:e|ing)|role ?play|story|novel|would",
  },
};
