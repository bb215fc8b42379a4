import { percentOf } from "../../ui/format.ts";

/** The share of a part in a whole. */
export function Meter({ label, part, of }: { label: string; part: number; of: number }) {
  const share = part / Math.max(1, of);
  return (
    <>
      <meter min={0} max={1} value={share} aria-label={label} /> {percentOf(share)}
    </>
  );
}
