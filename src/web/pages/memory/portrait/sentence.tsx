import { Dialog } from "../../../ui/dialog.tsx";
import { useAnswer } from "../../../ui/query.ts";
import { Show } from "../../../ui/states.tsx";
import { CorrectFact } from "../facts/correct.tsx";
import { BasedOn, FactActs } from "../facts/fact.tsx";
import { memoryHref } from "../links.ts";
import type { Sentence } from "./portrait.tsx";
import { t } from "../../../language/text.ts";

interface Props {
  sentence: Sentence;
  onClose: () => void;
}

/** What a sentence states, each fact to be typed over, and the words it is based on. */
export function SentenceDrawer({ sentence, onClose }: Props) {
  return (
    <Dialog title={t("What this says")} drawer onClose={onClose}>
      <p dir="auto">{sentence.text}</p>
      {sentence.facts.map(({ id }) => (
        <Stated key={id} id={id} onClose={onClose} />
      ))}
    </Dialog>
  );
}

function Stated({ id, onClose }: Pick<Props, "onClose"> & { id: string }) {
  const trace = useAnswer("GET /memory/facts/{id}/trace", { path: { id } });
  return (
    <Show of={trace}>
      {({ fact, evidence, changes }) => (
        <section class="stack card">
          <CorrectFact fact={fact} onClose={onClose} />
          <div class="row">
            <FactActs fact={fact} marked={onClose} forgotten={onClose} />
            <a class="button small" href={memoryHref("facts", id)}>
              {t("Open in memory")}
            </a>
          </div>
          <BasedOn evidence={evidence} changes={changes} />
        </section>
      )}
    </Show>
  );
}
