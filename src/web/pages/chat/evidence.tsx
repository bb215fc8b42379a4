import { toYou } from "../../../language/second-person.ts";
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import type { Recalled } from "#client";
import { hrefTo } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { StatusBadge, markFact, NOT_SO, MEMORY_PLACES } from "../../ui/facts.tsx";
import { Score } from "../../ui/score.tsx";
import { ForgetButton } from "../../ui/forget.tsx";
import { Quotes } from "../../ui/quotes.tsx";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

interface Looked {
  recalled: Recalled;
  turnId: string | null;
}

/** The recalled memory that is looked at. */
export const looked = signal<Looked | null>(null);
const onClose = (): void => void (looked.value = null);

/** Why the model got this memory: its evidence, the source, and the parts of its score. */
export function EvidenceDrawer({ recalled, turnId }: Looked) {
  const { kind, id, text, status, score, evidence, components = {} } = recalled;
  // It belongs to the page that is left.
  useEffect(() => onClose, []);
  if (status === "gone")
    return (
      <Dialog title={t("Why I recalled this")} drawer onClose={onClose}>
        <p class="muted">{t("I have forgotten it, or it is no longer a memory.")}</p>
      </Dialog>
    );
  return (
    <Dialog title={t("Why I recalled this")} drawer onClose={onClose}>
      <p dir="auto">{toYou(text)}</p>
      <p class="row">
        <StatusBadge status={status} />
        <span class="muted small">{t("score {score}", { score: score.toFixed(2) })}</span>
      </p>
      <h3>{t("Based on")}</h3>
      <Quotes of={evidence} none={kind === "fact" ? t("You added it by hand.") : t("The message itself.")} />
      <Helped id={id} turnId={turnId} />
      {Object.keys(components).length > 0 && (
        <>
          <h3>{t("Score")}</h3>
          <Score components={components} />
        </>
      )}
      <div class="row">
        <a class="button small" href={hrefTo("memory", MEMORY_PLACES[kind], id)} onClick={onClose}>
          {t("Open in memory")}
        </a>
        {kind === "fact" && (
          <>
            <Button small onClick={() => markFact(id, "corrected", NOT_SO, onClose)}>
              {t("Not true")}
            </Button>
            <ForgetButton target={{ factId: id }} name={toYou(text)} onDone={onClose} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Whether it helped: the ranking learns from it. */
function Helped({ id, turnId }: { id: string; turnId: string | null }) {
  const [said, setSaid] = useState<boolean | null>(null);
  const say = async (helpful: boolean): Promise<void> => {
    const body = { id, helpful, ...(turnId !== null && { turnId }) };
    await api("POST /memory/feedback", { body });
    setSaid(helpful);
  };
  return (
    <div class="row" role="group" aria-label={t("Did this help?")}>
      <span class="muted small">{said === null ? t("Did this help?") : t("Noted. I will rank by it.")}</span>
      <Button small aria-pressed={said === true} onClick={() => say(true)}>
        {t("It helped")}
      </Button>
      <Button small aria-pressed={said === false} onClick={() => say(false)}>
        {t("It did not")}
      </Button>
    </div>
  );
}
