import type { Models } from "#client";
import { useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import { Fold } from "../../../ui/fold.tsx";
import { momentOf } from "../../../ui/format.ts";
import { Head } from "../../../ui/table-head.tsx";
import { attempt, notify } from "../../../ui/toast.tsx";
import { asAdmin, choose, type PartProps } from "./state.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";

type Trust = NonNullable<Models["exam"]["decidedTrust"]>;
type ExamResult = NonNullable<Models["exam"]["result"]>;
type ExamArea = keyof ExamResult["marks"];

const LEVELS: Record<Trust, { name: string; means: string }> = {
  full: { name: "Full", means: "what it reads is checked and believed by itself." },
  staged: { name: "Staged only", means: "it extracts; nothing is believed until you confirm it." },
  turns: { name: "Turns only", means: "it chats; memory keeps the turns." },
};
const NAMES = Object.keys(LEVELS) as Trust[];
const BY_EXAM = "exam";

/** How far the model of the memory is trusted, its exam, and its owner's word on it. */
export function TrustCard({ data, changed }: PartProps) {
  const { memory, exam } = data;
  const now = memory.trust ?? "full";
  return (
    <section class="card stack" aria-labelledby="trust">
      <h2 id="trust">How far {memory.name} is trusted</h2>
      <ul class="plain-list">
        {NAMES.map((level) => (
          <li key={level}>
            <strong>{LEVELS[level].name}</strong>: {LEVELS[level].means}{" "}
            {level === now && <span class="badge ok">now</span>}
          </li>
        ))}
      </ul>
      <p class="small muted">{reasonOf(data.exam)}</p>
      <Decide decided={exam.decidedTrust} changed={changed} />
      {exam.result !== null && <Marks result={exam.result} />}
      <Examine running={exam.running} changed={changed} />
    </section>
  );
}

function reasonOf({ decidedTrust, result, running }: PartProps["data"]["exam"]): string {
  if (decidedTrust !== null) return "This was decided by you, or by MODEL_TRUST in the environment.";
  if (result !== null) return "Its exam decided this.";
  return running === null
    ? "It was not examined yet. Engram does so by itself when the machine is idle."
    : "It is being examined.";
}

function Decide({ decided, changed }: { decided: Trust | null; changed: () => void }) {
  const decide = async (trust: Trust | null): Promise<void> => {
    await attempt(async () => {
      const { exam } = await choose({ trust });
      notify(exam.decidedTrust === trust ? "Saved" : "MODEL_TRUST in the environment decides this");
    });
    changed();
  };
  return (
    <Field label="Who decides">
      <select
        class="input"
        value={decided ?? BY_EXAM}
        onChange={({ currentTarget: { value } }) => void decide(value === BY_EXAM ? null : (value as Trust))}
      >
        <option value={BY_EXAM}>Its exam</option>
        {NAMES.map((level) => (
          <option key={level} value={level}>
            You: {LEVELS[level].name.toLowerCase()}
          </option>
        ))}
      </select>
    </Field>
  );
}

const AREAS: Record<ExamArea, string> = {
  reply: "Talks in prose, in your language",
  recall: "Uses what memory tells it",
  extraction: "Notes what was said, with exact quotes",
  nothing: "Notes nothing where nothing was said",
  verdicts: "Tells true notes from false ones",
  rulings: "Sees what replaces what",
  forgetting: "Understands what is to be forgotten",
  form: "Answers in the form that was asked for",
};

function Marks({ result }: { result: ExamResult }) {
  const { marks, reasons, missed, at, seconds } = result;
  return (
    <>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Marks of the exam">
        <table class="plain">
          <Head columns={["Asked for", { number: "Mark, 0 to 1" }]} />
          <tbody>
            {Object.entries(AREAS).map(([area, words]) => (
              <tr key={area}>
                <td>
                  {words} <span class="muted small">({area})</span>
                </td>
                <td class="number">{marks[area as ExamArea].toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {reasons.length > 0 && (
        <>
          <h3>Why it is not trusted further</h3>
          <ul class="small">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      <p class="small muted">
        Examined {momentOf(at)}, in {timeOf(seconds)}.
      </p>
      {missed.length > 0 && (
        <Fold title={`Questions that were not answered well (${missed.length})`}>
          {() => <p class="small muted">{missed.join(", ")}</p>}
        </Fold>
      )}
    </>
  );
}

const timeOf = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;

function Examine({
  running,
  changed,
}: {
  running: { asked: number; of: number } | null;
  changed: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const examine = async (): Promise<void> => {
    setAsking(true);
    const begun = await attempt(() => asAdmin(api("POST /models/exam")));
    setAsking(false);
    if (begun) notify("The exam has begun. Chats go first; it takes some minutes.");
    changed();
  };
  return (
    <div class="row">
      <Button disabled={isAsking || running !== null} onClick={() => void examine()}>
        Examine now
      </Button>
      {running !== null && (
        <>
          <progress aria-label="Questions of the exam" max={running.of} value={running.asked} />
          <span class="small">
            {running.asked} of {running.of} questions
          </span>
        </>
      )}
    </div>
  );
}
