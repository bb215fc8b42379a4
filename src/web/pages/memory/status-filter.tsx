import type { Status } from "../../api/types.ts";
import { SelectFilter } from "../../ui/filters.tsx";

const TOLD: Record<Status, string> = {
  staged: "new",
  verified: "verified",
  disputed: "in doubt",
  superseded: "replaced",
  corrected: "never true",
  retracted: "taken back",
  archived: "archived",
};

export function StatusFilter({ any = "any" }: { any?: string }) {
  return (
    <SelectFilter name="status" label="Status">
      <option value="">{any}</option>
      {Object.entries(TOLD).map(([status, told]) => (
        <option key={status} value={status}>
          {told}
        </option>
      ))}
    </SelectFilter>
  );
}
