import type { Found } from "#client";

/** What each lane of the search looks by, and what it says of a result; one without words goes by its name. */
const LANES: {
  [lane in keyof NonNullable<Found["debug"]>["lanes"]]?: readonly [looksBy: string, says: string];
} = {
  mention: ["what is named", "names it"],
  text: ["words", "has its words"],
  temporal: ["the time that is asked about", "of that time"],
  recent: ["what was just said", "just now"],
  vector: ["meaning", "means something near"],
  graph: ["what is joined to it", "joined to what is named"],
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
