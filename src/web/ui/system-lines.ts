/** Pairs of a system and a text, edited as lines such as "jira ENG-{digits}". */
export function toLines(pairs: readonly (readonly [system: string, text: string])[]): string {
  return pairs.map((pair) => pair.join(" ")).join("\n");
}

/** A line without a second word keeps an empty one, which the service refuses by name. */
export function fromLines(lines: string): [system: string, text: string][] {
  return lines.split("\n").flatMap((line): [string, string][] => {
    const [system = "", ...rest] = line.trim().split(/\s/u);
    return system === "" ? [] : [[system, rest.join(" ").trim()]];
  });
}
