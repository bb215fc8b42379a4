import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { until } from "../support/client.ts";
import { startTableBench, type TableBench } from "../support/belief-bench.ts";
import type { ToldFact } from "../support/reading-llama.ts";

/*
 * Languages that no pack knows: a name is inflected, has no spaces around it, or has short words written onto it. The
 * model states base forms, as a good one does; code finds them in the user's words.
 */
interface Told {
  language: string;
  who: string;
  /** Base forms of the two places. */
  places: [was: string, is: string];
  says: string;
  asks: string;
  corrects: string;
  wish: string;
  /** What memory says of each place. */
  texts: [was: string, is: string];
}

const LANGUAGES: Told[] = [
  {
    language: "Chinese",
    who: "李娜",
    places: ["杭州", "苏州"],
    says: "我妹妹李娜住在杭州。",
    asks: "李娜住在哪里？",
    corrects: "不对，李娜住在苏州。",
    wish: "请忘掉李娜住在哪里。",
    texts: ["李娜住在杭州。", "李娜住在苏州。"],
  },
  {
    language: "Japanese",
    who: "美咲",
    places: ["京都", "奈良"],
    says: "姉の美咲は京都に住んでいます。",
    asks: "美咲はどこに住んでいますか？",
    corrects: "間違えました。美咲は奈良に住んでいます。",
    wish: "美咲がどこに住んでいるか忘れてください。",
    texts: ["美咲は京都に住んでいる。", "美咲は奈良に住んでいる。"],
  },
  {
    language: "Korean",
    who: "민지",
    places: ["부산", "대구"],
    says: "제 누나 민지는 부산에 살아요.",
    asks: "민지는 어디에 살아요?",
    corrects: "아니, 민지는 대구에 살아요.",
    wish: "민지가 어디 사는지 잊어 주세요.",
    texts: ["민지는 부산에 산다.", "민지는 대구에 산다."],
  },
  {
    language: "Thai",
    who: "มาลี",
    places: ["เชียงใหม่", "ลำปาง"],
    says: "พี่สาวชื่อมาลีอยู่ที่เชียงใหม่",
    asks: "มาลีอยู่ที่ไหน",
    corrects: "ไม่ใช่ มาลีอยู่ที่ลำปาง",
    wish: "ช่วยลืมว่ามาลีอยู่ที่ไหน",
    texts: ["มาลีอาศัยอยู่ที่เชียงใหม่", "มาลีอาศัยอยู่ที่ลำปาง"],
  },
  {
    language: "Arabic",
    who: "سلمى",
    places: ["القاهرة", "الإسكندرية"],
    says: "أختي سلمى تعيش بالقاهرة.",
    asks: "أين تعيش سلمى؟",
    corrects: "لا، سلمى تعيش بالإسكندرية.",
    wish: "انسَ أين تعيش سلمى من فضلك.",
    texts: ["سلمى تعيش في القاهرة.", "سلمى تعيش في الإسكندرية."],
  },
  {
    language: "Hebrew",
    who: "נועה",
    places: ["חיפה", "רחובות"],
    says: "אחותי נועה גרה בחיפה.",
    asks: "איפה נועה גרה?",
    corrects: "לא, נועה גרה ברחובות.",
    wish: "בבקשה תשכח איפה נועה גרה.",
    texts: ["נועה גרה בחיפה.", "נועה גרה ברחובות."],
  },
  {
    language: "Hindi",
    who: "राधा",
    places: ["दिल्ली", "आगरा"],
    says: "मेरी बहन राधा दिल्ली में रहती है।",
    asks: "राधा कहाँ रहती है?",
    corrects: "नहीं, राधा आगरा में रहती है।",
    wish: "कृपया भूल जाओ कि राधा कहाँ रहती है।",
    texts: ["राधा दिल्ली में रहती है।", "राधा आगरा में रहती है।"],
  },
  {
    language: "Russian",
    who: "Наташа",
    places: ["Москва", "Казань"],
    says: "Моя сестра Наташа живёт в Москве.",
    asks: "Где живёт Наташа?",
    corrects: "Нет, Наташа живёт в Казани.",
    wish: "Забудь, пожалуйста, где живёт Наташа.",
    texts: ["Наташа живёт в Москве.", "Наташа живёт в Казани."],
  },
  {
    language: "Polish",
    who: "Kasia",
    places: ["Kraków", "Gdynia"],
    says: "Moja siostra Kasia mieszka w Krakowie.",
    asks: "Gdzie mieszka Kasia?",
    corrects: "Nie, Kasia mieszka w Gdyni.",
    wish: "Zapomnij, proszę, gdzie mieszka Kasia.",
    texts: ["Kasia mieszka w Krakowie.", "Kasia mieszka w Gdyni."],
  },
  {
    language: "Finnish",
    who: "Aino",
    places: ["Turku", "Oulu"],
    says: "Siskoni Aino asuu Turussa.",
    asks: "Missä Aino asuu?",
    corrects: "Ei, Aino asuu Oulussa.",
    wish: "Unohda, missä Aino asuu.",
    texts: ["Aino asuu Turussa.", "Aino asuu Oulussa."],
  },
  {
    language: "Turkish",
    who: "Ayşe",
    places: ["İzmir", "Bursa"],
    says: "Kız kardeşim Ayşe İzmir'de yaşıyor.",
    asks: "Ayşe nerede yaşıyor?",
    corrects: "Hayır, Ayşe Bursada yaşıyor.",
    wish: "Ayşe'nin nerede yaşadığını unut.",
    texts: ["Ayşe İzmir'de yaşıyor.", "Ayşe Bursa'da yaşıyor."],
  },
];

