/** What each step of the belief ladder means to its owner. */
const MEANING: Record<string, string> = {
  staged: "new: noted, not checked yet",
  verified: "checked and believed",
  disputed: "in doubt: waits for your decision",
  superseded: "was true until you said something newer",
  corrected: "was never true",
  retracted: "you took it back",
  archived: "kept, but not recalled",
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <span class={`badge ${status}`} title={MEANING[status]}>
      {status === "staged" ? "new" : status}
    </span>
  );
}
