/** An option of commands whose answer other programs may read. */
export const JSON_OPTION = { json: { type: "boolean", default: false } } as const;

/** The answer of a command: JSON where it is asked for, else one line for each thing in it. */
export function print(isJson: boolean, answer: unknown, lines: readonly string[]): void {
  if (isJson) console.log(JSON.stringify(answer, null, 2));
  else for (const line of lines) console.log(line);
}
