import { SelectFilter } from "../../ui/filters.tsx";
import { STATUS_WORDS } from "../../ui/status.tsx";
import { t } from "../../language/text.ts";

export function StatusFilter({ any = t("any") }: { any?: string }) {
  return (
    <SelectFilter name="status" label={t("Status")}>
      <option value="">{any}</option>
      {Object.entries(STATUS_WORDS).map(([status, word]) => (
        <option key={status} value={status}>
          {word}
        </option>
      ))}
    </SelectFilter>
  );
}
