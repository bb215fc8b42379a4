import type { PlainSentences } from "../../language/index.ts";
import type { Form } from "./forms.ts";
import type { Subject } from "./phrases.ts";

/** The clause as memory says it: of "the user" instead of "I". */
export function sentenceOf(
  { relation, verbs }: Form,
  { subject, who, o, said }: { subject: Subject; who: string | undefined; o: string; said: string },
  { i, user, ofUser, called }: PlainSentences,
): string {
  const { kin, my, name } = subject;
  const own = kin === null ? null : ofUser(name === null ? kin : `${kin} ${name}`, my);
  if (relation === "name") return `${own ?? user("")} ${called} ${o}`;
  if (who !== undefined) return `${own ?? name}${said.slice(who.length)}`;
  const body = said.replace(new RegExp(`^${i}`, "iu"), "");
  const asWord = (verb: string): RegExp => new RegExp(`(?<!\\p{L})${verb}(?!\\p{L})`, "iu");
  const [first, third] = verbs.find(([verb]) => asWord(verb).test(body)) ?? ["", ""];
  const spoken = body.replace(asWord(first), third);
  const told = spoken.charAt(0).toLowerCase() + spoken.slice(1);
  return `${user(told)} ${told}`;
}
