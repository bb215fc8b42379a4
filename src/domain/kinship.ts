/** Kin and role words, folded, as people name somebody without a name. Any of one line means the same person. */
const GROUPS: readonly (readonly [predicate: string, ...words: string[]])[] = [
  ["HAS_SISTER", "sister", "sis", "schwester", "soeur", "sœur", "hermana"],
  ["HAS_BROTHER", "brother", "bro", "bruder", "frere", "hermano"],
  ["HAS_MOTHER", "mother", "mom", "mum", "mama", "ma", "amma", "mami", "mutter", "mere", "maman", "madre"],
  ["HAS_FATHER", "father", "dad", "papa", "vater", "pere", "padre"],
  ["HAS_CHILD", "son", "daughter", "kid", "child", "lad", "boy", "girl", "kids", "sohn", "tochter", "kind", "fils", "fille", "hijo", "hija"],
  ["SPOUSE", "wife", "husband", "spouse", "frau", "ehefrau", "mann", "ehemann", "femme", "mari", "esposa", "esposo", "marido", "mujer"],
  ["PARTNER", "partner", "girlfriend", "boyfriend", "fiance", "fiancee", "freundin", "verlobte", "verlobter", "copain", "copine", "novia", "novio", "pareja"],
  ["HAS_GRANDMOTHER", "grandmother", "grandma", "gran", "granny", "nan", "oma", "grossmutter", "abuela"],
  ["HAS_GRANDFATHER", "grandfather", "grandpa", "grandad", "granddad", "opa", "grossvater", "abuelo"],
  ["HAS_AUNT", "aunt", "tante", "tia"],
  ["HAS_UNCLE", "uncle", "onkel", "oncle", "tio"],
  ["HAS_COUSIN", "cousin", "cousine", "primo", "prima"],
  ["BOSS", "boss", "manager", "chef", "chefin", "patron", "jefe", "jefa"],
  ["HAS_FRIEND", "friend", "freund", "ami", "amie", "amigo", "amiga"],
  ["HAS_COLLEAGUE", "colleague", "coworker", "kollege", "kollegin", "collegue", "colega", "companero", "companera"],
  ["HAS_NEIGHBOUR", "neighbour", "neighbor", "nachbar", "nachbarin", "voisin", "voisine", "vecino", "vecina"],
  ["HAS_PET", "dog", "cat", "pet", "hund", "katze", "haustier", "chien", "chat", "perro", "gato", "gata"],
];

const PREDICATE_OF = new Map<string, string>();
for (const [predicate, ...terms] of GROUPS) for (const term of terms) PREDICATE_OF.set(term, predicate);

/** The relation a kin or role word names ("sister" -> HAS_SISTER); null for other words. */
export function kinPredicate(word: string): string | null {
  return PREDICATE_OF.get(word) ?? null;
}
