/** Texts that make careless patterns and loops slow: one piece, over and over. */
export interface HostileShape {
  name: string;
  piece: string;
  /** Stands before all of them. */
  lead?: string;
  /** Stands behind all of them. */
  tail?: string;
}

const repeated = (pieces: readonly string[]): HostileShape[] =>
  pieces.map((piece) => ({ name: JSON.stringify(piece).slice(0, 40), piece }));

const PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

const BLANKS = ["\n", "\r\n", "\t", " ", "\u00a0", "\u200b", " \n", "\n\n\n> "];

const LETTERS = [
  "a",
  "A",
  "7",
  "\u0301",
  "a\u0301",
  "é",
  "ß",
  "İ",
  "😀",
  "👩‍👩‍👧‍👦",
  "\u200d",
  "\ufe0f",
  "我",
  "ไทย",
  "日本語がすき。",
  "の",
  "हिन्दी ",
  "한국어 ",
  "مرحبا ",
];

const SIGNS = [
  "…",
  "“",
  "”",
  "„“",
  "«»",
  "¿¡",
  "。",
  "—",
  "•\n",
  "```",
  "```\n",
  "~~~\n",
  "> a\n",
  "- a\n",
  "| a ",
];

const TIMES = [
  "12:",
  "12:12 ",
  "am 3. ",
  "3. Mai ",
  "May 3 ",
  "le 3 mai ",
  "el 3 de mayo ",
  "2024-01-01 ",
  "1.2.2024, ",
  "last week ",
  "next monday at 5 ",
  "vor drei Tagen ",
  "from Monday to Friday ",
  "in the morning ",
  "1st 2nd ",
  "2016-",
  "00 1 ",
  "+49 170 ",
  "$1,000.00 ",
  "twenty-one ",
];

const WORDS = [
  "Anna ",
  "Anna Berger's ",
  "I live in Lyon. ",
  "My name is Anna and ",
  "I moved to Rome, not to Paris. ",
  "she ",
  "not ",
  "forget ",
  "forget that. ",
  "please, ",
  "off the record: ",
  "ok, ok! ",
  "no. 5 ",
  "e.g. ",
  "A.",
  "Is it? ",
  "Why did I ",
  "was ",
  "was there ",
  "was not seen",
  "Sie, ",
  '"x" ',
  "Tom: hi\n",
  "https://a.b/c?d=e ",
  "a@b.c ",
  "I'm, you're ",
  "x-",
  "a_",
  "however but actually ",
];

const MARKUP = [
  "<think>",
  "<think>a</think>",
  "<a>",
  "</a>",
  "<",
  "<memory ",
  "<!--",
  "[x: ",
  "[a](b) ",
  '{"a":',
  '{"a":"b"},',
  "[[",
  "({[",
  "<|im_end|>",
  "\\",
  "\\n",
  "//a\n",
  "/*",
  "**a** ",
  "# a\n",
];

const MIXED: HostileShape[] = [
  { name: "blank then word", piece: " ", lead: "I live in Lyon", tail: "x" },
  { name: "lines then word", piece: "\n", lead: "I live in Lyon.", tail: "x" },
  { name: "marks then word", piece: "!", lead: "I live in Lyon", tail: "x" },
  { name: "questions then word", piece: "?", lead: "Do I live in Lyon", tail: "x" },
  { name: "one quote, open", piece: "a ", lead: "“" },
  { name: "digits then word", piece: "1", lead: "I have ", tail: " x" },
  { name: "sentence at the end", piece: "la ", tail: ". I live in Lyon." },
  { name: "one word between blanks", piece: "  a", lead: "a" },
  { name: "fence, open", piece: "a\n", lead: "```\n" },
  { name: "think, open", piece: "a ", lead: "<think>" },
];

export const HOSTILE_SHAPES: readonly HostileShape[] = [
  ...repeated(PUNCTUATION.split("")),
  ...repeated([...BLANKS, ...LETTERS, ...SIGNS, ...TIMES, ...WORDS, ...MARKUP]),
  ...MIXED,
];

/** The shape as a text of at most `bytes` bytes in UTF-8, whole characters. */
export function hostileText({ piece, lead = "", tail = "" }: HostileShape, bytes: number): string {
  const size = (text: string): number => Buffer.byteLength(text);
  const room = bytes - size(lead) - size(tail);
  return lead + piece.repeat(Math.floor(room / size(piece))) + tail;
}
