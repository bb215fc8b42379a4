/** Facts name their owner "the user", so that no model takes "you" for itself; pages and portraits speak to that owner. */
const USER = /\b[Tt]he user\b(?<own>'s)?(?: (?<verb>[a-z]+)(?=[\s.,;:!?]|$))?/g;
const IRREGULAR: Record<string, string> = { is: "are", was: "were", has: "have", does: "do", goes: "go" };
/** Forms that are alike for "he" and "you". */
const ALIKE = new Set("will would can could may might must should had did".split(" "));
/** Adverbs that end as a verb does. */
const ADVERBS = new Set("always sometimes perhaps nowadays besides afterwards towards".split(" "));

/**
 * "The user's sister lives in Lyon." becomes "Your sister lives in Lyon.", "The user lives in Ghent." "You live in Ghent.".
 * A sentence whose verbs code cannot tell for sure, or in another language, stays as it is.
 */
export function toYou(text: string): string {
  // A turn: its speaker, then words of their own.
  if (text.startsWith("user: ")) return `You: ${text.slice("user: ".length)}`;
  let isSure = true;
  const told = text.replace(USER, (found, ...rest) => {
    const { own, verb } = rest.at(-1) as { own?: string; verb?: string };
    const isFirst = found.startsWith("T");
    if (own !== undefined) return `${isFirst ? "Your" : "your"}${verb === undefined ? "" : ` ${verb}`}`;
    const you = isFirst ? "You" : "you";
    if (verb === undefined) return you;
    const form = isFirst ? secondPerson(verb) : null;
    isSure &&= form !== null && !/(?:,| and| or) [a-z]+s\b/.test(text);
    return `${you} ${form ?? verb}`;
  });
  return isSure ? told : text;
}

function secondPerson(verb: string): string | null {
  if (IRREGULAR[verb] !== undefined) return IRREGULAR[verb];
  if (ALIKE.has(verb) || verb.endsWith("ed")) return verb;
  if (ADVERBS.has(verb) || !/[^s]s$/.test(verb)) return null;
  if (verb.endsWith("ies")) return `${verb.slice(0, -3)}y`;
  return verb.replace(/(?<=sh|ch|x|ss|zz)es$|s$/, "");
}
