import { percentOf, momentOf, numberOf, wordsOf } from "../../../ui/format.ts";
import { memoryHref } from "../links.ts";
import type { FactTrace } from "../types.ts";
import { Head } from "../../../ui/table-head.tsx";

type Pass = FactTrace["passes"][number];

const PURPOSE: Record<Pass["purpose"], string> = {
  reply: "Thought before replying",
  tools: "Tools called for the reply",
  extract: "First reading",
  blind: "Independent second reading",
  "verdict-a": "First verdict",
  "verdict-b": "Second verdict",
  adjudicate: "Compared with known facts",
  confirm: "Double-checked before replacing",
  consequences: "What follows from it",
  aftermath: "What follows, confirmed",
  web: "Looked up on the web",
};

const BALLOT: Record<string, string> = { for: "says so", against: "does not", unclear: "cannot tell" };

/** Each model reading of the turn, and its rejections. */
export function Checks({ passes, rejections }: Pick<FactTrace, "passes" | "rejections">) {
  const own = passes.filter(
    ({ ballot, rulings, purpose }) =>
      ballot !== null || Object.keys(rulings).length > 0 || purpose === "extract",
  );
  return (
    <section class="stack" aria-label="Checks">
      <h3>Checks</h3>
      {own.length === 0 && <p class="muted">No checks are recorded for this fact.</p>}
      {own.length > 0 && (
        <div class="scroll-x">
          <table class="plain">
            <Head columns={["Reading", "Says", "Model", { number: "Tokens" }, "When"]} />
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
          Rejected on {momentOf(at)}: {wordsOf(reason)}. {detail}
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
            <summary>Thought</summary>
            <p class="thinking">{reasoning}</p>
            {suspicion !== null && <p class="muted">hedges by {percentOf(suspicion)}</p>}
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
            <a href={memoryHref("facts", id)}>{wordsOf(ruling)}</a>
          </p>
        ))}
      </td>
      <td class="muted">{model}</td>
      <td class="number">{numberOf(promptTokens + completionTokens)}</td>
      <td class="muted">{momentOf(at)}</td>
    </tr>
  );
}
