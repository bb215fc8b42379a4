import { wordsOf } from "./format.ts";
import { laneSays } from "./lane.ts";
import { Bar, Table } from "./table.tsx";
import { t } from "../language/text.ts";

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
