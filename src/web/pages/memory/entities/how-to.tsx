import { api } from "../../../api/client.ts";
import { t } from "../../../language/text.ts";
import { agoOf } from "../../../ui/format.ts";
import { useQuery } from "../../../ui/query.ts";
import { Show } from "../../../ui/states.tsx";

/** The steps of a how-to, and how often they worked. */
export function HowTo({ id }: { id: string }) {
  const howTo = useQuery((signal) => api("GET /memory/procedures/{id}", { path: { id }, signal }), [id]);
  return (
    <Show of={howTo}>
      {({ steps, worked, partly, failed, lastUsedAt }) => (
        <section class="stack" aria-label={t("Steps")}>
          <h3>{t("Steps")}</h3>
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
        </section>
      )}
    </Show>
  );
}
