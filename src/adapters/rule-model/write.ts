import { fold } from "../../language/text.ts";
import { alternative } from "./forms.ts";
import { GRAMMARS } from "./languages/index.ts";
import { isUser } from "./phrases.ts";
import { rewritten, type Statement } from "./read.ts";

/**
 * A statement as one plain sentence of its language: as it stands in memory, or as it is said to the user.
 * `speaker`: who "I" is, when not the user.
 */
export function write(statement: Statement, to: "memory" | "user", speaker: string | null = null): string {
  const { language, object, form } = statement;
  const { kin, name } = statement.subject;
  const grammar = GRAMMARS[language];
  const person = isUser(statement.subject) && to === "user" ? 1 : 2;
  const templates = name === null ? grammar.kin : grammar.named;
  const template = templates[to === "user" ? 2 : speaker === null ? 0 : 1];
  const isFeminine = new RegExp(`^(?:${grammar.feminine})$`).test(fold(kin ?? ""));
  const who = alternative(kin === null ? "{name}" : template, isFeminine ? 1 : 0)
    .replace("{kin}", kin ?? "")
    .replace("{name}", name ?? "")
    .replace("{owner}", speaker ?? "");
  const self = speaker === null ? grammar.user[person] : `${speaker} `;
  const said = alternative(form.written, person)
    .replace("{s}", () => (isUser(statement.subject) ? self : `${who} `))
    .replace("{o}", () => object.said);
  const sentence = rewritten(said, grammar.contract);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
