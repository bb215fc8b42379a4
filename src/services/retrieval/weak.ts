/** Share of evidence below which what was found hardly speaks of what is asked. */
const WEAK_BELOW = 0.34;

/** Whether what was found hardly speaks of what is asked. */
export function isWeak(results: readonly { components: Record<string, number> }[]): boolean {
  return (results[0]?.components.evidence ?? 0) < WEAK_BELOW;
}
