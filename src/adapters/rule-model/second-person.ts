/** Rewrites a memory sentence about "the user" so that it speaks to the user. Other sentences stay as they are. */
const REWRITES: [RegExp, string][] = [
  [/\bThe user's\b/g, "Your"],
  [/\bthe user's\b/g, "your"],
  [/\bThe user is\b/g, "You are"],
  [/\bThe user was\b/g, "You were"],
  [/\bThe user has\b/g, "You have"],
  [/\bThe user does\b/g, "You do"],
  [/\bThe user got\b/g, "You got"],
  [
    /\bThe user (no longer |also )?(work|live|drive|speak|like|dislike|love|hate|own|eat|drink|play|take|plan|want|come|read|enjoy|prefer|study|teach|learn|run|smoke|visit|need|use|know)(?:e?s)?\b/g,
    "You $1$2",
  ],
  [/\bThe user studies\b/g, "You study"],
  [/\bThe user teaches\b/g, "You teach"],
  [/\bThe user\b/g, "You"],
  [/\bthe user\b/g, "you"],
  [/\bDes Nutzers (?=\p{L}+in\b|Schwester|Mutter|Tochter|Frau|Oma|Tante|Katze)/gu, "Deine "],
  [/\bDes Nutzers\b/g, "Dein"],
  [
    /\bDer Nutzer (wohnt|arbeitet|zieht|kommt|hat|ist|heißt|mag|isst|trinkt|nimmt|spricht|spielt|fährt|besitzt|studiert|lernt|raucht|war)\b/g,
    "Du $1",
  ],
  [/(?<!\p{L})L'utilisateur (habite|travaille|aime|joue|parle|étudie|mange|déteste)(?!\p{L})/gu, "Tu $1s"],
  [/(?<!\p{L})L'utilisateur (?:est)(?!\p{L})/gu, "Tu es"],
  [/(?<!\p{L})L'utilisateur a(?!\p{L})/gu, "Tu as"],
  [/^(\p{Lu}\p{Ll}+) de l'utilisateur(?!\p{L})/u, "(toi) $1"],
  [
    /(?<!\p{L})El usuario (vive|trabaja|tiene|habla|come|bebe|toma|estudia|visitó|conduce|aprende|prefiere|detesta)(?!\p{L})/gu,
    "Tú: $1",
  ],
  [/^A El usuario le gusta/u, "Te gusta"],
  [/^A El usuario no le gusta/u, "No te gusta"],
];

const GERMAN_FORMS: Record<string, string> = {
  wohnt: "wohnst",
  arbeitet: "arbeitest",
  zieht: "ziehst",
  kommt: "kommst",
  hat: "hast",
  ist: "bist",
  heißt: "heißt",
  mag: "magst",
  isst: "isst",
  trinkt: "trinkst",
  nimmt: "nimmst",
  spricht: "sprichst",
  spielt: "spielst",
  fährt: "fährst",
  besitzt: "besitzt",
  studiert: "studierst",
  lernt: "lernst",
  raucht: "rauchst",
  war: "warst",
};

const SPANISH_FORMS: Record<string, string> = {
  vive: "Vives",
  trabaja: "Trabajas",
  tiene: "Tienes",
  habla: "Hablas",
  come: "Comes",
  bebe: "Bebes",
  toma: "Tomas",
  estudia: "Estudias",
  visitó: "Visitaste",
  conduce: "Conduces",
  aprende: "Aprendes",
  prefiere: "Prefieres",
  detesta: "Detestas",
};

export function toSecondPerson(sentence: string): string {
  let text = sentence;
  for (const [pattern, replacement] of REWRITES) text = text.replace(pattern, replacement);
  return text
    .replace(/^Du (\p{L}+)/u, (whole, verb: string) =>
      GERMAN_FORMS[verb] ? `Du ${GERMAN_FORMS[verb]}` : whole,
    )
    .replace(/^Tú: (\p{L}+)/u, (whole, verb: string) => SPANISH_FORMS[verb] ?? whole)
    .replace(
      /^\(toi\) (\p{Lu})(\p{Ll}+)/u,
      (_whole, first: string, rest: string) =>
        `${/^(?:Sœur|Mère|Fille|Femme|Tante|Copine|Nièce)$/.test(first + rest) ? "Ta" : "Ton"} ${first.toLowerCase()}${rest}`,
    )
    .replace(
      /^(\p{Lu})(\p{Ll}+) del usuario/u,
      (_whole, first: string, rest: string) => `Tu ${first.toLowerCase()}${rest}`,
    );
}
