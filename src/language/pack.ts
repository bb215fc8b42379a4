/** A language's data for code. One file per language, each a `LanguagePack`. */
/** Rows of a name and its members: "live: live lives lived; move: move moved". */
export type Table = string;

export interface LanguagePack {
  words: WordClasses;
  /** Kin and role words by their relation, folded. */
  kin: Readonly<Record<string, string>>;
  /** Stems of everyday words by meaning; packs share the names of meanings. */
  senses: Table;
  /** Words by which a question asks for a relation, besides those of its name; folded. */
  askedBy: Table;
  /** Sources of the extractors' words for a kind of thing, by its usual name; folded, singular. */
  types: Table;
  dated: DatedWords;
  questions: QuestionWords;
  times: TimeWords;
  validity: ValidityWords;
  intents: IntentWords;
  phrases: Phrases;
  forgetting: ForgettingPhrases;
  notebook: NotebookPhrases;
  /** Absent: none of its sentences are read without a model. */
  plain?: PlainSentences;
}

/**
 * Closed classes of words, folded unless noted otherwise. Lists are separated by spaces, sources of regular
 * expressions by `|`.
 */
interface WordClasses {
  /** Words that carry no topic. */
  stop: string;
  /** Frequent short words rare in other languages: they identify the language. In lower case, not folded. */
  frequent: string;
  /** Source: letters that almost identify it alone. */
  letters?: string;
  /** Source: prefixes ignored when names are compared ("my", "the"). */
  articles: string;
  /** Endings of a name in a sentence: genitive and plural. */
  nameEndings: string;
  /** The user only: "I", and "my". */
  self: string;
  own: string;
  /** Sources: personal pronouns. */
  first: string;
  second: string;
  third: string;
  plural: string;
  /** Source: how extractions refer to the user. */
  user: string;
  denials: string;
  agreement: string;
  /** Source: clause separators. */
  conjunctions: string;
  /** Words that begin a clause about the noun before them. */
  relatives: string;
  /** Sources: "a" and the units of time it counts ("a year old"). */
  one: string;
  spans: string;
  /** A value consisting of these names nothing: "her", "this". */
  pronouns: string;
  /** Marks that a sentence is only considered or wished, or someone else's; in lower case, not folded. */
  hedges: string;
  reports: string;
  /** Names for the user in extractions that forget the name "user". */
  userNames: string;
  /** Source: the assistant as a subject. */
  assistant: string;
  /** Source: how commands to the memory refer to the user, who says "I". */
  owner: string;
  /** Sources: types of people, and of animals. */
  people?: string;
  animals?: string;
  /** Endings stripped by the common stem. */
  endings?: string;
  /** Sources, not folded: abbreviations with a full stop, and those only before a number ("no. 5"). */
  abbreviations: string;
  numero?: string;
  /** Sources, not folded: context before and after an ordinal with a full stop ("am 3. Mai"). */
  beforeOrdinal?: string;
  afterOrdinal?: string;
  /** Source, plain: the first words of a letter. */
  salutations: string;
  /** Words with a numeric value: no ordinals, and none that are common words of another language. */
  counting: string;
  /** Parts of numbers, and amounts without one: "half", "a couple". */
  amounts: string;
  /** Numbers that are common words of another language. */
  ambiguousNumbers?: string;
  /** Digits and their words, cardinals and ordinals. */
  numbers: Table;
  /** Source, if every noun is capitalised like a name: words that identify a text in this language. */
  nounsAreCapital?: string;
  /** Source: the polite form, distinguished from "she" and "they" by its capital within a sentence. */
  polite?: string;
}

/** Sources that detect whether a text mentions a day at all; folded, none of them a word of another language. */
interface DatedWords {
  months: string;
  /** Sunday first. */
  weekdays: readonly string[];
  days: string;
}

/** Question words, folded. */
interface QuestionWords {
  /** Sources, not folded: "since May", "after May", "before May", and an article between. */
  since: string;
  after: string;
  before: string;
  the: string;
  /** Words for a kind of answer, which no answer repeats. */
  kindsOfAnswer: string;
  /** Source: they ask for nothing and name no time ("guten Morgen"). */
  greetings: string;
  /** Sources of questions phrased in other words, and plain words for them. */
  idioms: readonly (readonly [source: string, plain: string])[];
  /** The same for spellings that mean something else in other languages. */
  typed?: readonly (readonly [source: string, plain: string])[];
  /** Source of words that ask anywhere in a sentence, also without a question mark. */
  asksWithin?: string;
}

