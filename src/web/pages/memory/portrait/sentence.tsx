import { Dialog } from "../../../ui/dialog.tsx";
import { useAnswer } from "../../../ui/query.ts";
import { Show } from "../../../ui/states.tsx";
import { CorrectFact } from "../facts/correct.tsx";
import { BasedOn, FactActs } from "../facts/fact.tsx";
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
  const loaded = useAnswer("GET /memory/facts/{id}/trace", { path: { id } });
  return <Show of={loaded}>{(trace) => <Loaded trace={trace} onClose={onClose} changed={changed} />}</Show>;
}

function Loaded({ trace, onClose, changed }: Omit<Props, "sentence"> & { trace: FactTrace }) {
  const { fact } = trace;
  const done = (): void => {
    onClose();
    changed();
  };
  return (
    <section class="stack card">
      <CorrectFact fact={fact} onClose={onClose} changed={changed} />
      <div class="row">
        <FactActs fact={fact} changed={done} undone={changed} />
        <a class="button small" href={memoryHref("facts", fact.id)}>
          {t("Open in memory")}
        </a>
      </div>
      <BasedOn evidence={trace.evidence} changes={trace.changes} />
    </section>
  );
}
