import fc from "fast-check";
import { expect, test } from "vitest";
import { externalIdsIn, templateProblem, type IdTemplate } from "../../src/domain/grounding/external-ids.ts";

const keys = (text: string, templates: IdTemplate[] = []): string[] =>
  externalIdsIn(text, templates).map(({ system, id, type }) => `${system} ${id} ${type}`);

test.each([
  ["Account 001D000000IRFmaIAH is theirs", ["salesforce 001D000000IRFmaIAH account"]],
  ["the same of 15: 001D000000IRFma.", ["salesforce 001D000000IRFmaIAH account"]],
  ["case INC0012345, change CHG0000001", ["servicenow INC0012345 incident", "servicenow CHG0000001 change"]],
  ["fixed in Acme/Widgets#12", ["github acme/widgets#12 issue"]],
  ["see https://github.com/acme/widgets/pull/12/files).", ["github acme/widgets#12 issue"]],
  ["https://x.atlassian.net/browse/ENG-7 blocks ENG-8, not UTF-8", ["jira ENG-7 issue", "jira ENG-8 issue"]],
  ["978-0-306-40615-7", ["isbn 9780306406157 book"]],
  ["ISBN 0-306-40615-2", ["isbn 9780306406157 book"]],
  ["(https://User:pw@Example.com/a?b=1#c).", ["url https://example.com/a?b=1 page"]],
])("%s", (text, ids) => expect(keys(text)).toEqual(ids));

test.each([
  "UTF-8, COVID-19, MP3-4 and SARS-2",
  "responsibilities, internationalisation, telecommunication",
  "2026-11-26, 2026-11-26T10:00:00Z, 192.168.0.1",
  "978-0-306-40615-8 and 0306406152 and +49 170 1234567",
  "INC00123456, XINC0012345, INC001234",
  "001D000000IRFmaIAX and 001234567890123 and 500deadbeef1234",
  "and/or#1a 1/2 #12 http://",
])("none in %s", (text) => expect(keys(text)).toEqual([]));

test("forms of the user's own", () => {
  const templates = [
    { system: "jira", template: "ENG-{digits}" },
    { system: "desk", template: "TKT.{letters}-{digits}" },
  ];
  expect(keys("ENG-12, XENG-3, TKT.ab-7 and TKTxab-7", templates)).toEqual([
    "jira ENG-12 record",
    "desk TKT.ab-7 record",
  ]);
});

test.each([
  "{digits}",
  "12{digits}",
  "T{digits}{alnum}",
  "T{any}",
  "TKT",
  "T{digits",
  "T".repeat(60) + "{digits}",
])("no template: %s", (template) => expect(templateProblem(template)).not.toBeNull());

test("a template without problems compiles", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (literal) => {
      const template = `A${literal}{digits}`;
      if (templateProblem(template) !== null) return;
      expect(externalIdsIn(`so A${literal}17 `, [{ system: "own", template }])).toHaveLength(1);
    }),
  );
});

test("no word, number or date is an id", () => {
  const word = fc.stringMatching(/^[A-Za-z]{1,24}$/);
  const numbered = fc.tuple(fc.stringMatching(/^[A-Z]{2,8}$/), fc.nat(99)).map((parts) => parts.join("-"));
  const number = fc.stringMatching(/^[0-9]{1,12}$/);
  const date = fc.date({ noInvalidDate: true }).map((at) => at.toISOString());
  fc.assert(
    fc.property(fc.array(fc.oneof(word, numbered, number, date), { maxLength: 20 }), (parts) => {
      expect(externalIdsIn(parts.join(" "))).toEqual([]);
    }),
  );
});
