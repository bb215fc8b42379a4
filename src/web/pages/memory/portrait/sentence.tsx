import { useState } from "preact/hooks";
import type { Fact } from "#client";
import { api } from "../../../api/client.ts";
import { toYou } from "../../../../language/second-person.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { correctFact, markFact, NOT_SO, tellChanged } from "../../../ui/facts.ts";
import { ForgetDialog } from "../../../ui/forget.tsx";
import { useQuery } from "../../../ui/query.ts";
import { Show } from "../../../ui/states.tsx";
import { QuoteInTurn } from "../../chat/evidence.tsx";
import { CorrectForm } from "../facts/correct.tsx";
import { memoryHref } from "../links.ts";
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
  const loaded = useQuery((signal) => api("GET /memory/facts/{id}", { path: { id }, signal }), [id]);
  return <Show of={loaded}>{(fact) => <Loaded fact={fact} onClose={onClose} changed={changed} />}</Show>;
}

function Loaded({ fact, onClose, changed }: Omit<Props, "sentence"> & { fact: Fact }) {
  const [isForgetting, setForgetting] = useState(false);
  const { id, text, evidence } = fact;
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
      <h3>{t("Based on")}</h3>
      {evidence.length === 0 && <p class="muted">{t("You added it by hand.")}</p>}
      {evidence.map((quote) => (
        <QuoteInTurn key={`${quote.episodeId}.${quote.start}`} quote={quote} />
      ))}
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
