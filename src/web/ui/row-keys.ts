const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
const ROW = "li, [role=row]";

const controlsOf = (row: Element | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>("a, button") ?? []),
];

/** In a list whose rows have one tab stop each: up and down to another row, left and right to its other controls. */
export function moveByArrows(event: KeyboardEvent): void {
  const [from, step] = [event.target as HTMLElement, STEPS[event.key]];
  const row = from.closest(ROW);
  if (step === undefined || row === null || !from.matches("a, button") || from.closest("dialog")) return;
  const rows = [...(event.currentTarget as HTMLElement).querySelectorAll(ROW)];
  const isToRow = event.key === "ArrowDown" || event.key === "ArrowUp";
  const [next] = isToRow
    ? controlsOf(rows[rows.indexOf(row) + step])
    : controlsOf(row).slice(Math.max(0, controlsOf(row).indexOf(from) + step));
  if (!next) return;
  event.preventDefault();
  next.focus();
}
