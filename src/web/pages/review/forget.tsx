import { toYou } from "../../../language/second-person.ts";
import { hrefTo } from "../../router.ts";
import { Words } from "../../ui/quotes.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { momentOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import type { ItemOf } from "./words.ts";
import { t } from "../../language/text.ts";

/** Facts hidden by an intent, next to its words. */
export function ForgetView({ item: { text, sure, askedIn } }: { item: ItemOf<"forget"> }) {
  const { data } = useAnswer("GET /memory/episodes/{id}", { path: { id: askedIn } });
  return (
    <>
      <div class="sides">
        <article class="card stack">
          <h3>{sure ? t("Hidden") : t("May be meant, too")}</h3>
          <Words>{toYou(text)}</Words>
        </article>
        <article class="card stack">
          <h3>{t("You asked")}</h3>
          {data ? (
            <>
              <Words>{data.userMessage}</Words>
              <p class="muted small">
                {momentOf(data.occurredAt)} ·{" "}
                <a href={hrefTo("chat", data.conversationId, { at: data.id })}>{t("open conversation")}</a>
              </p>
            </>
          ) : (
            <p class="muted">{t("This message is gone.")}</p>
          )}
        </article>
      </div>
      <p class="muted">
        {sure
          ? t(
              "It is hidden from recall and search already. Your answer counts for everything hidden by this request.",
            )
          : t("It is not hidden: without an answer it stays.")}
      </p>
    </>
  );
}

interface ConfirmProps {
  item: ItemOf<"forget">;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Asked once more: it cannot be undone. */
export function ForgetConfirm({ item: { text, sure }, onClose, onConfirm }: ConfirmProps) {
  return (
    <Confirm title={t("Forget for good?")} action={t("Forget")} onClose={onClose} onConfirm={onConfirm}>
      <Words>{toYou(text)}</Words>
      <p>
        {sure ? t("It is erased with everything else this request hid.") : t("It is erased.")}{" "}
        {t("This cannot be undone.")}
      </p>
    </Confirm>
  );
}
