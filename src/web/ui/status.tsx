import type { Status } from "#client";

/** Each step of belief in a word, everywhere the same. */
export const STATUS_WORDS: Record<Status, string> = {
  staged: "new",
  verified: "verified",
  disputed: "in doubt",
  superseded: "replaced",
  corrected: "not true",
  retracted: "taken back",
  archived: "archived",
};

const MEANING: Record<Status, string> = {
  staged: "noted, not checked yet",
  verified: "checked and believed",
  disputed: "waits for your decision",
  superseded: "was true until you said something newer",
  corrected: "was never true",
  retracted: "you took it back",
  archived: "kept, but not recalled",
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <span class={`badge ${status}`} title={MEANING[status as Status]}>
      {STATUS_WORDS[status as Status] ?? status}
    </span>
  );
}
