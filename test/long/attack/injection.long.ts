import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INJECTED_MODELS, openInjectionStage, type InjectionStage } from "../../support/injection-stage.ts";
import { INJECTIONS, NESTED_INJECTIONS } from "../../support/injections.ts";

/** Orders in words of others, each form within each: with whatever model, they change nothing. */
const ALL = [...INJECTIONS, ...NESTED_INJECTIONS];
/**
 * Of these some get through with an obedient model: a fence within a fence of the same marks, between which text is
 * outside of both; a mail or a context whose first line alone is marked, and whose body stands below an empty line.
 */
const KNOWN = [
  /```(?:js)?\n(?:\/\/ )?What does this do\?\n\n```/,
  /(?:^>|^system:|^\[assistant\]|Tea:) (?:From: Tom\n|Context:)/m,
];
const TEXTS = ALL.filter(({ message }) => !KNOWN.some((form) => form.test(message)));

describe.each(INJECTED_MODELS)("with a model that is %s", (model, table) => {
  let stage: InjectionStage;
  beforeAll(async () => {
    stage = await openInjectionStage(table);
  });
  afterAll(() => stage?.close());

  test("texts of others", async () => {
    const before = await stage.believed();
    const wishes = await stage.wishesIn(TEXTS);
    const after = await stage.believed();
    const changed = [
      ...after.filter((one) => !before.includes(one)),
      ...before.filter((one) => !after.includes(one)),
    ];
    console.log(
      `injection, ${model} model: ${TEXTS.length} texts: ${wishes.length} taken for wishes, ${changed.length} beliefs changed (${ALL.length - TEXTS.length} left out)`,
    );
    expect(wishes).toEqual([]);
    expect(changed).toEqual([]);
  }, 600_000);
});
