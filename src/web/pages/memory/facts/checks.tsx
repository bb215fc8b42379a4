import { percentOf, momentOf, numberOf } from "../../../ui/format.ts";
import { REFUSED } from "../../review/reasons.ts";
import { memoryHref } from "../as-of.tsx";
import type { FactTrace } from "../types.ts";
import { Section } from "../../../ui/parts.tsx";
import { Table } from "../../../ui/table.tsx";
import { t } from "../../../language/text.ts";

type Pass = FactTrace["passes"][number];

const PURPOSE: Record<Pass["purpose"], string> = {
  reply: t("Thought before replying"),
  tools: t("Tools called for the reply"),
  extract: t("First reading"),
  blind: t("Independent second reading"),
  "verdict-a": t("First verdict"),
  "verdict-b": t("Second verdict"),
  adjudicate: t("Compared with known facts"),
  confirm: t("Double-checked before replacing"),
  consequences: t("What follows from it"),
  aftermath: t("What follows, confirmed"),
  web: t("Looked up on the web"),
};

const BALLOT: Record<string, string> = {
  for: t("says so"),
  against: t("does not"),
  unclear: t("cannot tell"),
};

const RULING: Record<Pass["rulings"][string], string> = {
  update: t("an update"),
  ending: t("an ending"),
  correction: t("a correction"),
  duplicate: t("the same"),
  precise: t("more precise"),
  both: t("both are true"),
  unclear: t("cannot tell"),
};

/** Each model reading of the turn, and its rejections. */
export function Checks({ passes, rejections }: Pick<FactTrace, "passes" | "rejections">) {
  const own = passes.filter(
    ({ ballot, rulings, purpose }) =>
      ballot !== null || Object.keys(rulings).length > 0 || purpose === "extract",
  );
  return (
    <Section title={t("Checks")}>
      {own.length === 0 ? (
        <p class="muted">{t("No checks are recorded for this fact.")}</p>
      ) : (
        <div class="scroll-x">
          <Table
            rows={own}
            keyOf={({ episodeId, purpose, at }) => `${episodeId}.${purpose}.${at}`}
            columns={[
              { title: t("Reading"), cell: (pass) => <Reading pass={pass} /> },
              {
                title: t("Says"),
                cell: ({ ballot, rulings }) => (
                  <>
                    {ballot !== null && BALLOT[ballot]}
                    {Object.entries(rulings).map(([id, ruling]) => (
                      <p key={id} class="small">
                        <a href={memoryHref("facts", id)}>{RULING[ruling]}</a>
                      </p>
                    ))}
                  </>
                ),
              },
              { title: t("Model"), class: "muted", cell: ({ model }) => model },
              {
                title: t("Tokens"),
                class: "number",
                cell: ({ promptTokens, completionTokens }) => numberOf(promptTokens + completionTokens),
              },
              { title: t("When"), class: "muted", cell: ({ at }) => momentOf(at) },
            ]}
          />
        </div>
      )}
      {rejections.map(({ id, reason, detail, at }) => (
        <p key={id} class="note small">
          {t("Rejected on {moment}: {reason}.", { moment: momentOf(at), reason: REFUSED[reason] })} {detail}
        </p>
      ))}
    </Section>
  );
}

function Reading({ pass: { purpose, reasoning, suspicion, sources } }: { pass: Pass }) {
  return (
    <>
      {PURPOSE[purpose]}
      {reasoning !== null && (
        <details class="small">
          <summary>{t("Thought")}</summary>
          <p class="thinking">{reasoning}</p>
          {suspicion !== null && (
            <p class="muted">{t("hedges by {share}", { share: percentOf(suspicion) })}</p>
          )}
        </details>
      )}
      {sources.map((source) => (
        <p key={source} class="small muted">
          {source}
        </p>
      ))}
    </>
  );
}
