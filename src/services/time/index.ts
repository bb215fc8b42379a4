export { otherLanguageOf, parseTimes } from "./parse-times.ts";
export { resolvePoint } from "./resolve-point.ts";
export { type Preference, type TimeMention, type TimeOptions } from "./types.ts";
