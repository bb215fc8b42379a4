import { useRef, useState } from "preact/hooks";
import type { Restored } from "../../../services/transfer/take.ts";
import { momentOf, numberOf } from "../../ui/format.ts";
import { attempt } from "../../ui/toast.tsx";
import { uploaded } from "./file-upload.ts";

const PATH = "/memory/import";
const typeOf = ({ name }: File): string =>
  name.endsWith(".gz") ? "application/gzip" : "application/x-ndjson";

type Step =
  | { at: "choose" }
  | { at: "busy"; what: string }
  | { at: "look"; file: File; taken: Restored }
  | { at: "done"; taken: Restored };

/** An export or a backup, looked through before anything is written. */
export function ImportMemory() {
  const [step, setStep] = useState<Step>({ at: "choose" });
  const running = useRef<AbortController | null>(null);
  const send = async (file: File, dryRun: boolean): Promise<void> => {
    const here = new AbortController();
    running.current = here;
    setStep({ at: "busy", what: dryRun ? "Looking through the file" : "Taking it over" });
    const done = await attempt(async () => {
      const path = dryRun ? `${PATH}?dryRun=true` : PATH;
      const taken = await uploaded<Restored>(path, { file, type: typeOf(file), signal: here.signal });
      setStep(dryRun ? { at: "look", file, taken } : { at: "done", taken });
    });
    if (!done) setStep({ at: "choose" });
  };
  return (
    <section class="card stack" aria-labelledby="import">
      <h2 id="import">Import or restore a memory</h2>
      <p class="muted">
        A file that an export or a backup made, of this Engram or another. What you have already stays as it
        is.
      </p>
      {step.at === "choose" && (
        <input
          class="input"
          type="file"
          aria-label="File with a memory"
          accept=".jsonl,.gz"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void send(file, true);
          }}
        />
      )}
      {step.at === "busy" && (
        <div class="row" role="status">
          <progress aria-label={step.what} />
          <span class="grow">{step.what} ...</span>
          <button type="button" class="button small" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        </div>
      )}
      {step.at === "look" && (
        <>
          <About taken={step.taken} />
          {step.taken.conflict !== null && <p role="alert">{step.taken.conflict}</p>}
          <div class="row">
            {step.taken.conflict === null && (
              <button type="button" class="button primary" onClick={() => void send(step.file, false)}>
                Take it over
              </button>
            )}
            <button type="button" class="button" onClick={() => setStep({ at: "choose" })}>
              Another file
            </button>
          </div>
        </>
      )}
      {step.at === "done" && (
        <div class="row" role="status">
          <p class="grow">
            {numberOf(step.taken.added)} of {numberOf(step.taken.records)} records were added.
          </p>
          <button type="button" class="button" onClick={() => setStep({ at: "choose" })}>
            Another file
          </button>
        </div>
      )}
    </section>
  );
}

function About({ taken: { from, createdAt, records, known, skipped, unverified } }: { taken: Restored }) {
  return (
    <p>
      The memory of {from}, as it was on {momentOf(createdAt)}: {numberOf(records)} records, {numberOf(known)}{" "}
      of them known here already
      {skipped > 0 && `, ${numberOf(skipped)} that refer to something missing`}
      {unverified > 0 && `, ${numberOf(unverified)} unverified, as their quotes are not in their turns`}.
    </p>
  );
}
