import type { Found } from "#client";
import { t } from "../language/text.ts";
import { wordsOf } from "./format.ts";
import { Bar, Table } from "./table.tsx";

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
function laneSays(component: string): string | null {
  const [part, lane = ""] = component.split(".");
  return part === "lane" ? (WORDS.get(lane)?.[1] ?? null) : null;
}

/** What a score is made of, each part as a bar and as a number. */
export const Score = ({ components }: { components: Record<string, number> }) => (
  <Table
    class="small score"
    rows={Object.entries(components).filter(([, value]) => value !== 0)}
    keyOf={([name]) => name}
    columns={[
      {
        title: t("Part"),
        isHidden: true,
        isName: true,
        cell: ([name]) => laneSays(name) ?? wordsOf(name).replace(".", ": "),
      },
      { title: t("Bar"), isHidden: true, cell: ([, value]) => <Bar share={value} /> },
      { title: t("Number"), isHidden: true, class: "number", cell: ([, value]) => value.toFixed(3) },
    ]}
  />
);
