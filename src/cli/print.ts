/** An option of commands whose output other programs may read. */
export const JSON_OPTION = { json: { type: "boolean", default: false } } as const;

/** Words of others, without the control characters by which they would act on the terminal: on its clipboard, on what it showed. */
export const harmless = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, "");

export const tell = (text: string): void => console.log(harmless(text));

/** A command's output: JSON if requested, else one line per item. */
export function print(isJson: boolean, answer: unknown, lines: readonly string[]): void {
  if (isJson) console.log(JSON.stringify(answer, null, 2));
  else for (const line of lines) tell(line);
}
