import { STATUSES } from "../../../domain/status.ts";
import { SelectFilter } from "../../ui/filters.tsx";

const TOLD: Partial<Record<(typeof STATUSES)[number], string>> = {
  staged: "new, not checked",
  disputed: "in doubt",
  superseded: "replaced",
  corrected: "never true",
  retracted: "taken back",
};

export function StatusFilter({ any = "any" }: { any?: string }) {
  return (
    <SelectFilter name="status" label="Status">
      <option value="">{any}</option>
      {STATUSES.map((status) => (
        <option key={status} value={status}>
          {TOLD[status] ?? status}
        </option>
      ))}
    </SelectFilter>
  );
}
