import { anySource } from "../../language/index.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import { words } from "../../language/text.ts";

/** Words of the question that follow one another and do so in a turn as well, this near. */
const NEAR_WORDS = 3;
/** Gained by a turn that has them all. */
const PAIRS_GAIN = 0.6;
/** Gained by a turn that tells a time when the question asks for one. */
const TIME_GAIN = 0.4;

const ASKS_TIME = new RegExp(`\\b(?:${anySource(({ questions }) => questions.when)})\\b`);
const TELLS_TIME = new RegExp(`\\b(?:\\d{4}|${anySource(({ questions }) => questions.tellsTime)})\\b`);

/** The factor a turn's own words earn it, at least 1, for a question; BM25 sees neither order nor what is asked. */
export function wordingFactor(question: string): (text: string) => number {
  const asked = contentWords(question).map(crudeStem);
  const pairs = asked.slice(1).map((second, i): [string, string] => [asked[i] ?? "", second]);
  const asksTime = ASKS_TIME.test(words(question).join(" "));
  return (text) => {
    const said = words(text);
    const time = asksTime && TELLS_TIME.test(said.join(" ")) ? 1 + TIME_GAIN : 1;
    return time * (1 + PAIRS_GAIN * shareOfPairs(pairs, said.map(crudeStem)));
  };
}

function shareOfPairs(pairs: [string, string][], said: string[]): number {
  if (pairs.length === 0) return 0;
  const follows = ([first, second]: [string, string]): boolean =>
    said.some((word, i) => word === first && said.slice(i + 1, i + 1 + NEAR_WORDS).includes(second));
  return pairs.filter(follows).length / pairs.length;
}
