import { FactSide } from "./fact-side.tsx";
import type { ItemOf } from "./types.ts";
import { t } from "../../language/text.ts";

/** The current belief, next to the later statement. */
export function ClosingView({ item: { fact, news } }: { item: ItemOf<"closing"> }) {
  return (
    <>
      <p class="muted">{t("It counts as true until you answer.")}</p>
      <div class="sides">
        {fact && <FactSide fact={fact} />}
        {news && <FactSide fact={news} />}
      </div>
    </>
  );
}
