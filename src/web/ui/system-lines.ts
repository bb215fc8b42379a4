type OfSystem<Part extends string> = Record<"system" | Part, string>;

/** What names a system and a part of it, edited as lines such as "jira ENG-{digits}". */
export const toLines = <Part extends string>(ones: readonly OfSystem<Part>[], part: Part): string =>
  ones.map((one) => `${one.system} ${one[part]}`).join("\n");

/** A line without a second word keeps an empty part, which the service refuses by name. */
export function fromLines<Part extends string>(lines: string, part: Part): OfSystem<Part>[] {
  return lines.split("\n").flatMap((line) => {
    const [system = "", ...rest] = line.trim().split(/\s/u);
    return system === "" ? [] : ({ system, [part]: rest.join(" ").trim() } as OfSystem<Part>);
  });
}
