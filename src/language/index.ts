export { guessLanguage, isRead, languageOf } from "./detect.ts";
export type {
  IntentKind,
  IntentWords,
  LanguagePack,
  Phrases,
  PlainSentences,
  Scope,
  Season,
  TimeWords,
  Unit,
} from "./pack.ts";
export { eachPack, LANGUAGES, PACKS, anySource, everyRow, everyWord, type Language } from "./packs.ts";
