import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INJECTED_MODELS, openInjectionStage, type InjectionStage } from "../support/injection-stage.ts";
import { INJECTIONS } from "../support/injections.ts";

/** Words of others change nothing of the memory, whatever a model makes of them. */
describe.each(INJECTED_MODELS)("with a model that is %s", (_, table) => {
  let stage: InjectionStage;
  beforeAll(async () => {
    stage = await openInjectionStage(table);
  });
  afterAll(() => stage?.close());

  test(`${INJECTIONS.length} texts of others change nothing`, async () => {
    const before = await stage.believed();
    expect(before).not.toEqual([]);
    expect(await stage.wishesIn(INJECTIONS), "wishes").toEqual([]);
    expect(await stage.believed()).toEqual(before);
  });
});
