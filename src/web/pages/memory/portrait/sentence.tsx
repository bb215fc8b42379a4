import { useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import { toYou } from "../../../../language/second-person.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { correctFact, markFact, NOT_SO, tellChanged } from "../../../ui/facts.ts";
import { ForgetDialog } from "../../../ui/forget.tsx";
import { useQuery } from "../../../ui/query.ts";
import { Show } from "../../../ui/states.tsx";
import { CorrectForm } from "../facts/correct.tsx";
import { BasedOn } from "../facts/fact.tsx";
import { memoryHref } from "../links.ts";
import type { FactTrace } from "../types.ts";
import type { Sentence } from "./portrait.tsx";
import { t } from "../../../language/text.ts";

interface Props {
  sentence: Sentence;
  onClose: () => void;
  changed: () => void;
}

/** What a sentence states, each fact to be typed over, and the words it is based on. */
export function SentenceDrawer({ sentence, onClose, changed }: Props) {
  return (
    <Dialog title={t("What this says")} drawer onClose={onClose}>
      <p dir="auto">{sentence.text}</p>
      {sentence.facts.map(({ id }) => (
        <Stated key={id} id={id} onClose={onClose} changed={changed} />
      ))}
    </Dialog>
  );
}

function Stated({ id, onClose, changed }: Omit<Props, "sentence"> & { id: string }) {
  const loaded = useQuery((signal) => api("GET /memory/facts/{id}/trace", { path: { id }, signal }), [id]);
  return <Show of={loaded}>{(trace) => <Loaded trace={trace} onClose={onClose} changed={changed} />}</Show>;
}

function Loaded({ trace, onClose, changed }: Omit<Props, "sentence"> & { trace: FactTrace }) {
  const [isForgetting, setForgetting] = useState(false);
  const { fact } = trace;
  const { id, text } = fact;
  const mark = (as: "disputed" | "corrected", told: string): void =>
    void markFact(
      id,
      as,
      told,
      () => {
        onClose();
        changed();
      },
      changed,
    );
  return (
    <section class="stack card">
      <CorrectForm
        fact={fact}
        action={t("Save")}
        save={(body) => correctFact(id, body)}
        onClose={onClose}
        onDone={() => tellChanged(t("Corrected"), id, changed)}
      />
      <div class="row">
        <Button small onClick={() => mark("disputed", t("Marked as doubtful: it waits in Review"))}>
          {t("Mark as doubtful")}
        </Button>
        <Button small onClick={() => mark("corrected", NOT_SO)}>
          {t("Not true")}
        </Button>
        <Button danger small onClick={() => setForgetting(true)}>
          {t("Forget ...")}
        </Button>
        <a class="button small" href={memoryHref("facts", id)}>
          {t("Open in memory")}
        </a>
      </div>
      <BasedOn evidence={trace.evidence} changes={trace.changes} />
      {isForgetting && (
        <ForgetDialog
          target={{ factId: id }}
          name={toYou(text)}
          onClose={() => setForgetting(false)}
          onDone={() => {
            onClose();
            changed();
          }}
        />
      )}
    </section>
  );
}
