import { signal } from "@preact/signals";
import { copyText } from "../../ui/clipboard.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

/** Shown until dismissed: it cannot be shown again. */
export const newKey = signal<{ key: string } | null>(null);

export function NewKey() {
  const made = newKey.value;
  if (made === null) return null;
  return (
    <section class="card stack new-key" role="status" aria-label={t("The new key")}>
      <h2>{t("Your new key")}</h2>
      <p>{t("Copy it now; it won't be shown again.")}</p>
      <input
        class="input key-text"
        readOnly
        aria-label={t("Key")}
        value={made.key}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row">
        <Button primary onClick={() => copyText(made.key)}>
          {t("Copy")}
        </Button>
        <Button onClick={() => (newKey.value = null)}>{t("Done")}</Button>
      </div>
    </section>
  );
}
