import { words } from "./text.ts";

/** Words that say nothing about what a text is about, per supported language, folded. */
const STOP_LISTS = {
  en: "a about above after again against all also am an and any are aren as at be because been before being below between both but by can cannot could couldn did didn do does doesn doing don down during each few for from further get got had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m me more most my myself no nor not now of off on once only or other our ours ourselves out over own re s same she should shouldn so some such t than that the their theirs them themselves then there these they this those through to too under until up us ve very was wasn we were weren what when where which while who whom why will with won would wouldn you your yours yourself yourselves tell know remember please said say told going really think many much",
  de: "aber alle allem allen aller alles als also am an ander andere anderem anderen auch auf aus bei bin bis bist da damit dann das dass dein deine dem den der des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer fur gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre im in indem ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine keinem keinen konnte konnen machen man manche mein meine meinem meinen meiner mich mir mit muss nach nein nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie sind so solche soll sondern sonst uber um und uns unser unsere unter viel vom von vor wahrend war waren warst was weg weil weiter welche wenn wer werde werden wie wieder will wir wird wirst wo wollen wurde wurden zu zum zur zwar zwischen weisst sag erinnere bitte eigentlich",
  fr: "a ai aie au aux avec avez avons c ce ceci cela celle celui ces cet cette d dans de des donc du elle elles en est et etait etaient ete etre eu eux fait il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas pour plus qu quand que quel quelle quels qui s sa sans se sera ses si son sont sur t ta te tes toi ton tu un une vos votre vous y quoi comment ou est-ce dis sais",
  es: "a al algo ante antes aunque como con contra cual cuando de del desde donde dos el ella ellas ellos en entre era eran es esa ese eso esos esta estaba estan estar este esto estos fue fueron ha hace hacia han hasta hay he la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por porque que quien se sea ser si sin sobre solo somos son soy su sus tal tambien te tengo ti tiene todo tu tus un una uno unos usted vosotros y ya yo sabes dime recuerdas",
} as const;

export type Language = keyof typeof STOP_LISTS;
export const LANGUAGES = Object.keys(STOP_LISTS) as Language[];

const STOP_WORDS = new Set(LANGUAGES.flatMap((language) => STOP_LISTS[language].split(" ")));

/** Folded words that carry content, in order, repeated ones kept. */
export function contentWords(text: string): string[] {
  return words(text).filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word)));
}

/**
 * A crude common stem for comparing words of two texts (not for indexing): long enough prefixes count as the same
 * word, so that "moved" meets "moving" and "Schwester" meets "Schwestern".
 */
export function crudeStem(word: string): string {
  if (word.length <= 4 || /\d/.test(word)) return word;
  return word.replace(/(?:ingly|edly|ing|ies|ied|ed|es|er|en|em|s|e|y)$/u, "").slice(0, 8);
}

/** Share of the content words of `part` that occur in `whole`; 1 when `part` has none. */
export function coverage(part: string, whole: string): number {
  const wanted = [...new Set(contentWords(part).map(crudeStem))];
  if (wanted.length === 0) return 1;
  const there = new Set(words(whole).map(crudeStem));
  return wanted.filter((stem) => there.has(stem)).length / wanted.length;
}