let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

/** The first statement rests on the whole message, the second on the words that correct it. */
function lives(told: Told, n: 0 | 1): ToldFact {
  return {
    subject: told.who,
    predicate: "LIVES_IN",
    object: told.places[n],
    objectKind: "entity",
    text: told.texts[n],
    quote: n === 0 ? told.says : told.corrects,
    change: n === 0 ? "none" : "correction",
  };
}

const entitiesOf = ({ who, places }: Told, n: 0 | 1): { name: string; type: string }[] => [
  { name: who, type: "person" },
  { name: places[n], type: "city" },
];

async function tell(told: Told, n: 0 | 1): Promise<void> {
  const says = n === 0 ? told.says : told.corrects;
  await at.tell({ says, facts: [lives(told, n)], entities: entitiesOf(told, n) });
}

/** The names that the newest turn is known to mention. */
async function mentioned(): Promise<string[]> {
  const { items } = (await at.api.get("/memory/episodes?limit=1")).body;
  const { entities } = (await at.api.get(`/memory/episodes/${items[0].id as string}`)).body;
  return entities.map(({ name }: { name: string }) => name).sort();
}

describe.each(LANGUAGES)("$language", (told) => {
  test("is told, verified and found", async () => {
    await tell(told, 0);
    expect(await at.statuses()).toEqual({ [told.texts[0]]: "verified" });
    expect((await at.api.get("/memory/rejections")).body.items).toEqual([]);
    expect(await mentioned()).toEqual([told.who, told.places[0]].sort());
    expect(await at.foundText(told.asks)).toContain(told.texts[0]);
  });

  test("is corrected", async () => {
    at.llama.table.rulings = [{ old: told.texts[0], new: told.texts[1], ruling: "correction" }];
    await tell(told, 0);
    await tell(told, 1);
    expect(await at.statuses()).toEqual({ [told.texts[0]]: "corrected", [told.texts[1]]: "verified" });
  });

  test("is forgotten", async () => {
    await tell(told, 0);
    const requests = [{ kind: "forget" as const, target: told.texts[0] }];
    at.llama.table.reads[told.wish] = { requests };
    at.llama.table.meant = new RegExp(told.who);
    await at.api.say(told.wish);
    await at.api.extracted();
    const hidden = async () => (await at.api.get("/memory/review?kind=forget")).body.items;
    await until(async () => (await hidden()).length === 1, "what is hidden");
    expect(await at.foundText(told.asks)).toBe("[]");
    await at.api.post(`/memory/review/${(await hidden())[0].id as string}/accept`, undefined);
    expect(await at.facts()).toEqual({});
    expect(await at.foundText(told.asks)).toBe("[]");
  });
});
