import { describe, expect, it } from "vitest";
import { importedText } from "../../../support/imported.ts";

const brief = (text: string, options = {}) =>
  (importedText(text, { name: "Chat with Mia.txt", ...options }).conversations[0]?.turns ?? []).map(
    ({ speaker, userMessage, occurredAt }) => [speaker, userMessage, occurredAt],
  );

const IOS = [
  "[12.03.24, 18:22:10] Mia: \u200eMessages are end-to-end encrypted.",
  "[12.03.24, 18:22:10] Mia: The kayak is",
  "in the shed",
  "\u200e[12.03.24, 18:23:00] Mia: \u200e<attached: 0001-PHOTO.jpg>",
  "[12.03.24, 18:24:00] ~\u202fJon: ok \u200e<This message was edited>",
  "[12.03.24, 18:25:00] ~\u202fJon: plan b.pdf • \u200e2 pages \u200edocument omitted",
].join("\r\n");

const ANDROID = [
  "12/03/2024, 18:22 - Messages are end-to-end encrypted.",
  "12/03/2024, 18:22 - Mia: Look: a heron",
  "12/03/2024, 18:23 - Jon: <Media omitted>",
  "13/03/2024, 07:05 - Jon: list.pdf (file attached)",
  "13/03/2024, 07:06 - Mia changed the subject",
].join("\n");

describe("a WhatsApp chat", () => {
  it("of iOS is read with its speakers, lines and times", () => {
    expect(importedText(IOS).format).toBe("whatsapp");
    expect(brief(IOS)).toEqual([
      ["Mia", "The kayak is\nin the shed", "2024-03-12T17:22:10.000Z"],
      ["Mia", "[image]", "2024-03-12T17:23:00.000Z"],
      ["Jon", "ok", "2024-03-12T17:24:00.000Z"],
      ["Jon", "[file: plan b.pdf]", "2024-03-12T17:25:00.000Z"],
    ]);
  });

  it("of Android too; who is named is the user", () => {
    expect(brief(ANDROID, { me: "mia", timeZone: "UTC" })).toEqual([
      [null, "Look: a heron", "2024-03-12T18:22:00.000Z"],
      ["Jon", "[file]", "2024-03-12T18:23:00.000Z"],
      ["Jon", "[file: list.pdf]", "2024-03-13T07:05:00.000Z"],
    ]);
  });

  it.each([
    ["3/12/24, 6:22\u202fPM - A: x\n3/13/24, 6:22 AM - A: y", ["2024-03-12T18:22", "2024-03-13T06:22"]],
    [
      "3/1/24, 6:22 PM - A: x\n3/2/24, 6:22 AM - A: y\n3/3/24, 6:22 AM - A: z",
      ["2024-03-01T18:22", "2024-03-02T06:22", "2024-03-03T06:22"],
    ],
    [
      "01/03/24, 10:00 - A: x\n02/03/24, 10:00 - A: y\n01/04/24, 10:00 - A: z",
      ["2024-03-01T10:00", "2024-03-02T10:00", "2024-04-01T10:00"],
    ],
    ["2024-03-12, 12:05 a.m. - A: x", ["2024-03-12T00:05"]],
    ["12.03.24 à 10:00 - A: x", ["2024-03-12T10:00"]],
    ["12.3.2024 klo 18.22 - A: x", ["2024-03-12T18:22"]],
    [
      "5/3/24 9:07\u202fp.\u00a0m. - A: x\n15/3/24 10:08\u202fa.\u00a0m. - A: y",
      ["2024-03-05T21:07", "2024-03-15T10:08"],
    ],
    [
      "2024. 3. 12. 오후 6:22, A : x\n2024. 3. 12. 오전 12:05, A : y",
      ["2024-03-12T18:22", "2024-03-12T00:05"],
    ],
    ["[2024/3/12 下午6:22:10] A: x", ["2024-03-12T18:22"]],
    ["١٢\u200f/٣\u200f/٢٠٢٤، ٦:٢٢ م - A: x", ["2024-03-12T18:22"]],
    [
      "24. 3. 31. 오후 6:22 - A: x\n24. 4. 1. 오전 12:05 - A: y\n24. 4. 2. 오전 9:05 - A: z",
      ["2024-03-31T18:22", "2024-04-01T00:05", "2024-04-02T09:05"],
    ],
    ["12/3/24, 6:22 CH - A: x\n13/3/24, 6:22 SA - A: y", ["2024-03-12T18:22", "2024-03-13T06:22"]],
    ["12/3/24, 6:22 μ.μ. - A: x\n13/3/24, 6:22 π.μ. - A: y", ["2024-03-12T18:22", "2024-03-13T06:22"]],
  ])("tells day from month by what is a date and runs on: %j", (text, times) => {
    expect(brief(text, { timeZone: "UTC" }).map(([, , at]) => at?.slice(0, 16))).toEqual(times);
  });

  it.each(
    ["bg", "fr-CA", "hu", "lo", "ms", "uk", "vi", "zh-TW"].flatMap((locale) =>
      [true, false].map((hour12): [string, boolean] => [locale, hour12]),
    ),
  )("has dates as phones write them in %s (12 hours: %s)", (locale, hour12) => {
    const times = ["2024-03-12T18:22", "2024-03-13T06:05", "2024-03-25T00:07"];
    const form = new Intl.DateTimeFormat(locale, {
      dateStyle: "short",
      timeStyle: "short",
      hour12,
      timeZone: "UTC",
    });
    const dates = times.map((time) => form.format(Date.parse(`${time}Z`)));
    for (const lines of [dates.map((date) => `${date} - A: x`), dates.map((date) => `[${date}] A: x`)])
      expect(
        brief(lines.join("\n"), { timeZone: "UTC" }).map(([who, , at]) => [who, at?.slice(0, 16)]),
      ).toEqual(times.map((time) => ["A", time]));
  });

  it("names people by their numbers as they are typed", () => {
    const text = "12/03/2024, 18:22 - \u202a+49 170 1234567\u202c: x";
    expect(brief(text, { me: "+49 170 1234567" })[0]?.[0]).toBe(null);
  });

  it("has no date in the years of another calendar", () => {
    expect(brief("1402/12/22, 18:22 - A: x")).toEqual([["A", "x", null]]);
  });

  it("is not seen in a journal", () => {
    expect(importedText("12.03.2024 18:22, Market: sold jars").format).toBe("journal");
    expect(importedText("2024-03-14 18:05 - Read\nlong.").format).toBe("journal");
  });

  it("exported again later, under another name, has the same ids and the new messages", () => {
    const ids = (text: string, name: string) =>
      importedText(text, { name }).conversations[0]?.turns.map(({ externalId }) => externalId) ?? [];
    const first = ids(ANDROID, "a.txt");
    const later = ids(`${ANDROID}\n14/03/2024, 09:00 - Jon: <Media omitted>\n`, "b.txt");
    expect(later.slice(0, -1)).toEqual(first);
    expect(new Set(later).size).toBe(4);
    const twice = ids("12/03/2024, 18:22 - A: ha\n12/03/2024, 18:22 - A: ha", "a.txt");
    expect(new Set(twice).size, "the same twice in a minute").toBe(2);
    const [read] = importedText(ANDROID).conversations;
    expect(read?.externalId).toBe(`whatsapp:chat:${first[0]}`);
  });
});
