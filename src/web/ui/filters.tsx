import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { route, replaceTo } from "../router.ts";
import { Button, Select, TextInput, type Options } from "./controls.tsx";
import { t } from "../language/text.ts";

const TYPING_MS = 200;

/** A filter in the URL: it survives a reload and the back button. */
export const filterOf = (name: string): string => route.value.query.get(name) ?? "";

export function setFilter(given: Record<string, string>): void {
  const { parts, query } = route.value;
  replaceTo(...parts, { ...Object.fromEntries(query), ...given });
}

/** The filters of a list; on a phone all but the first are behind a button. */
export function FilterBar({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class={isOpen ? "filters all" : "filters"} role="search">
      {children}
      <Button quiet small class="more-filters" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t("Fewer filters") : t("More filters")}
      </Button>
    </div>
  );
}

interface FilterProps {
  name: string;
  label: string;
}

interface TextInput {
  type?: "search" | "date";
  placeholder?: string;
  list?: string;
}

/** What is being entered, null while nothing is, and how it is; once that pauses, it is set. */
export function useEntered(pauseMs: number, set: (text: string) => void) {
  const [entered, enter] = useState<string | null>(null);
  useEffect(() => {
    if (entered === null) return;
    const waits = setTimeout(() => {
      set(entered);
      enter((now) => (now === entered ? null : now));
    }, pauseMs);
    return () => clearTimeout(waits);
  }, [entered]);
  return [entered, enter] as const;
}

export function TextFilter({ name, label, type = "search", ...input }: FilterProps & TextInput) {
  const [typed, setTyped] = useEntered(TYPING_MS, (text) => setFilter({ [name]: text }));
  return <TextInput label={label} type={type} {...input} value={typed ?? filterOf(name)} set={setTyped} />;
}

interface ChoiceFilterProps extends FilterProps {
  options: Options<string>;
  /** Chosen where the address names none. */
  usual?: string;
}

export function SelectFilter({ name, label, options, usual = "" }: ChoiceFilterProps) {
  return (
    <Select
      label={label}
      value={filterOf(name) || usual}
      options={options}
      set={(value) => setFilter({ [name]: value === usual ? "" : value })}
    />
  );
}

export interface Sort {
  /** The service's name for it. */
  by: string;
  /** The default order. */
  isDefault?: boolean;
  /** Names sort from A, everything else from the highest. */
  natural?: "asc" | "desc";
}

interface SortProps extends Sort {
  label: string;
  class: string;
}

/** The head of a column that sorts: once for the natural direction, again for the other. */
export function SortHead({ by, label, isDefault = false, natural = "desc", class: name }: SortProps) {
  const sort = filterOf("sort");
  const isSorted = sort === by || (isDefault && sort === "");
  const order = filterOf("order") || natural;
  const other = order === "asc" ? "desc" : "asc";
  const turn = (): void => setFilter({ sort: by, order: isSorted && other !== natural ? other : "" });
  return (
    <span
      role="columnheader"
      class={name}
      aria-sort={isSorted ? (order === "asc" ? "ascending" : "descending") : "none"}
    >
      <button type="button" class="sort" onClick={turn}>
        {label}
        <span aria-hidden="true">{isSorted ? (order === "asc" ? " ↑" : " ↓") : ""}</span>
      </button>
    </span>
  );
}
