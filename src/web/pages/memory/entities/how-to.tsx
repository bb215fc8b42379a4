import { t } from "../../../language/text.ts";
import { agoOf } from "../../../ui/format.ts";
import { useAnswer } from "../../../ui/query.ts";
import { Section, Show } from "../../../ui/parts.tsx";

/** The steps of a how-to, and how often they worked. */
export function HowTo({ id }: { id: string }) {
  return (
    <Show of={useAnswer("GET /memory/procedures/{id}", { path: { id } })}>
      {({ steps, worked, partly, failed, lastUsedAt }) => (
        <Section title={t("Steps")}>
          <ol dir="auto">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p class="muted small">
            {lastUsedAt === null
              ? t("Not tried yet.")
              : t("Worked {worked} of {tries} times, partly {partly}; last used {ago}.", {
                  worked,
                  tries: worked + partly + failed,
                  partly,
                  ago: agoOf(lastUsedAt),
                })}
          </p>
        </Section>
      )}
    </Show>
  );
}
