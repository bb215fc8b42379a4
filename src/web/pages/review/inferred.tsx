import { FactSide } from "./fact-side.tsx";
import { reasonOf, titleOf } from "./words.ts";
import type { ItemOf } from "./types.ts";
import { t } from "../../language/text.ts";

/** An inference and its premises. It is not in memory until accepted. */
export function InferredView({ item }: { item: ItemOf<"inferred"> }) {
  return (
    <>
      <p class="card statement">{titleOf(item)}</p>
      <p class="muted">
        {reasonOf(item.reason)} {t("It is not in your memory unless you accept it.")}
      </p>
      <div class="sides">
        {item.facts.map((fact) => (
          <FactSide key={fact.id} fact={fact} />
        ))}
      </div>
    </>
  );
}
