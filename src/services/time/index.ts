export { guessLanguage, languageOf } from "./language.ts";
export { parseTimes } from "./parse-times.ts";
export { resolvePoint } from "./resolve-point.ts";
export { LANGUAGES, type Language, type Preference, type TimeMention, type TimeOptions } from "./types.ts";
