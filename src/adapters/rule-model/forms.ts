import { eachPack, everyWord } from "../../language/index.ts";
import type { Told } from "./languages/grammar.ts";
import { GRAMMARS, perLanguage, type RuleLanguage } from "./languages/index.ts";
import { relationOf, type Row } from "./relations.ts";
import { TIME } from "./times.ts";

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

export const AND = eachPack(({ times }) => times.and).join("|");
const DENIALS = [...everyWord(({ words }) => words.denials)].join("|");
/** "In Lille, not in Lyon" denies what it replaces alone. */
const CONTRAST = `(?<not>, (?:(?:${AND}) )?(?:${DENIALS}) [^,]+)?`;

/** A template with one of its alternatives: [first/second/third person], [masculine/feminine]. */
export const alternative = (template: string, at: number): string =>
  template.replace(/\[([^\]]*)\]/g, (_, forms: string) => forms.split("/")[at] ?? "");

function compile(source: string): RegExp {
  const filled = source
    .replace("{T}", `${TIME} `)
    .replace("{who}", "(?<who>\\S+(?: \\S+){0,5}?)")
    .replace("{kin}", "(?<kin>\\S+)")
    .replace("{o}", "(?<o>\\S.*?)");
  return new RegExp(`^(?:${TIME} )?${filled}${CONTRAST}$`, "iu");
}

/** Lines of a table, each with its row. */
const lines = (table: string): [row: Row, said: string][] =>
  Array.from(table.matchAll(/^ *(\w+): (.*)$/gm), ([, row, said]) => [row as Row, said ?? ""]);

function formsOf(language: RuleLanguage): Form[] {
  const { clauses, sentences, user } = GRAMMARS[language];
  const spoken = clauses.flatMap(({ verbs, ...kinds }) =>
    lines(verbs).flatMap(([row, said]) =>
      Object.entries({ positive: "{s}{v} {x}", ...kinds }).flatMap(([told, templates]) =>
        said.split(" | ").map((one): Form => {
          const [, verb = "", rest = ""] = /^(\[[^\]]*\]) (.*)$/.exec(one) ?? [];
          const filled = templates
            .replaceAll("{v}", verb)
            .replaceAll("{b}", alternative(verb, 0))
            .replaceAll("{x}", rest)
            .split(" | ");
          const patterns = filled.flatMap((template) => [
            compile(alternative(template, 0).replace("{s}", user[0])),
            compile(alternative(template, 2).replace("{s}", "{who} ")),
          ]);
          return { row, told: told as Told, patterns, written: filled[0] ?? "", verb, rest };
        }),
      ),
    ),
  );
  const whole = lines(sentences).map(([row, said]): Form => {
    const written = spoken.find((form) => form.row === row)?.written ?? "";
    return { row, told: "positive", patterns: [compile(said)], written, verb: "", rest: "" };
  });
  return [...spoken, ...whole].filter(({ row, told }) => told === "positive" || !relationOf(row).isChange);
}

/** Every form of every language, compiled once. */
export const FORMS = perLanguage(formsOf);