export type Unit = "minute" | "hour" | "day" | "weekend" | "week" | "month" | "year" | "decade";
/** Including holidays used as dates. */
export type Season = "spring" | "summer" | "autumn" | "winter" | "christmas" | "easter";

/**
 * The time words of a language. Keys of the records are regular expressions without groups of their own; rules are
 * templates over `{n} {unit} {month} {weekday} {season} {year} {anyYear} {day} {day2} {month2} {year2}`, tried in order.
 */
export interface TimeWords {
  months: Record<string, number>;
  /** 0 is Sunday. */
  weekdays: Record<string, number>;
  seasons: Record<string, Season>;
  units: Record<string, Unit>;
  /** Locale of the number words. */
  spelledIn: string;
  /** Amounts beside those. */
  numbers: Record<string, number>;
  /** Source: half a unit more, behind a number or a unit. */
  half: string;
  /** Single days by name, as days from today. */
  days: Record<string, number>;
  ago: string[];
  ahead: string[];
  /** A unit, weekday, month or season with its direction: `{x}` is any of them. */
  last: string[];
  /** "the week before last" */
  secondLast: string[];
  /** "the end of the month": of the current one. */
  periodEnd: string[];
  this: string[];
  next: string[];
  /** "in the last three weeks" */
  recent: string[];
  /** "in the next three weeks" */
  coming: string[];
  /** Time after the next such weekday: in days, or null for the `{n} {unit}` of the template. */
  afterWeekday: [template: string, days: number | null][];
  date: string[];
  dayRange: string[];
  monthRange: string[];
  monthYear: string[];
  seasonYear: string[];
  /** A bare month, season, weekday, day of the month or year needs a word before it to be a time. */
  beforeMonth: string;
  beforeSeason: string;
  beforeYear: string;
  dayOfMonth: string[];
  decade: string[];
  /** Months that are not also other words, so they need nothing before them. */
  plainMonths: string;
  /** German says "ich war 2016 dort": a year that needs no word before it. */
  bareYear?: string;
  /** Between the two ends of a range, and openers of one. */
  to: string;
  and: string;
  between: string;
  /** May come between such a word, or "since", and a time. */
  the: string;
  early: string;
  middle: string;
  late: string;
  /** A time with one of these endings is relative to something other than now: "the week before". */
  relative?: string;
  /** Opens a range of years: "from 2015 to 2019". */
  from: string;
  /** 3/12 is the 12th of March. */
  monthFirst?: boolean;
  /** Comes before a day and month in digits without a year: "am 3.4." */
  beforeShortDate?: string;
  /** Not times despite their digits: money and its millions, counted things, numbered things, telephone numbers. */
  money: string;
  millions?: string;
  counted: string;
  /** Source: after the number of an hour. */
  oClock: string;
  named: string;
  phone: string;
}

/** Sources, folded: make the following time a beginning or an end. */
interface ValidityWords {
  since: string;
  from: string;
  until: string;
  /** Joins the ends of a range. */
  link: string;
  /** Not folded, any case: verbs of a past statement; irregular ones are a closed class. */
  past: string;
  /** Not folded, case-sensitive: forms of a present or future statement without any past. */
  present: string;
}

/** The user's commands to the memory. */
export type IntentKind = "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";

/**
 * The target of an intent: the last thing said, something `named` ("forget X"), statements `told` about it ("what I said
 * about X"), the `whole` of it ("everything about X"), everything, the adjacent `words`, or the conversation.
 */
export type Scope = "last" | "named" | "told" | "whole" | "everything" | "words" | "from_now_on" | "back";

/**
 * One short plain imperative, as the source of a regular expression over lower-case text without marks (`plainText`).
 * `X` is a short name of the target, `...` any words at all.
 */
type Form = readonly [kind: IntentKind, scope: Scope, source: string];

