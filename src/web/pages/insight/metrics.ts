/** A Prometheus sample. */
interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export type Metrics = Sample[];

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /\b(\w+)="([^"]*)"/g;

/** Counts since the process started. Null if they are switched off, or need a token the page does not have. */
export async function readMetrics(signal: AbortSignal): Promise<Metrics | "unavailable"> {
  const response = await fetch("metrics", { signal });
  if (!response.ok) return "unavailable";
  return (await response.text()).split("\n").flatMap((line) => {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = "", told = ""]) => [key, told] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

export const sumOf = (metrics: Metrics, name: string, labels: Record<string, string> = {}): number =>
  metrics.filter((one) => one.name === name && has(one, labels)).reduce((sum, { value }) => sum + value, 0);

/** Values of one label, in the order reported. */
export const valuesOf = (metrics: Metrics, name: string, label: string): string[] => [
  ...new Set(metrics.filter((one) => one.name === name).flatMap(({ labels }) => labels[label] ?? [])),
];

/** The bound below which this share of the times lies, as fine as the buckets are, seconds; null without any. */
export function quantileOf(
  metrics: Metrics,
  name: string,
  share: number,
  labels: Record<string, string> = {},
): number | null {
  const count = sumOf(metrics, `${name}_count`, labels);
  if (count === 0) return null;
  const buckets = metrics
    .filter((one) => one.name === `${name}_bucket` && has(one, labels))
    .map(({ labels: { le }, value }) => ({ bound: le === "+Inf" ? Infinity : Number(le), value }));
  return buckets.find(({ value }) => value >= share * count)?.bound ?? Infinity;
}

const has = ({ labels }: Sample, wanted: Record<string, string>): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);
