import { formsWith, type SentenceForm } from "./form.ts";

const form = formsWith({
  day: "(?:mon|tues|wednes|thurs|fri|satur|sun|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?",
  month:
    "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Aug|Sept|Oct|Nov|Dec)",
  number: "\\d{1,3}",
});

const BREAK =
  "(?:broke up|broken up|split up|split|separated|are separated|are divorced|got divorced|called it quits)";
const TIME = "(?: (?:on|in|at|last|this|yesterday|today|when|while|after|and|two|a|because) |[.,;!)]|$)";
const DOSE = "[\\p{L}-]{4,}(?: \\d+(?:[.,]\\d+)? ?(?:mg|mcg|µg|ml|units))";

const HOME =
  "(?:flat|apartment|house|place|studio|cottage|bungalow|condo|townhouse|one-bed(?:room)?|two-bed(?:room)?|three-bed(?:room)?|bedsit)";

/** Positions somebody can be offered. */
const POST =
  "(?:job|role|position|post|lectureship|fellowship|professorship|internship|apprenticeship|placement|residency|place)";
const TAKES = "(?:takes?|took|gets?|got|has|have|'ve|’ve|accepted|landed|found|starts?|started)";
const FIELD =
  "(?:the )?(?<object>design|marketing|sales|accounting|bookkeeping|admin|logistics|operations|engineering|research|support|payroll|HR|IT|PR|QA)";
const PETS =
  "(?:(?<=^|[,.;:] )|have |got |own |our |my )(?:[Tt]wo|2) (?:cats|dogs|rabbits|hens|goats|horses|parrots|guinea pigs|hamsters),? (?:called |named )?";
/** A name that is written small; what they do, and how, is none. */
const LOWER =
  "(?!(?:and|or|one|both|who|that|at|in|to|now|\\p{L}+(?:ing|ed|ly))(?![\\p{L}'’]))\\p{Ll}[\\p{L}'’]{2,}";

const SHIFT = "^(?:and |so |but )?(?:back |off )?(?:on |to )?";
const FROM = " (?:from|since|again|now|until|this|starting)";

