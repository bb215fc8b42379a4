import type { Suite } from "./suite.ts";

/** Every suite, loaded when asked for. */
export const SUITES: Record<string, () => Promise<Suite>> = {
  lives: async () => (await import("./lives/suite.ts")).lives,
  told: async () => (await import("./told/suite.ts")).told,
  adaptive: async () => (await import("./adaptive/suite.ts")).adaptive,
  proposals: async () => (await import("./proposals/suite.ts")).proposals,
  votes: async () => (await import("./votes/suite.ts")).votes,
  beam: async () => (await import("./retrieval/beam.ts")).beam,
  locomo: async () => (await import("./retrieval/locomo.ts")).locomo,
  facts_locomo: async () => (await import("./grounding/facts-locomo.ts")).factsLocomo,
  graphiti_recorded: async () => (await import("./grounding/graphiti-recorded.ts")).graphitiRecorded,
  contradiction_beam: async () => (await import("./contradiction/contradiction-beam.ts")).contradictionBeam,
  temporal_locomo: async () => (await import("./temporal/temporal-locomo.ts")).temporalLocomo,
  answers: async () => (await import("./answers/suite.ts")).answers,
  facts_begin: async () => (await import("./grounding/facts-begin.ts")).factsBegin,
  facts_faceval: async () => (await import("./grounding/facts-faceval.ts")).factsFaceval,
  facts_dialogre: async () => (await import("./grounding/facts-dialogre.ts")).factsDialogre,
  simulate: async () => (await import("./simulate/suite.ts")).simulate,
  nicknames: async () => (await import("./identity/nicknames.ts")).nicknames,
  recorded_locomo: async () => (await import("./grounding/recorded-locomo.ts")).recordedLocomo,
};
