import type { Status } from "#client";
import { t } from "../language/text.ts";

/** Each step of belief in a word, everywhere the same. */
export const STATUS_WORDS: Record<Status, string> = {
  staged: t("new"),
  verified: t("verified"),
  disputed: t("in doubt"),
  superseded: t("replaced"),
  corrected: t("not true"),
  retracted: t("taken back"),
  archived: t("archived"),
};

const MEANING: Record<Status, string> = {
  staged: t("noted, not checked yet"),
  verified: t("checked and believed"),
  disputed: t("waits for your decision"),
  superseded: t("was true until you said something newer"),
  corrected: t("was never true"),
  retracted: t("you took it back"),
  archived: t("kept, but not recalled"),
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <span class={`badge ${status}`} title={MEANING[status as Status]}>
      {STATUS_WORDS[status as Status] ?? status}
    </span>
  );
}
