import { expect, test } from "vitest";
import { spansOfName } from "../../../../src/domain/model/entity-names.ts";

function named(name: string, text: string, aliases: string[] = []): string[] {
  const entity = { name, aliases: aliases.map((alias) => ({ alias, kind: "name" as const })) };
  return spansOfName(entity, text).map(({ start, end }) => text.slice(start, end));
}

test.each([
  ["Anna", "Anna called. I like Anna.", ["Anna", "Anna"]],
  ["C", "I know C, C++ and C#.", ["C"]],
  ["C++", "I know C, C++ and C#.", ["C"]],
  ["Tom", "Tom+Ida, Tom!", ["Tom", "Tom"]],
  ["京都", "妹は京都に住み、京都で働く。", ["京都", "京都"]],
  ["김민지", "김 민지가 왔어요.", ["김 민지"]],
  ["มาลี", "มาลีอยู่ที่นี่", ["มาลี"]],
  ["חיפה", "אני גר בחיפה.", ["בחיפה"]],
  ["Kraków", "Mieszkam w Krakowie.", ["Krakowie"]],
  ["Новосибирск", "Он живёт в Новосибирске.", ["Новосибирске"]],
  ["Turku", "Asun Turussa.", ["Turussa"]],
  ["Jan Kowalski", "Spotkałem Jana Kowalskiego.", ["Jana Kowalskiego"]],
])("%s stands in %s", (name, text, spans) => expect(named(name, text)).toEqual(spans));

test("a word that only begins alike is no form: in a language that code reads, without a capital, or cut off its marks", () => {
  expect(named("Maria", "I was at home with Marion in March.")).toEqual([]);
  expect(named("Tomek", "Lubię tomaty.")).toEqual([]);
  expect(named("राम", "यह रामू है।")).toEqual(["रामू"]);
  expect(named("ก", "กี่")).toEqual([]);
});

test("the longest name that stands there counts, and one as it is before another form", () => {
  expect(named("Ewa Nowak", "Ewa Nowak i Ewa", ["Ewa"])).toEqual(["Ewa Nowak"]);
  expect(named("Anna", "Annan kanssa Anni", ["Anni"])).toEqual(["Anni"]);
});
