/** What code knows of a language: data alone. One file a language, filled in as a `LanguagePack`. */
/** Rows of a name and what belongs to it: "live: live lives lived; move: move moved". */
export type Table = string;

export interface LanguagePack {
  words: WordClasses;
  /** Kin and role words by the relation that they name, folded. */
  kin: Readonly<Record<string, string>>;
  /** Stems of everyday words by what they mean; packs name a meaning alike. */
  senses: Table;
  /** Words by which a question asks for a relation, beside those of its name; folded. */
  askedBy: Table;
  /** Sources of what extractors call a kind of things, by its usual name; folded, singular. */
  types: Table;
  dated: DatedWords;
  questions: QuestionWords;
  times: TimeWords;
  validity: ValidityWords;
  intents: IntentWords;
  phrases: Phrases;
  forgetting: ForgettingPhrases;
  notebook: NotebookPhrases;
  /** Absent: no sentence of it is read without a model. */
  plain?: PlainSentences;
}

/**
 * Closed classes of words, folded where not told otherwise. Lists are separated by spaces, sources of regular
 * expressions by `|`.
 */
interface WordClasses {
  /** Say nothing about what a text is about. */
  stop: string;
  /** Frequent short words that other languages hardly share: they tell the language. In lower case, not folded. */
  frequent: string;
  /** Source: letters that tell it almost alone. */
  letters?: string;
  /** Source: stand before a name that is compared without them ("my", "the"). */
  articles: string;
  /** What a name takes on in a sentence: genitive and plural. */
  nameEndings: string;
  /** The user alone: "I", and "my". */
  self: string;
  own: string;
  /** Sources: personal pronouns. */
  first: string;
  second: string;
  third: string;
  plural: string;
  /** Source: how extractions call the user. */
  user: string;
  denials: string;
  agreement: string;
  /** Source: end a clause. */
  conjunctions: string;
  /** Sources: "a" and the stretches of time it counts ("a year old"). */
  one: string;
  spans: string;
  /** A value that consists of these names nothing: "her", "this". */
  pronouns: string;
  /** Marks that a sentence is only weighed or wished, or somebody else's; in lower case, not folded. */
  hedges: string;
  reports: string;
  /** What extractions that forget the name "user" call the user. */
  userNames: string;
  /** Source: the assistant as a subject. */
  assistant: string;
  /** Source: how orders to the memory call the user, who says "I". */
  owner: string;
  /** Sources: types of people, and of animals. */
  people?: string;
  animals?: string;
  /** Endings that the common stem of a word leaves out. */
  endings?: string;
  /** Sources, not folded: abbreviations with a point, and those that only a number makes one ("no. 5"). */
  abbreviations: string;
  numero?: string;
  /** Sources, not folded: stand before and behind an ordinal with a point ("am 3. Mai"). */
  beforeOrdinal?: string;
  afterOrdinal?: string;
  /** Source, plain: the first words of a letter. */
  salutations: string;
  /** Words that count by themselves: no ordinals, and none that are common words of another language. */
  counting: string;
  /** Parts of numbers: "half". */
  amounts: string;
  /** Numbers that are common words of another language. */
  ambiguousNumbers?: string;
  /** Digits and the words for them, cardinals and ordinals. */
  numbers: Table;
  /** Source, where every noun is written like a name: words by which a text in this language is known. */
  nounsAreCapital?: string;
  /** Source: the polite form, told from "she" and "they" by its capital within a sentence. */
  polite?: string;
}

/** Sources that find out whether a text speaks of a day at all; folded, none of them a word of another language. */
interface DatedWords {
  months: string;
  /** Sunday first. */
  weekdays: readonly string[];
  days: string;
}

/** Words of questions, folded. */
interface QuestionWords {
  /** Sources, not folded: "since May", "after May", "before May", and an article between. */
  since: string;
  after: string;
  before: string;
  the: string;
  /** Name a kind of answer, which no answer repeats. */
  kindsOfAnswer: string;
  /** Sources of what is asked in words that say something else, and plain words for it. */
  idioms: readonly (readonly [source: string, plain: string])[];
}

export type Unit = "minute" | "hour" | "day" | "weekend" | "week" | "month" | "year" | "decade";
/** With the feasts that people date by. */
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
  numbers: Record<string, number>;
  /** Single days by name, as days from today. */
  days: Record<string, number>;
  ago: string[];
  ahead: string[];
  /** A unit, weekday, month or season with its direction: `{x}` stands for any of them. */
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
  /** Some time after the weekday to come: so many days, or null for the `{n} {unit}` of the template. */
  afterWeekday: [template: string, days: number | null][];
  date: string[];
  dayRange: string[];
  monthRange: string[];
  monthYear: string[];
  seasonYear: string[];
  /** A month, season, weekday, day of the month or year alone needs a word before it to be a time. */
  beforeMonth: string;
  beforeSeason: string;
  beforeYear: string;
  dayOfMonth: string[];
  decade: string[];
  /** Months that are no other word, so that they need nothing before them. */
  plainMonths: string;
  /** German says "ich war 2016 dort": a year that needs no word before it. */
  bareYear?: string;
  /** Between the two ends of a range, and what opens one. */
  to: string;
  and: string;
  between: string;
  /** May stand between such a word, or "since", and a time. */
  the: string;
  early: string;
  middle: string;
  late: string;
  /** A time that ends in one of these counts from another than now: "the week before". */
  relative?: string;
  /** Opens a range of years: "from 2015 to 2019". */
  from: string;
  /** 3/12 is the 12th of March. */
  monthFirst?: boolean;
  /** Stands before a day and a month in digits without a year: "am 3.4." */
  beforeShortDate?: string;
  /** What is no time though digits stand beside it: money and its millions, things counted, things with a number, telephones. */
  money: string;
  millions?: string;
  counted: string;
  /** Source: behind the number of an hour. */
  oClock: string;
  named: string;
  phone: string;
  /** Greetings that sound like one: "guten Morgen". */
  greetings?: string;
}

