import { fold, words } from "./text.ts";

/** Cardinals and ordinals in words, folded, per supported language. */
const SPELLED: Record<string, string> = Object.fromEntries(
  [
    "0 zero null cero",
    "1 one first eins erste ersten erster premier premiere uno primer primero primera",
    "2 two second zwei zweite zweiten zweiter deux deuxieme dos segundo segunda both twice pair beide twins",
    "3 three third drei dritte dritten dritter trois troisieme tres tercer tercero tercera triplets",
    "4 four fourth vier vierte vierten quatre quatrieme cuatro cuarto cuarta",
    "5 five fifth funf funfte funften cinq cinquieme cinco quinto quinta",
    "6 six sixth sechs sechste sechsten sixieme seis sexto sexta",
    "7 seven seventh sieben siebte siebten sept septieme siete septimo septima",
    "8 eight eighth acht achte achten huit huitieme ocho octavo octava",
    "9 nine ninth neun neunte neunten neuf neuvieme nueve noveno novena",
    "10 ten tenth zehn zehnte zehnten dix dixieme diez decimo decima",
    "11 eleven eleventh elf elfte elften onze once",
    "12 twelve twelfth dozen zwolf zwolfte zwolften dutzend douze douzaine doce docena",
    "13 thirteen dreizehn treize trece",
    "14 fourteen vierzehn quatorze catorce",
    "15 fifteen funfzehn quinze quince",
    "16 sixteen sechzehn seize dieciseis",
    "17 seventeen siebzehn diecisiete",
    "18 eighteen achtzehn dieciocho",
    "19 nineteen neunzehn diecinueve",
    "20 twenty zwanzig vingt veinte",
    "30 thirty dreissig trente treinta",
    "40 forty vierzig quarante cuarenta",
    "50 fifty funfzig cinquante cincuenta",
    "60 sixty sechzig soixante sesenta",
    "70 seventy siebzig setenta",
    "80 eighty achtzig ochenta",
    "90 ninety neunzig noventa",
    "100 hundred hundert cent cien ciento",
    "1000 thousand tausend mille mil",
  ].flatMap((line) => {
    const [digits = "", ...spelled] = line.split(" ");
    return spelled.map((word) => [word, digits]);
  }),
);

/** The digits a word spells, or null. "Once" and "sept" are numbers in one language and words in another: taken. */
export function spelledNumber(word: string): string | null {
  return SPELLED[word] ?? null;
}

/** Words that count by themselves: no ordinals, and none that are common words of another language. */
const COUNTING =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|zwei|drei|vier|funf|sechs|sieben|neun|zehn|zwolf|zwanzig|dreissig|deux|trois|quatre|cinq|huit|neuf|dix|onze|douze|quinze|vingt|trente|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta)$/;

/** The numbers a statement tells, in digits: its figures and the words that count. */
export function toldNumbers(text: string): string[] {
  const spelled = words(text).flatMap((word) => (COUNTING.test(word) ? (spelledNumber(word) ?? []) : []));
  return [...figures(text), ...spelled];
}

const FIGURE = /\d+(?:[.,:]\d+)*/g;

/** Figures as they stand in a text, "14k" without its letter. */
export function figures(text: string): string[] {
  return text.match(FIGURE) ?? [];
}

/** "A year old", "ein Jahr", "un an". */
const ONE_OF =
  /\b(?:an?|ein\w*|une?|una) (?:year|month|week|day|hour|jahr|monat|woche|tag|stunde|an|mois|semaine|heure|ano|mes|semana|hora)\b/;

/** Every way in which the numbers of a text may be written: its figures, their parts, and the digits of its words. */
export function numberForms(text: string): Set<string> {
  const forms = new Set<string>();
  for (const figure of figures(text)) {
    forms.add(figure);
    forms.add(figure.replace(/[.,:]/g, ""));
    for (const piece of figure.split(/[.,:]/)) forms.add(piece.replace(/^0+(?=\d)/, ""));
  }
  for (const word of words(text)) {
    const digits = spelledNumber(word);
    if (digits !== null) forms.add(digits);
  }
  if (ONE_OF.test(fold(text))) forms.add("1");
  return forms;
}

/** A year may be told by its last two digits: "a Petrof of '78". */
const YEAR = /^(?:19|20)\d\d$/;

/** Whether a figure is among the forms, however it is grouped. */
export function hasNumber(forms: ReadonlySet<string>, figure: string): boolean {
  const bare = figure.replace(/^0+(?=\d)/, "");
  if (YEAR.test(figure) && forms.has(figure.slice(2))) return true;
  return forms.has(figure) || forms.has(bare) || forms.has(figure.replace(/[.,:]/g, ""));
}

/** "16", "7:30", "19:00". */
const CLOCK = /^(\d{1,2})(?:[:.](?:00|15|30|45))?$/;

/** Whether a figure is an hour that is told by a clock of twelve: "16 Uhr" for "at four", "7:30" for "halb acht". */
export function hasHour(forms: ReadonlySet<string>, figure: string): boolean {
  const hour = Number(CLOCK.exec(figure)?.[1] ?? Number.NaN);
  if (!(hour <= 24) || (hour <= 12 && !/\D/.test(figure))) return false;
  const onClock = ((hour + 11) % 12) + 1;
  const next = (hour % 12) + 1;
  return forms.has(String(onClock)) || (/\D(?:15|30|45)$/.test(figure) && forms.has(String(next)));
}
