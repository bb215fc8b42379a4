import { PACKS } from "../../language/index.ts";
import { GRAMMARS, perLanguage, type RuleLanguage } from "./languages/index.ts";

/** What times look like in a language, by the rules of its pack: "since May 2019", "three years ago", "on Fridays". */
function timesOf(language: RuleLanguage): RegExp {
  const { times, questions } = PACKS[language];
  const { on, now } = GRAMMARS[language];
  const { units, months, weekdays, seasons, numbers } = times;
  const anyOf = (record: object): string => Object.keys(record).join("|");
  const macros: Record<string, object> = {
    unit: units,
    month: months,
    weekday: weekdays,
    season: seasons,
    x: { ...units, ...months, ...weekdays, ...seasons },
    n: { ...numbers, "\\d+": 0 },
    year: { "(?:19|20)\\d\\d": 0 },
    day: { "\\d{1,2}": 0 },
  };
  const before = [questions.since, times.beforeMonth, times.beforeSeason, times.beforeYear, times.early, on];
  const dated = [...times.date, ...times.monthYear, ...times.seasonYear];
  const points = [...dated, "{month}", "{season}", "{weekday}s?", "{year}", "{n} {unit}"].join("|");
  const alone = [...times.ago, ...times.last, ...times.this, ...times.recent, anyOf(times.days), now];
  const source = `(?:(?:${before.join("|")}) ){1,2}(?:${points})|${alone.join("|")}`;
  const filled = source.replace(/\{([a-z]\w*)\}/g, (_, name: string) => `(?:${anyOf(macros[name] ?? {})})`);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${filled})(?![\\p{L}\\p{N}])`, "giu");
}

const TIMES = perLanguage(timesOf);
const NOW = perLanguage((language) => new RegExp(`^(?:${GRAMMARS[language].now})$`, "iu"));

/** Stands where a sentence began with a time: in German its verb then stands before its subject. */
export const TIME = "\u0001";

/** A sentence without its times, and whether one of them tells that it is new. */
export function withoutTimes(text: string, language: RuleLanguage): { text: string; isNew: boolean } {
  const times = text.match(TIMES[language]) ?? [];
  const rest = text
    .replace(TIMES[language], TIME)
    .replace(new RegExp(`(?<!^),? *${TIME}|(?<=^${TIME}),`, "g"), "");
  return { text: rest.trim(), isNew: times.some((time) => NOW[language].test(time)) };
}
