/** What each step of the belief ladder means to its owner. */
const MEANING: Record<string, string> = {
  staged: "new: heard, not checked yet",
  verified: "checked and believed",
  disputed: "waits for your decision",
  superseded: "was true until something newer was said",
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
