/** What is said in the scenarios: sentences that can be extracted, and others around them that cannot. */

const MATERIALS =
  "copper wooden silver marble velvet bamboo linen granite crystal leather pewter wicker woven cedar woollen bronze paper red felt walnut " +
  "golden plastic striped blue green yellow purple rusty polished painted carved heavy tiny broken folded dusty pink white black grey round square tall narrow thin thick curved hollow";
const OBJECTS =
  "kettle lantern chest basket mirror violin clock saddle ladder compass teapot blanket statue drum globe wagon pillow lamp bench flute";
const FILLERS =
  "morning evening river garden window coffee bread weather meal street music story winter summer holiday letter market bridge forest village";
const MATERIALS_JA = ["銅", "木", "銀", "大理石", "竹", "麻", "水晶", "革", "錫", "杉"];
const OBJECTS_JA = ["鍋", "灯籠", "箱", "籠", "鏡", "時計", "梯子", "急須", "毛布", "太鼓"];
const FILLERS_JA = [
  "今日は朝から雨が降りました。",
  "川のそばをゆっくり歩きました。",
  "夕方に市場でパンを買いました。",
];
export const PEOPLE = ["Annelie", "Bruno", "Carla", "Dario"];

/** Further numbers would name a thing again. */
const THINGS_MAX = 900;

export function thing(n: number): string {
  if (n >= THINGS_MAX) throw new RangeError(`There are ${THINGS_MAX} things: fewer sequences, please`);
  const materials = MATERIALS.split(" ");
  return `${at(materials, n)} ${at(OBJECTS.split(" "), Math.floor(n / materials.length) + n)}`;
}

/** The one sentence of a message from which a fact can be made. */
export function ownSentence(n: number): string {
  return `I own a ${thing(n)}.`;
}

export function ownedBy(person: string, n: number): string {
  return `${person} owns a ${thing(n)}.`;
}

/** So many words, the fact in their middle. */
export function message(n: number, words: number): string {
  const around = Math.max(0, words - 5);
  return [filler(n, Math.floor(around / 2)), ownSentence(n), filler(n + 7, Math.ceil(around / 2))]
    .filter((part) => part !== "")
    .join(" ");
}

export function messageInJapanese(n: number): string {
  const owned = `私は${at(MATERIALS_JA, n)}の${at(OBJECTS_JA, n + Math.floor(n / 10))}を持っています。`;
  return `${at(FILLERS_JA, n)}${owned}${at(FILLERS_JA, n + 1)}${at(FILLERS_JA, n + 2)}`;
}

/** Words of no meaning in sentences of eight, different for each number. */
function filler(n: number, words: number): string {
  const all = FILLERS.split(" ");
  const picked = Array.from({ length: words }, (_, i) => at(all, n * 7 + i * 3 + Math.floor(i / 8) * n));
  const sentences: string[] = [];
  for (let i = 0; i < picked.length; i += 8) sentences.push(`Then the ${picked.slice(i, i + 8).join(" ")}.`);
  return sentences.join(" ");
}

function at(list: string[], n: number): string {
  return list[n % list.length] ?? "";
}

/** A statement that a message makes in so many words. */
export interface Told {
  quote: string;
  subject: string;
  object: string;
  text: string;
}

export function toldIn(text: string): Told[] {
  const english = [...text.matchAll(/\b(I|[A-Z]\w+) owns? a (\w+ \w+)\./g)].map(
    ([quote, owner = "", object = ""]) => {
      const subject = owner === "I" ? "user" : owner;
      const who = owner === "I" ? "The user" : owner;
      return { quote: quote.slice(0, -1), subject, object, text: `${who} owns a ${object}.` };
    },
  );
  const japanese = [...text.matchAll(/私は([^。]+)を持っています/g)].map(([quote, object = ""]) => ({
    quote,
    subject: "user",
    object,
    text: `ユーザーは${object}を持っています。`,
  }));
  return [...english, ...japanese];
}
