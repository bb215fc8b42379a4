import { describe, expect, test } from "vitest";
import { ground } from "../../../../src/domain/grounding/grounding.ts";
import { locateEvidence } from "../../../../src/domain/grounding/evidence.ts";

/** A statement about somebody, whose quote is the whole message. */
function judge(message: string, who: string, object: string, text: string, isEntity = true): string {
  const claim = {
    subjectNames: [who],
    subjectIsSelf: who === "user",
    object,
    objectNames: isEntity ? [object] : [],
    polarity: "positive" as const,
    predicate: "KNOWS",
    text,
    assertedBy: "user",
    change: "none",
    quote: message,
  };
  const turn = { userMessage: message, assistantReply: null, earlier: [] };
  const at = locateEvidence(turn, claim);
  return at === null ? "no evidence" : ground(turn, claim, at, { votes: true }).verdict;
}

describe("a name is found as its script writes it", () => {
  test.each([
    ["弟弟小明在复旦大学读书。", "小明", "复旦大学", "小明在复旦大学读书。"],
    ["母の由美子は札幌の病院で働いています。", "由美子", "札幌", "由美子は札幌で働いている。"],
    ["형 지훈이는 제주도에서 일해요.", "지훈", "제주도", "지훈은 제주도에서 일한다."],
    ["คุณแม่ชื่อสมศรีทำงานที่ขอนแก่น", "สมศรี", "ขอนแก่น", "สมศรีทำงานที่ขอนแก่น"],
    ["أخي كريم يدرس بدمشق.", "كريم", "دمشق", "كريم يدرس في دمشق."],
    ["אח שלי יונתן עובד בירושלים.", "יונתן", "ירושלים", "יונתן עובד בירושלים."],
    ["मेरा भाई अमित जयपुर में काम करता है।", "अमित", "जयपुर", "अमित जयपुर में काम करता है।"],
    ["Мой брат Павел работает в Новосибирске.", "Павел", "Новосибирск", "Павел работает в Новосибирске."],
    ["Mój brat Piotr pracuje we Wrocławiu.", "Piotr", "Wrocław", "Piotr pracuje we Wrocławiu."],
    ["Veljeni Pekka opiskelee Jyväskylässä.", "Pekka", "Jyväskylä", "Pekka opiskelee Jyväskylässä."],
    ["Abim Emre Antalya'da çalışıyor.", "Emre", "Antalya", "Emre Antalya'da çalışıyor."],
    [
      "Ο αδελφός μου ο Νίκος μένει στη Θεσσαλονίκη.",
      "Νίκος",
      "Θεσσαλονίκη",
      "Ο Νίκος μένει στη Θεσσαλονίκη.",
    ],
  ])("%s", (message, who, object, text) => expect(judge(message, who, object, text)).toBe("supported"));
});

describe("another form of a name, and what code cannot read, is a doubt", () => {
  test.each([
    ["Siskoni muutti Annan kanssa Ouluun.", "user", "Oulu", "Sisko muutti Ouluun."],
    ["Wczoraj jadłem obiad z Pawłem.", "user", "Paweł", "Użytkownik jadł obiad z Pawłem."],
    ["Вчера я видел Льва.", "user", "Лев", "Пользователь видел Льва."],
    ["Tegnap Győrben jártam.", "user", "Raab", "A felhasználó Raabban járt."],
    ["昨日は東京に行きました。", "user", "Tokyo", "The user went to Tokyo."],
    ["I was in Kyiv last week.", "user", "Київ", "The user was in Київ last week."],
    ["He gave me the bici that I have now.", "user", "Bicicleta", "The user has the Bicicleta."],
  ])("%s / %s %s", (message, who, object, text) => expect(judge(message, who, object, text)).toBe("unclear"));
});

describe("what no reading allows is refused", () => {
  test.each([
    ["I have lived in Graz since May.", "Linz", "The user lives in Linz.", true],
    ["Mi hermana vive en la calle de la paz.", "Sevilla", "El usuario vive en Sevilla.", true],
    ["I have two dogs and they are nice.", "3 dogs", "The user has 3 dogs.", false],
    ["I rolled it back to 4.2 and it is fine.", "4.1", "The user rolled it back to 4.1.", false],
    ["I was at 96 kilos and now I am at 81.", "25 kg", "The user lost 25 kg.", false],
  ])("%s / %s", (message, object, text, isEntity) =>
    expect(judge(message, "user", object, text, isEntity)).toBe("unsupported"),
  );
});

describe("a number counts in words, digits and notations of whatever language", () => {
  test.each([
    ["She has twenty-one cousins.", "21 cousins"],
    ["Il a quatre-vingt-dix ans.", "90 ans"],
    ["There were two hundred of us.", "200"],
    ["Der Umzug hat einundzwanzig Tage gedauert.", "21 Tage"],
    ["Mam trzydzieści dwa lata.", "32 lata"],
    ["Minulla on kaksikymmentäviisi kanaa.", "25 kanaa"],
    ["私は三十二歳です。", "32歳"],
    ["मेरी उम्र बत्तीस साल है।", "32 साल"],
    ["عندي ٣ قطط و ١٢ سمكة.", "12 سمكة"],
    ["She paid 18k for it.", "18,000"],
    ["It cost 18,000 in all.", "18k"],
    ["The house was 1.5 million.", "1,500,000"],
    ["Das Haus hat 1,5 Millionen gekostet.", "1.500.000"],
    ["月に5万円払っています。", "50,000円"],
    ["Call me on 030 / 123 45 67.", "+49 30 1234567"],
  ])("%s / %s", (message, object) =>
    expect(judge(message, "user", object, `The user said ${object}.`, false)).toBe("supported"),
  );
});

describe("a number that may be meant is a doubt", () => {
  test.each([
    ["It is an hour and a half each way.", "90 minutes", "The commute takes 90 minutes."],
    ["I am down to 81 kilos from 96.", "15 kg", "The user lost 15 kg."],
    ["It was a hundred and fifty of us.", "150", "There were 150 people."],
    ["Мне двадцать первого исполнится.", "22", "Пользователю исполнится 22."],
  ])("%s / %s", (message, object, text) =>
    expect(judge(message, "user", object, text, false)).toBe("unclear"),
  );
});
