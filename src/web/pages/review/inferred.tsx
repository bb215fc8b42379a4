import { FactSide } from "./fact-side.tsx";
import { reasonOf, titleOf } from "./words.ts";
import type { ItemOf } from "./types.ts";

/** What would follow, and what it follows from. Nothing of it is in memory before it is accepted. */
export function InferredView({ item }: { item: ItemOf<"inferred"> }) {
  return (
    <>
      <p class="card statement">{titleOf(item)}</p>
      <p class="muted">{reasonOf(item.reason)} It is not in your memory unless you accept it.</p>
      <div class="sides">
        {item.facts.map((fact) => (
          <FactSide key={fact.id} fact={fact} />
        ))}
      </div>
    </>
  );
}
