import { useRef, useState } from "preact/hooks";
import type { Taken } from "#client";
import { api } from "../../api/client.ts";
import { momentOf } from "../../ui/format.ts";
import { attempt } from "../../ui/toast.ts";
import { Button, FileInput } from "../../ui/controls.tsx";
import { Underway, Card } from "../../ui/parts.tsx";
import { t } from "../../language/text.ts";

const typeOf = ({ name }: File): string =>
  name.endsWith(".gz") ? "application/gzip" : "application/x-ndjson";

type Step =
  | { at: "choose" }
  | { at: "busy"; what: string }
  | { at: "look"; file: File; taken: Taken }
  | { at: "done"; taken: Taken };

/** An export or a backup, checked before anything is written. */
export function ImportMemory() {
  const [step, setStep] = useState<Step>({ at: "choose" });
  const running = useRef<AbortController | null>(null);
  const send = async (file: File, { dryRun = false, trust = false }): Promise<void> => {
    const here = new AbortController();
    running.current = here;
    setStep({ at: "busy", what: dryRun ? t("Looking through the file") : t("Taking it over") });
    const done = await attempt(async () => {
      const query = { dryRun: `${dryRun}`, trust: `${trust}` };
      const body = file.slice(0, file.size, typeOf(file));
      const taken = await api("POST /memory/import", { query, body, signal: here.signal });
      setStep(dryRun ? { at: "look", file, taken } : { at: "done", taken });
    });
    if (!done) setStep({ at: "choose" });
  };
  return (
    <Card title={t("Import or restore a memory")}>
      <p class="muted">
        {t(
          "A file that an export or a backup made, of this Engram or another. Existing memories are not changed.",
        )}
      </p>
      {step.at === "choose" && (
        <FileInput
          label={t("File with a memory")}
          accept=".jsonl,.gz"
          take={(file) => void send(file, { dryRun: true })}
        />
      )}
      {step.at === "busy" && (
        <Underway label={step.what} cancel={() => running.current?.abort()}>
          {step.what} ...
        </Underway>
      )}
      {step.at === "look" && (
        <>
          <About taken={step.taken} />
          {step.taken.conflict !== null && <p role="alert">{step.taken.conflict}</p>}
          <div class="row">
            {step.taken.conflict === null && (
              <Button primary onClick={() => send(step.file, {})}>
                {step.taken.asItIs ? t("Take it over") : t("Take it over, to be checked")}
              </Button>
            )}
            {step.taken.conflict === null && mayBeTrusted(step.taken) && (
              <Button onClick={() => send(step.file, { trust: true })}>
                {t("Believe this file: it is mine")}
              </Button>
            )}
            <Button onClick={() => setStep({ at: "choose" })}>{t("Another file")}</Button>
          </div>
        </>
      )}
      {step.at === "done" && (
        <div class="row" role="status">
          <p class="grow">
            {t("{added} of {records} records were added", step.taken)}
            {!step.taken.asItIs &&
              `: ${t("{staged} statements wait to be checked, {refused} were refused", step.taken)}`}
            .
          </p>
          <Button onClick={() => setStep({ at: "choose" })}>{t("Another file")}</Button>
        </div>
      )}
    </Card>
  );
}

/** A file of this installation that was changed is not: somebody wants it to be believed. */
function mayBeTrusted({ asItIs, signature }: Taken): boolean {
  return !asItIs && signature !== "changed";
}

function About({ taken: { from, createdAt, note, records, known } }: { taken: Taken }) {
  return (
    <p>
      {t(
        "The memory of {from}, as it was on {moment}: {records} records, {known} of them known here already.",
        {
          from,
          moment: momentOf(createdAt),
          records,
          known,
        },
      )}{" "}
      {t("The file is {note}.", { note })}
    </p>
  );
}
