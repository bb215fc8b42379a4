import { FactSide } from "./fact-side.tsx";
import type { ItemOf } from "./types.ts";

interface Props {
  item: ItemOf<"dispute">;
  acceptOther: ((id: string) => void) | undefined;
}

/** Statements that cannot hold together, side by side. */
export function DisputeView({ item: { fact, against }, acceptOther }: Props) {
  return (
    <>
      {against.length === 0 && <p class="muted">Nothing stands against it but doubt.</p>}
      <div class="sides">
        {fact && <FactSide fact={fact} />}
        {against.map((other) => (
          <FactSide key={other.id} fact={other}>
            {acceptOther && other.status === "disputed" && (
              <button type="button" class="button small" onClick={() => acceptOther(`dispute.${other.id}`)}>
                This one holds
              </button>
            )}
          </FactSide>
        ))}
      </div>
    </>
  );
}
