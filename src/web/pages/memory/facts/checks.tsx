import { percentOf, momentOf, numberOf } from "../../../ui/format.ts";
import { REFUSED } from "../../review/reasons.ts";
import { memoryHref } from "../links.ts";
import type { FactTrace } from "../types.ts";
import { Head } from "../../../ui/table-head.tsx";
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
    <section class="stack" aria-label={t("Checks")}>
      <h3>{t("Checks")}</h3>
      {own.length === 0 && <p class="muted">{t("No checks are recorded for this fact.")}</p>}
      {own.length > 0 && (
        <div class="scroll-x">
          <table class="plain">
            <Head columns={[t("Reading"), t("Says"), t("Model"), { number: t("Tokens") }, t("When")]} />
            <tbody>
              {own.map((pass) => (
                <Reading key={`${pass.episodeId}.${pass.purpose}.${pass.at}`} pass={pass} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rejections.map(({ id, reason, detail, at }) => (
        <p key={id} class="note small">
          {t("Rejected on {moment}: {reason}.", { moment: momentOf(at), reason: REFUSED[reason] })} {detail}
        </p>
      ))}
    </section>
  );
}

function Reading({ pass }: { pass: Pass }) {
  const {
    purpose,
    ballot,
    rulings,
    model,
    promptTokens,
    completionTokens,
    at,
    reasoning,
    suspicion,
    sources,
  } = pass;
  return (
    <tr>
      <td>
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
          <p key={source} class="small muted wrap">
            {source}
          </p>
        ))}
      </td>
      <td>
        {ballot !== null && BALLOT[ballot]}
        {Object.entries(rulings).map(([id, ruling]) => (
          <p key={id} class="small">
            <a href={memoryHref("facts", id)}>{RULING[ruling]}</a>
          </p>
        ))}
      </td>
      <td class="muted">{model}</td>
      <td class="number">{numberOf(promptTokens + completionTokens)}</td>
      <td class="muted">{momentOf(at)}</td>
    </tr>
  );
}
