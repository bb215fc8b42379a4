/**
 * Words of a question and the predicate words they ask for. Extractors name predicates in English whatever the
 * language (WORKS_AS, LIVES_IN), and a question seldom uses the word of the statement: "job" asks for who works as
 * what. Folded.
 */
const ASKS_FOR: [question: string, predicate: string][] = [
  [
    "job occupation profession beruf beruflich arbeitet metier travail boulot trabajo empleo oficio trabaja trabajaba dedica",
    "works work",
  ],
  ["employer firma arbeitgeber employeur empresa jefe", "works employer"],
  ["old age alt alter age edad anos tiene", "age"],
  [
    "live lives lived living wohnt wohnte lebt lebte habite habitait vit vive vivia address adresse direccion",
    "lives lived",
  ],
  [
    "married verheiratet marie mariee casado casada husband wife mann frau mari femme marido esposo esposa",
    "married spouse",
  ],
  ["boss chef chefin vorgesetzter patron jefe jefa supervisor", "boss supervisor manager"],
  ["birthday born geburtstag geboren anniversaire ne nee cumpleanos nacio", "birthday born"],
  ["study studies studied studiert etudie estudia", "studies"],
  ["called name heisst appelle llama nickname spitzname", "called name nickname"],
  ["children kids kinder enfants hijos", "child son daughter"],
  ["grandchildren enkel enkelkinder nietos", "grandchild grandson granddaughter"],
  ["siblings geschwister hermanos", "sibling brother sister"],
  ["parents eltern padres", "parent mother father"],
  ["pets animals haustiere tiere mascotas animales animaux", "pet dog cat"],
  ["hobbies activities hobbys aficiones loisirs", "hobby"],
  ["surname nachname apellido", "surname"],
  ["doctor gp physician arzt arztin hausarzt medecin medico", "doctor gp physician"],
  ["car auto coche voiture", "car drives"],
  ["move moved moving umgezogen mudo demenage", "moved moves lives lived"],
  ["die died gestorben starb mort morte decede murio", "died"],
];

const BY_WORD = new Map<string, string[]>();
for (const [question, predicate] of ASKS_FOR) {
  for (const word of question.split(" ")) {
    BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), ...predicate.split(" ")]);
  }
}

/** What is asked in words that say something else. */
const IDIOMS: [RegExp, string][] = [
  [/\bfor a living\b/giu, "as a job"],
  [/\bdans la vie\b/giu, "comme métier"],
  [/\b(?:last|family) name\b/giu, "surname"],
  [/\bnom de famille\b/giu, "surname"],
];

/** "What does she do for a living" asks for her work, not for where she lives. */
export function inPlainWords(question: string): string {
  return IDIOMS.reduce((text, [idiom, plain]) => text.replace(idiom, plain), question);
}

/** Predicate words that the question's words ask for and that are not among them already. */
export function askedPredicates(words: readonly string[]): string[] {
  const asked = new Set(words.flatMap((word) => BY_WORD.get(word) ?? []));
  for (const word of words) asked.delete(word);
  return [...asked];
}