/** Sources, folded: what makes the time behind it a beginning or an end. */
interface ValidityWords {
  since: string;
  from: string;
  until: string;
  /** Joins the ends of a range. */
  link: string;
  /** Not folded, of any case: verbs by which a sentence tells what was; irregular ones are a closed class. */
  past: string;
  /** Not folded, case-sensitive: forms by which it tells what is or is to come, where it tells nothing of the past. */
  present: string;
}

/** What the user tells the memory to do. */
export type IntentKind = "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";

/**
 * What an intent is about: the last thing said, something `named` ("forget X"), what was `told` of it ("what I said
 * about X"), the `whole` of it ("everything about X"), everything there is, the `words` beside it, or the conversation.
 */
export type Scope = "last" | "named" | "told" | "whole" | "everything" | "words" | "from_now_on" | "back";

/**
 * One short plain imperative, as the source of a regular expression over lower-case text without marks (`plainText`).
 * `X` stands for a short name of what is meant, `...` for any words at all.
 */
type Form = readonly [kind: IntentKind, scope: Scope, source: string];

/** How people of one language tell a memory what to do. The sources are alternatives. */
export interface IntentWords {
  /** May stand before a form, or behind it, without a comma. */
  please: string;
  /** Stands apart from a form, behind a comma or as a sentence of its own, and says nothing. */
  courtesy: string;
  /** A named thing that begins with one of these is the user's own. */
  firstPerson: string;
  /** The first form that matches counts. */
  forms: readonly Form[];

  /** Answers to a question that was asked back. */
  yes: string;
  no: string;
  all: string;
  /** From the first on, with spaces between. */
  ordinals: string;
  /** Joins two choices: "the first and the third, please". */
  link: string;
  /** May stand before a choice ("number two"), and behind it ("the second one"). */
  pick: string;
  counter?: string;
}

/** What code answers to a wish, in one language. Nothing here may carry words that were to be forgotten. */
export interface Phrases {
  locale: string;
  forgotten(memories: number, turns: number): string;
  /** Nothing was found that the wish could mean. */
  notFound: string;
  nothingBefore: string;
  askEverything(memories: number, turns: number): string;
  /** Words like those that went stand in other turns, which may mean something else. */
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

/** What the memory itself says about a wish to forget. */
interface ForgettingPhrases {
  /** `hours`: until it is erased; null: not without a yes. */
  putAway: (memories: number, hours: number | null) => string;
  more: (count: number) => string;
  maybe: (memories: number) => string;
  erased: (memories: number) => string;
  notFound: string;
}

/** What Engram says without a language model, when it quotes the user. `words`: exact words of the user. */
interface NotebookPhrases {
  /** Source: begins a sentence that asks, also without a question mark. */
  asks: string;
  /** Said beside the first reply of a conversation. */
  aside: string;
  told: (words: string, day: string | null) => string;
  asked: (words: string, day: string | null) => string;
  said: (words: string, name: string, day: string) => string;
  /** A document, or a message that holds pasted text. */
  inText: (words: string, day: string) => string;
  /** Memory found something, and no words of the user. */
  unquoted: string;
  nothing: string;
  newest: string;
  away: string;
  /** Memory is off: for a question, and for a statement. */
  notSearched: string;
  notKept: string;
  noted: string;
  /** To a greeting. */
  greeting: string;
}

/** How the language says a few everyday relations, for reading the plainest sentences without a model. */
export interface PlainSentences {
  /** Sources and replacements: short forms written out. */
  expand: readonly (readonly [source: string, replacement: string])[];
  /** Source and replacement: two words written as one again. */
  contract?: readonly [source: string, replacement: string];
  /** The user as subject: a source with the space behind it, and as memory calls him before what is said. */
  i: string;
  user: (said: string) => string;
  /** The user's sister, or his birthday, as memory calls her. */
  ofUser: (noun: string, my: string) => string;
  /** Sources: a denial, and one that tells an end; the sentence without it is read. */
  denial: string;
  ended: string;
  /** Verbs that no relation has, as the user says them and as memory does: "[do/does]". */
  verbs: string;
  /**
   * A relation a line: ways to say it, with {o} for its object and "[live/lives]" for a verb that the user says otherwise of
   * himself; {kin} is a kin word. It follows its subject unless it begins with "my".
   */
  relations: string;
  /** How memory says what somebody is called. */
  called: string;
  /** Words: small ones within names and dates, and what is no object by itself. */
  particles: string;
  notObjects: string;
  /** Sources: before a statement, before a correction, what tells that something is new. */
  openers: string;
  corrections: string;
  now: string;
  /** Source: a message with one of these is play, joke or supposition, and none of it is read. */
  unreal: string;
}
