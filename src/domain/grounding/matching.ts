import { kinPredicate } from "../belief/kinship.ts";
import { crudeStem } from "../../language/stems.ts";
import { hasNumber, numberForms, spelledNumber } from "../../language/numbers.ts";
import { words } from "../../language/text.ts";

/** The words of a text, indexed by stem, sense, kinship and number. */
export interface WordIndex {
  stems: ReadonlySet<string>;
  /** Long enough to be compared letter by letter. */
  long: readonly string[];
  kin: ReadonlySet<string>;
  senses: ReadonlySet<number>;
  numbers: ReadonlySet<string>;
}

/** Shortest word of which a misspelt or related form is looked for. */
const LONG = 5;

/** Everyday verbs and states in four languages, as stems: those of one line say the same. */
const SENSES = [
  "live lives living lived reside wohn lebt leben viv vive vivo habit",
  "move moved moving relocat zieh ziehen umgezog ubersiedel mud mudo demenag",
  "work works working job employ arbeit jobb trabaj travail labor",
  "start starts starting begin began begins anfang fang beginn empiez empez comienz commenc",
  "stop quit gave cancel cancell ended ends aufgehort kundig dej renunci arret",
  "like likes love loves enjoy adore adores fond mad keen mag mocht liebt gust encant aime ador fan",
  "hate hates dislike dislikes detest loath stand hass odi detest",
  "die died dies passed dead death gestorb tot stirbt muri murio fallec mort decede",
  "marry married marries wedding wed heirat verheirat cas casad mari epous",
  "buy bought buys purchas got kauf gekauft compr achet",
  "sell sold sells verkauf vend vendi",
  "call called named name names heiss nam llam nombr appel nomm",
  "pay paid pays costs cost charge price bezahl kost preis cobr cuest preci paie paye cout prix",
  "take takes taking took nimm nehm tom prend",
  "have has had got owns own hat hab tien ten avoir possed",
  "teach teaches taught teacher unterricht lehr ensen ense profesor clases enseign",
  "learn study studies studying learning lern studier estudi aprend etudi appren",
  "drive drives driving car fahr auto manej conduc condui voitur",
  "drink drinks drank trink bebe tom boi bois",
  "eat eats ate eating iss ess com mang",
  "play plays playing spiel toc jug jou",
  "born birth birthday geboren geburtstag nac cumple cumpleanos naissanc anniversair ne",
  "ill sick disease condition krank enferm malad",
  "pet animal haustier mascot",
  "doctor gp physician arzt medic docteur medecin",
  "flat apartment house home wohnung haus cas depto departament maison appartement",
  "meet meets met treff reun encontr rencontr",
  "visit visits visiting comes coming besuch kommt visit vien ven vien",
  "leave leaves leaving left verlass geht ir va part quitt",
  "want wants wish plan plans planning going will mochte plant quier plane veut voul",
  "allergic allergy reacts intolerant allergi alergi allergiq",
  "child children kid kids baby kind hij enfant",
].map((line) => new Set(line.split(" ").map(crudeStem)));

const SENSE_OF = new Map<string, number[]>();
SENSES.forEach((stems, sense) => {
  for (const stem of stems) SENSE_OF.set(stem, [...(SENSE_OF.get(stem) ?? []), sense]);
});

/** Verbs of the other languages end in letters that the common stem keeps: "wohnt", "trabajo". */
function sensesOf(stem: string): readonly number[] {
  return SENSE_OF.get(stem) ?? (stem.length >= LONG ? SENSE_OF.get(stem.slice(0, -1)) : undefined) ?? [];
}

export function wordIndexOf(text: string): WordIndex {
  const all = words(text);
  const stems = all.map(crudeStem);
  return {
    stems: new Set(stems),
    long: [...new Set(all.filter((word) => word.length >= LONG))],
    kin: new Set(all.flatMap((word) => kinPredicate(word) ?? [])),
    senses: new Set(stems.flatMap(sensesOf)),
    numbers: numberForms(text),
  };
}

/** Whether the text holds a word: the same stem or number, a misspelling, or a cognate. */
export function hasWord(index: WordIndex, word: string): boolean {
  if (index.stems.has(crudeStem(word))) return true;
  if (/\d/.test(word))
    return hasNumber(index.numbers, word) || hasNumber(index.numbers, word.replace(/\D+$/, ""));
  const digits = spelledNumber(word);
  if (digits !== null && index.numbers.has(digits)) return true;
  return word.length >= LONG && index.long.some((other) => resembles(word, other));
}

/** As `hasWord`, or a synonym from a small list of everyday words. */
export function hasSense(index: WordIndex, word: string): boolean {
  if (hasWord(index, word)) return true;
  const kin = kinPredicate(word);
  if (kin !== null && index.kin.has(kin)) return true;
  return sensesOf(crudeStem(word)).some((sense) => index.senses.has(sense));
}

/** Share of the wanted words for which `has` is true; 1 when there are none. */
export function shareOf(wanted: readonly string[], has: (word: string) => boolean): number {
  const distinct = [...new Set(wanted)];
  return distinct.length === 0 ? 1 : distinct.filter(has).length / distinct.length;
}

/** Shared beginning, in letters, from which two long words count as one: "vegetarian" and "Vegetarier". */
const PREFIX_MIN = 5;

/** Two words that are likely one: a long shared beginning, or one slip in five letters, two in nine. */
export function resembles(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < LONG) return false;
  const shared = sharedPrefix(short, long);
  if (shared >= PREFIX_MIN && shared >= 0.7 * short.length && shared >= 0.5 * long.length) return true;
  if (short[0] !== long[0] || long.length - short.length > 2) return false;
  return editsWithin(short, long, short.length >= 9 ? 2 : 1);
}

function sharedPrefix(a: string, b: string): number {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return n;
}

/** Whether two words are at most `max` edits apart; a swap of neighbours is one. */
export function editsWithin(a: string, b: string, max: number): boolean {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > max) return false;
    [before, row] = [row, next];
  }
  return (row[b.length] ?? Infinity) <= max;
}
