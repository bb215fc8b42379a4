/** An option of commands whose output other programs may read. */
export const JSON_OPTION = { json: { type: "boolean", default: false } } as const;

/** A command's output: JSON if requested, else one line per item. */
export function print(isJson: boolean, answer: unknown, lines: readonly string[]): void {
  if (isJson) console.log(JSON.stringify(answer, null, 2));
  else for (const line of lines) console.log(line);
}