/** How people give commands to a memory in one language. The sources are alternatives. */
export interface IntentWords {
  /** May come before or after a form, without a comma. */
  please: string;
  /** Separated from a form, by a comma or as another sentence, and without meaning. */
  courtesy: string;
  /** Words behind which stands what an intent to forget leaves out. */
  except: string;
  /** A named thing that begins with one of these is the user's own. */
  firstPerson: string;
  /** The first matching form counts. */
  forms: readonly Form[];

  /** Answers to a clarifying question. */
  yes: string;
  no: string;
  all: string;
  /** From the first on, with spaces between. */
  ordinals: string;
  /** Joins two choices: "the first and the third, please". */
  link: string;
  /** May come before a choice ("number two"), and after it ("the second one"). */
  pick: string;
  counter?: string;
}

/** Code's answers to a command, in one language. They must not contain words to be forgotten. */
export interface Phrases {
  locale: string;
  forgotten(memories: number, turns: number): string;
  /** Nothing matched the command. */
  notFound: string;
  nothingBefore: string;
  askEverything(memories: number, turns: number): string;
  /** Other turns contain similar words, which may mean something else. */
  similarLeft(turns: number): string;
  howToAnswer(choices: number): string;
  everythingForgotten: string;
  keptAll: string;
  remembered: string;
  notRemembered: string;
  offRecordNow: string;
  offRecordFromNowOn: string;
  onRecordAgain: string;
  because: string;
  saidBy(who: "user" | "assistant" | "other", name: string, day: string): string;
  status: Record<
    "verified" | "staged" | "disputed" | "superseded" | "corrected" | "retracted" | "archived",
    string
  >;
  entered: string;
  disputed: string;
  askWrong: string;
  undone: string;
  cannotUndo: string;
  changedSince: string;
  askUndo: string;
}

/** The memory's own replies to a forget command. */
interface ForgettingPhrases {
  /** `hours`: until it is erased; null: only after a yes. */
  hidden: (memories: number, hours: number | null) => string;
  more: (count: number) => string;
  maybe: (memories: number) => string;
  erased: (memories: number) => string;
  notFound: string;
}

/** Engram's replies without a language model, quoting the user. `words`: exact words of the user. */
interface NotebookPhrases {
  /** Source: begins a sentence that asks, also without a question mark. */
  asks: string;
  /** Added to the first reply of a conversation. */
  aside: string;
  told: (words: string, day: string | null) => string;
  asked: (words: string, day: string | null) => string;
  said: (words: string, name: string, day: string) => string;
  /** A document, or a message that holds pasted text. */
  inText: (words: string, day: string) => string;
  /** Memory returned results, but none in the user's words. */
  unquoted: string;
  nothing: string;
  newest: string;
  away: string;
  /** Memory is off: for a question, and for a statement. */
  notSearched: string;
  notKept: string;
  noted: string;
  /** Reply to a greeting. */
  greeting: string;
}

/** Phrases for a few everyday relations, for reading the plainest sentences without a model. */
export interface PlainSentences {
  /** Sources and replacements: contractions written out. */
  expand: readonly (readonly [source: string, replacement: string])[];
  /** Source and replacement: two words written as one again. */
  contract?: readonly [source: string, replacement: string];
  /** The user as subject: a source with its trailing space, and memory's form. */
  i: string;
  user: (said: string) => string;
  /** Memory's form for the user's sister, or birthday. */
  ofUser: (noun: string, my: string) => string;
  /** Sources: a negation, and one that marks an end; the sentence without it is read. */
  denial: string;
  ended: string;
  /** Auxiliary verbs, in the user's form and in memory's: "[do/does]". */
  verbs: string;
  /**
   * A relation a line: ways to say it, with {o} for its object and "[live/lives]" for a verb that the user says otherwise of
   * himself; {kin} is a kin word. It follows its subject unless it begins with "my".
   */
  relations: string;
  /** Memory's phrase for a name. */
  called: string;
  /** Words: small ones within names and dates, and those that are no object on their own. */
  particles: string;
  notObjects: string;
  /** Sources: before a statement, before a correction, marks of news. */
  openers: string;
  corrections: string;
  now: string;
  /** Source: a message with one of these is role play, a joke or a hypothesis, and is not read. */
  unreal: string;
}
