import type { Found } from "#client";
import { t } from "../language/text.ts";

/** What each lane of the search looks by, and what it says of a result; one without words goes by its name. */
const LANES: {
  [lane in keyof NonNullable<Found["debug"]>["lanes"]]?: readonly [looksBy: string, says: string];
} = {
  mention: [t("what is named"), t("names it")],
  text: [t("words"), t("has its words")],
  temporal: [t("the time that is asked about"), t("of that time")],
  recent: [t("what was just said"), t("just now")],
  vector: [t("meaning"), t("means something near")],
  graph: [t("what is joined to it"), t("joined to what is named")],
};

const WORDS = new Map(Object.entries(LANES));

export function looksBy(lane: string): string {
  return WORDS.get(lane)?.[0] ?? lane;
}

/** Of a part of a score, "lane.text": null where that is no lane with words. */
export function laneSays(component: string): string | null {
  const [part, lane = ""] = component.split(".");
  return part === "lane" ? (WORDS.get(lane)?.[1] ?? null) : null;
}