export const ENGLISH_FORMS: readonly SentenceForm[] = [
  form(
    "PARTNER",
    `{whom} and (?:I|i|me) (?:have |’ve |'ve )?(?:just )?(?:${BREAK}|are (?:done|over|finished|no longer together|not together any ?more|through))`,
    0.8,
    { entity: "person", negative: true, change: "ending" },
  ),
  form(
    "PARTNER",
    "(?:broke up|broken up|split up|split|separated|got divorced|am divorced|'m divorced) (?:with|from) {whom}(?=" +
      TIME +
      ")",
    0.8,
    { entity: "person", negative: true, change: "ending" },
  ),
  form("PARTNER", "{whom} (?:left|dumped|broke up with) me", 0.75, {
    entity: "person",
    negative: true,
    change: "ending",
  }),
  form("PARTNER", "{who} (?:got|is|has got|'s) engaged to {whom}(?=" + TIME + ")", 0.75, {
    entity: "person",
  }),
  form("SPOUSE", "{who} (?:got married to|married) {whom}(?=" + TIME + ")", 0.8, { entity: "person" }),
  form(
    "KNOWN_AS",
    "(?:everyone|everybody|people|friends|they|we all|all my friends|my friends|the whole \\p{L}+) (?:just )?calls? (?<who>me|him|her) (?<object>{name})",
    0.75,
  ),
  form("KNOWN_AS", "I go by (?<object>{name})", 0.8),
  form("KNOWN_AS", "call me (?<object>{name})", 0.75),
  form("KNOWN_AS", "my (?:real|full) name is (?<object>{name})", 0.8),
  form("KNOWN_AS", "{who},? (?:also known as|better known as|aka|a\\.k\\.a\\.) (?<object>{name})", 0.75),
  form(
    "HAD_INJURY",
    `{who} (?:have |has |'ve )?(?:broke|broken|sprained|fractured|tore|torn|twisted|dislocated|pulled) (?:my|his|her|their|an?) (?<object>(?:(?:left|right) )?\\p{L}{3,}(?: \\p{L}+)?)(?=${TIME})`,
    0.75,
  ),
  form(
    "TAKES_MEDICATION",
    `(?:put|started) (?<who>me|him|her) on (?<object>${DOSE}|[\\p{L}-]{5,})(?= |[.,;!]|$)`,
    0.75,
  ),
  form("TAKES_MEDICATION", `prescribed (?<who>me|him|her) (?<object>${DOSE}|[\\p{L}-]{6,})`, 0.75),
  form("TAKES_MEDICATION", `switched (?<who>me|him|her) to (?<object>${DOSE})`, 0.75, { change: "update" }),
  form("TAKES_MEDICATION", `{who} (?:take|takes|am on|'m on|is on|'s on|started) (?<object>${DOSE})`, 0.8),
  form(
    "PLANS",
    "(?:I|i|[Ww]e)(?: are|'re|’re| am|'m|’m) (?:all )?(?:going|flying|driving|travelling|traveling|off|heading) to (?<object>{name})(?= (?:in|on|for|next|over|this|at|with)\\b)",
    0.7,
  ),
  form(
    "CANCELLED",
    "(?:cancelled|canceled|called off|scrapped) (?:the|our|my) (?<object>[^.,;!?]{3,40}?){end}",
    0.7,
  ),
  form(
    "CANCELLED",
    "(?:[Tt]he |[Oo]ur )?(?<object>(?:[\\p{L}-]+ ){0,3}(?:trip|holiday|cruise|wedding|party|flight|tour|concert|move|operation|race|marathon|conference|course)(?: to {name})?) (?:is|was|has been|got) (?:off|cancelled|canceled|called off|scrapped)",
    0.7,
  ),
  form(
    "BREED",
    "{who}(?: is|'s|’s) an? (?<object>(?!bit|good|lot|real|very|big|little|great)(?:[\\p{L}-]+ ){0,2}[\\p{L}-]{3,})(?= (?:and|who|from|but)|[.,;!)]|$)",
    0.7,
    {
      of: "animal",
    },
  ),
  form(
    "BREED",
    "{who}, (?:an? )?(?<object>(?!\\p{Ll}+ (?:weeks?|months?|years?|days?))[\\p{Ll}-]{4,}(?: [\\p{Ll}-]{3,}){0,2})(?=[.,;!)]|$)",
    0.65,
    {
      of: "animal",
    },
  ),
  form(
    "LIVES_IN",
    "{who},? (?:who is |who's )?(?:now |currently |away )?(?:living|working|nursing|teaching|studying|farming|training|cooking|at university|at uni) in (?<object>{name})",
    0.7,
    { entity: "place" },
  ),
  form("MARRIED_IN", "married since (?<object>(?:{month} )?\\d{4})", 0.75),
  form(
    "LIVES_AT",
    "(?:have|'ve|’ve) been in (?:this|the|our) (?:apartment|flat|house|place|cottage) (?:on|in|at|off) (?<object>{name})",
    0.75,
    { entity: "place" },
  ),
  form("COMES_FROM", "originally from (?<object>{name})", 0.7, { entity: "place" }),
  form(
    "HAS_CHILD",
    "{who} (?:just )?had (?:a|her|their|our|his|another) (?:first |second |third )?(?:baby|little)?(?: ?(?:boy|girl|son|daughter))?,? (?:called |named )?(?<object>{name})",
    0.8,
    { entity: "person" },
  ),
  form(
    "BIRTHDAY",
    "{who} (?:was|were) born on (?:the )?(?<object>\\d{1,2}(?:st|nd|rd|th)?(?: of)? {month}(?: \\d{4})?|{month} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)",
    0.8,
  ),
  form("WORKED_AT", "{who} used to work (?:at|for|with) (?:the )?(?<object>{name})", 0.75, {
    entity: "organisation",
  }),
  form(
    "PAYS_RENT",
    "(?:my|our|the) rent(?: is| costs|'s)? (?<object>[€$£]? ?\\d[\\d.,]*(?: ?(?:euros?|pounds|dollars|€|£|\\$))?(?: a (?:month|week))?)",
    0.75,
  ),
  form("WEIGHT", "{who} weighs? (?<object>\\d+(?:[.,]\\d+)? ?(?:kilos?|kg|pounds|lbs|stone))", 0.75),
  form(
    "COMPLETED",
    "(?:I|[Ww]e) (?:finished|completed|ran) (?:my|our|the|a) (?<object>(?:first |second |third )?(?:half[- ])?(?:marathon|course|thesis|degree|training|apprenticeship|triathlon))",
    0.7,
  ),
  form("WORKS_SHIFT", `${SHIFT}(?<object>(?:early|late|night|day) shift|nights|days)${FROM}`, 0.7, {
    change: "update",
    bare: true,
  }),
  form("WORKS_SHIFT", `${SHIFT}earlies${FROM}`, 0.7, { object: "early shift", change: "update", bare: true }),
  form("WORKS_SHIFT", `${SHIFT}lates${FROM}`, 0.7, { object: "late shift", change: "update", bare: true }),
  form(
    "LIVES_AT",
    `(?:^|[,.;:] |'ve got |have |got |found |rented |took |bought )(?:an? |our |my |the )?(?:little |new |small |lovely )?${HOME}(?: of (?:my|our) own)? (?:in|on|off|near|at) (?<object>{name})(?= (?:from|starting|since|on (?:my|our) own)|,)`,
    0.7,
    { entity: "place", change: "update", bare: true },
  ),
  form(
    "TAKES_MEDICATION",
    `^(?:now |it's |so )?(?<object>${DOSE})(?= (?:once|twice|two|three|every|a day|each|now|since|in the|at night)|[,.;!]|$)`,
    0.7,
    { bare: true },
  ),
  form("COACH", "(?<object>{name})(?: who| now)? (?:coaches|trains|tutors) me", 0.75, {
    entity: "person",
    change: "update",
    bare: true,
  }),
  form("KNOWN_AS", "\\((?<object>{name}) (?:is fine|for short|to (?:my )?friends|to everyone)\\)?", 0.75, {
    bare: true,
  }),
  form(
    "MEMBER_OF",
    "(?:my |our |the |^|, )(?:club|running club|choir|band|orchestra|gym|church|football team) is (?:called )?(?:the )?(?<object>{name})",
    0.7,
    { entity: "organisation", bare: true },
  ),
  form("LIVES_IN", "(?<=, )(?:just |living )?(?:outside|near|close to) (?<object>{name})", 0.7, {
    entity: "place",
  }),
  form(
    "RUNS",
    "{who} (?:runs|manages|coordinates|organises|organizes) (?:the |our |all the )?(?<object>(?!every\\b|out\\b|away\\b|off\\b|over\\b|late\\b|with\\b|to\\b|on\\b|in\\b|at\\b|for\\b|from\\b|like\\b|it\\b|a\\b|an\\b|my\\b|his\\b|her\\b|fine\\b|again\\b|around\\b)(?:\\p{L}[\\p{L}-]+ ){0,2}\\p{L}[\\p{L}-]+){end}",
    0.65,
  ),
  form(
    "WORKS_IN",
    `{who} (?:does|handles|runs|leads|heads|manages) ${FIELD}(?=[.,;!?)]|$| and| but| while)`,
    0.7,
  ),
  form(
    "WORKS_IN",
    `{who} (?:has |have |'ve |’ve )?${TAKES} (?:an? |the |my |his |her )(?:new |\\p{L}+ )?${POST} (?:got )?in (?<object>{name})`,
    0.7,
    { entity: "place" },
  ),
  form(
    "WANTS",
    "(?<who>[Ss]he|[Hh]e|\\p{Lu}\\p{L}+) wants to (?<object>learn [^.,;!?]{3,40}?|become [^.,;!?]{3,40}?|study [^.,;!?]{3,40}?|do [^.,;!?]{3,40}?){end}",
    0.65,
  ),
  form(
    "KNOWN_AS",
    "(?<object>{name}) is {who}, (?:everybody|everyone|we all|they all|people|the whole \\p{L}+)(?: \\p{L}+){0,4}? calls? (?:him|her|them)",
    0.75,
  ),
  form("HAS_PET", `${PETS}(?<object>${LOWER}) and ${LOWER}{end}`, 0.75, { entity: "animal", bare: true }),
  form("HAS_PET", `${PETS}${LOWER} and (?<object>${LOWER}){end}`, 0.75, { entity: "animal", bare: true }),
  form(
    "COMES_FROM",
    "{who}(?:'s|’s| is) (?:\\d{1,2},? )?(?:and )?(?:originally |also )?from (?<object>{name})",
    0.7,
    {
      entity: "place",
    },
  ),
  form(
    "ATTENDS",
    "{who}['’]s (?:school|kindergarten|nursery|college|university),? (?:is )?(?<object>{name})",
    0.7,
    {
      entity: "organisation",
    },
  ),
  form(
    "HAS_CONDITION",
    "my (?<object>(?:gluten|fructose|histamine) intolerance|tremor|stutter|bad (?:back|knee|hip))",
    0.7,
  ),
  form(
    "WRITES",
    "(?:I|i)(?:'m|’m| am)? (?:write|writing) an? (?<object>(?:\\p{L}+ )?(?:book|novel|memoir|thesis|blog|play|opera|album|cookbook)){end}",
    0.7,
  ),
];
