import { GRAMMARS, perLanguage, type RuleLanguage } from "./languages/index.ts";
import { relationOf, type Row } from "./relations.ts";
import { TIME } from "./times.ts";

/** How a statement is told: it holds, it does not, or it no longer does. */
const TOLD = ["positive", "negative", "ended"] as const;
export type Told = (typeof TOLD)[number];

/** One way to say a relation: what reads it, of the user and of somebody else, and the template that writes it. */
export interface Form {
  row: Row;
  told: Told;
  patterns: RegExp[];
  written: string;
  /** "[live/live/lives]" and "in {o}"; empty of a whole sentence. */
  verb: string;
  rest: string;
}

/** A template with one of its alternatives: [first/second/third person], [masculine/feminine]. */
export const alternative = (template: string, at: number): string =>
  template.replace(/\[([^\]]*)\]/g, (_, forms: string) => forms.split("/")[at] ?? "");

function compile(source: string): RegExp {
  const filled = source
    .replace("{T}", `${TIME} `)
    .replace("{who}", "(?<who>\\S+(?: \\S+){0,5}?)")
    .replace("{kin}", "(?<kin>\\S+)")
    .replace("{o}", "(?<o>\\S.*?)");
  return new RegExp(`^(?:${TIME} )?${filled}$`, "i");
}

/** Lines of a table: `kind row: what is said`, the kind where there are several. */
const lines = (table: string): [kind: string, row: Row, said: string][] =>
  Array.from(table.matchAll(/^ *(?:(\w+) )?(\w+): (.*)$/gm), ([, kind = "", row, said = ""]) => [
    kind,
    row as Row,
    said,
  ]);

function formsOf(language: RuleLanguage): Form[] {
  const { clauses, verbs, sentences, user } = GRAMMARS[language];
  const spoken = lines(verbs).flatMap(([kind, row, said]) =>
    (clauses[kind] ?? []).flatMap((templates = "", at) =>
      said.split(" | ").map((one): Form => {
        const [, verb = "", rest = ""] = /^(\[[^\]]*\]) (.*)$/.exec(one) ?? [];
        const parts: Record<string, string> = { v: verb, b: alternative(verb, 0), x: rest };
        const filled = templates.replace(/\{([vbx])\}/g, (_, part: string) => parts[part] ?? "").split(" | ");
        const patterns = filled.flatMap((template) => [
          compile(alternative(template, 0).replace("{s}", user[0])),
          compile(alternative(template, 2).replace("{s}", "{who} ")),
        ]);
        return { row, told: TOLD[at] ?? "positive", patterns, written: filled[0] ?? "", verb, rest };
      }),
    ),
  );
  const whole = lines(sentences).map(([, row, said]): Form => {
    const written = spoken.find((form) => form.row === row)?.written ?? "";
    return { row, told: "positive", patterns: [compile(said)], written, verb: "", rest: "" };
  });
  return [...spoken, ...whole].filter(({ row, told }) => told === "positive" || !relationOf(row).isChange);
}

/** Every form of every language, compiled once. */
export const FORMS = perLanguage(formsOf);
