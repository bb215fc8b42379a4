import { words } from "../../domain/text.ts";

/** Words of all four languages; a turn's emotion is the one with the most hits. */
const LEXICON: Record<string, { valence: number; words: string[] }> = {
  joy: {
    valence: 0.9,
    words:
      "happy glad great wonderful love yay excited thrilled amazing party wedding born glücklich froh freue wunderbar toll super hochzeit heureux heureuse ravi content contente génial super mariage feliz contento contenta alegría alegre genial boda maravilloso".split(
        " ",
      ),
  },
  pride: {
    valence: 0.85,
    words:
      "proud passed won accepted promoted stolz bestanden gewonnen befördert fier fière réussi gagné orgulloso orgullosa aprobé gané ascendieron".split(
        " ",
      ),
  },
  sadness: {
    valence: 0.1,
    words:
      "sad died cried crying miss lonely lost death grief funeral traurig gestorben weine vermisse tod einsam triste mort morte pleure perdu décès triste murió muerto lloro extraño".split(
        " ",
      ),
  },
  anger: {
    valence: 0.15,
    words:
      "angry furious hate raging annoyed mad unfair wütend sauer ärgert unfair hasse furieux énervé colère déteste enojado enojada furioso rabia odio".split(
        " ",
      ),
  },
  fear: {
    valence: 0.2,
    words:
      "afraid scared worried anxious panic nervous terrified angst sorge sorgen nervös panik peur inquiet inquiète angoisse miedo nervioso nerviosa preocupado preocupada asustada susto".split(
        " ",
      ),
  },
};

const TABLE = new Map<string, string>();
for (const [emotion, { words: list }] of Object.entries(LEXICON)) {
  for (const word of list) for (const folded of words(word)) TABLE.set(folded, emotion);
}

/** Emotion and valence (0 sad, 1 glad) by counting words. */
export function mood(text: string): { emotion: string; valence: number } {
  const hits = new Map<string, number>();
  for (const word of words(text)) {
    const emotion = TABLE.get(word);
    if (emotion) hits.set(emotion, (hits.get(emotion) ?? 0) + 1);
  }
  const best = [...hits].sort((a, b) => b[1] - a[1])[0]?.[0];
  return best
    ? { emotion: best, valence: LEXICON[best]?.valence ?? 0.5 }
    : { emotion: "neutral", valence: 0.5 };
}

/** How much a life changes by a fact of this kind. */
const WEIGHTS: [RegExp, number][] = [
  [/^(?:DIED|BORN_IN|SPOUSE|MARRIED_IN|RELATIONSHIP_STATUS|PARTNER|EX_PARTNER)$/, 0.9],
  [/^(?:HAS_CONDITION|ALLERGIC_TO|TAKES_MEDICATION|NAME)$/, 0.8],
  [/^(?:LIVES_IN|LIVES_AT|MOVES_TO|WORKS_AT|WORKS_AS|HAS_CHILD|RETIRED)$/, 0.75],
  [/^(?:HAS_|BIRTHDAY|AGE|STUDIES|PHONE_NUMBER|EMAIL|BOSS|FLATMATE)/, 0.6],
  [/^(?:PLANS|OWNS|DRIVES|VISITED|LIVED_IN|PASSED|EATS|DRINKS|SMOKES)$/, 0.5],
  [/^(?:LIKES|DISLIKES|HOBBY|FAVORITE|PLAYS)/, 0.3],
];

/** Importance of a turn: that of its weightiest fact; small talk 0.1. */
export function importance(predicates: string[]): number {
  const weights = predicates.map(
    (predicate) => WEIGHTS.find(([pattern]) => pattern.test(predicate))?.[1] ?? 0.4,
  );
  return weights.length === 0 ? 0.1 : Math.max(...weights);
}
