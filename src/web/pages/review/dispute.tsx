import { FactSide } from "./fact-side.tsx";
import type { ItemOf } from "./types.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

interface Props {
  item: ItemOf<"dispute">;
  acceptOther: ((id: string) => void) | undefined;
}

/** Contradictory statements, side by side. */
export function DisputeView({ item: { fact, against }, acceptOther }: Props) {
  return (
    <>
      {against.length === 0 && <p class="muted">{t("You doubted this; nothing contradicts it.")}</p>}
      <div class="sides">
        {fact && <FactSide fact={fact} />}
        {against.map((other) => (
          <FactSide key={other.id} fact={other}>
            {acceptOther && other.status === "disputed" && (
              <Button small onClick={() => acceptOther(`dispute.${other.id}`)}>
                {t("This one is true")}
              </Button>
            )}
          </FactSide>
        ))}
      </div>
    </>
  );
}
