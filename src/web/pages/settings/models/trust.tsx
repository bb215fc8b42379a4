import type { Models } from "#client";
import { api } from "../../../api/client.ts";
import { Fold, Card } from "../../../ui/parts.tsx";
import { momentOf } from "../../../ui/format.ts";
import { Table } from "../../../ui/table.tsx";
import { attempt, notify } from "../../../ui/toast.ts";
import { asAdmin, choose } from "./state.ts";
import { Button, Select } from "../../../ui/controls.tsx";
import { locale, t } from "../../../language/text.ts";

type Trust = NonNullable<Models["exam"]["decidedTrust"]>;
type ExamResult = NonNullable<Models["exam"]["result"]>;
type ExamArea = keyof ExamResult["marks"];

const LEVELS: Record<Trust, { name: string; means: string }> = {
  full: { name: t("Full"), means: t("what it reads is checked and believed by itself.") },
  staged: { name: t("Staged only"), means: t("it extracts; nothing is believed until you confirm it.") },
  turns: { name: t("Turns only"), means: t("it chats; memory keeps the turns.") },
};
const NAMES = Object.keys(LEVELS) as Trust[];
const BY_EXAM = "exam";
const lowerCase = (level: Trust): string => LEVELS[level].name.toLocaleLowerCase(locale);

/** How far the model of the memory is trusted, its exam, and its owner's word on it. */
export function TrustCard({ data: { memory, exam } }: { data: Models }) {
  const now = memory.trust ?? "full";
  return (
    <Card title={t("How far {model} is trusted", { model: memory.name })}>
      <ul class="plain-list">
        {NAMES.map((level) => (
          <li key={level}>
            <strong>{LEVELS[level].name}</strong>: {LEVELS[level].means}{" "}
            {level === now && <span class="badge ok">{t("now")}</span>}
          </li>
        ))}
      </ul>
      <p class="small muted">{reasonOf(exam)}</p>
      <Decide decided={exam.decidedTrust} />
      {exam.result !== null && <Marks result={exam.result} />}
      <Examine running={exam.running} />
    </Card>
  );
}

function reasonOf({ decidedTrust, result, running }: Models["exam"]): string {
  if (decidedTrust !== null) return t("This was decided by you, or by MODEL_TRUST in the environment.");
  if (result !== null) return t("Its exam decided this.");
  return running === null
    ? t("It was not examined yet. Engram does so by itself when the machine is idle.")
    : t("It is being examined.");
}

function Decide({ decided }: { decided: Trust | null }) {
  const decide = async (trust: Trust | null): Promise<void> => {
    const { exam } = await choose({ trust });
    notify(exam.decidedTrust === trust ? t("Saved") : t("MODEL_TRUST in the environment decides this"));
  };
  return (
    <Select
      label={t("Who decides")}
      value={decided ?? BY_EXAM}
      options={[
        [BY_EXAM, t("Its exam")],
        ...NAMES.map((level) => [level, t("You: {level}", { level: lowerCase(level) })] as const),
      ]}
      set={(value) => void attempt(() => decide(value === BY_EXAM ? null : value))}
    />
  );
}

const AREAS: Record<ExamArea, string> = {
  reply: t("Talks in prose, in your language"),
  recall: t("Uses what memory tells it"),
  extraction: t("Notes what was said, with exact quotes"),
  nothing: t("Notes nothing where nothing was said"),
  verdicts: t("Tells true notes from false ones"),
  rulings: t("Sees what replaces what"),
  forgetting: t("Understands what is to be forgotten"),
  form: t("Answers in the form that was asked for"),
};

function Marks({ result }: { result: ExamResult }) {
  const { marks, reasons, missed, at, seconds } = result;
  return (
    <>
      <Table
        label={t("Marks of the exam")}
        rows={Object.entries(AREAS)}
        keyOf={([area]) => area}
        columns={[
          {
            title: t("Asked for"),
            cell: ([area, words]) => (
              <>
                {words} <span class="muted small">({area})</span>
              </>
            ),
          },
          {
            title: t("Mark, 0 to 1"),
            class: "number",
            cell: ([area]) => marks[area as ExamArea].toFixed(2),
          },
        ]}
      />
      {reasons.length > 0 && (
        <>
          <h3>{t("Why it is not trusted further")}</h3>
          <ul class="small">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      <p class="small muted">
        {t("Examined {moment}, in {time}.", { moment: momentOf(at), time: timeOf(seconds) })}
      </p>
      {missed.length > 0 && (
        <Fold title={t("Questions that were not answered well ({n})", { n: missed.length })}>
          {() => <p class="small muted">{missed.join(", ")}</p>}
        </Fold>
      )}
    </>
  );
}

const timeOf = (seconds: number): string =>
  seconds < 90
    ? t("{n} second | {n} seconds", { n: seconds })
    : t("{n} minute | {n} minutes", { n: Math.round(seconds / 60) });

function Examine({ running }: Pick<Models["exam"], "running">) {
  return (
    <div class="row">
      <Button
        disabled={running !== null}
        onClick={() => asAdmin(api("POST /models/exam"))}
        done={t("The exam has begun. Chats go first; it takes some minutes.")}
      >
        {t("Examine now")}
      </Button>
      {running !== null && (
        <>
          <progress aria-label={t("Questions of the exam")} max={running.of} value={running.asked} />
          <span class="small">
            {t("{asked} of {all} questions", { asked: running.asked, all: running.of })}
          </span>
        </>
      )}
    </div>
  );
}
