import type { Config } from "./config.ts";

type Environment = Record<string, string | undefined>;

/** Settings that a person may know from elsewhere, and what decides instead. */
const UNKNOWN: Record<string, string> = {
  FACT_VERIFICATION_ENABLED:
    "nothing is believed unverified; ENSEMBLE_VOTING_ENABLED and WEB_SEARCH_ENABLED choose how it is verified",
  EXTRACTION_LAYOUT: "extraction has a prompt of its own",
  VECTOR_CANDIDATES_MIN: "each recipe has a quota for its vector lane (vector in quotas)",
  VECTOR_CANDIDATES_MAX: "each recipe has a quota for its vector lane (vector in quotas)",
  VECTOR_CANDIDATES_RATIO: "each recipe has a quota for its vector lane (vector in quotas)",
  EMBEDDING_DIM: "vectors are as long as EMBEDDINGS_URL makes them",
  EMBEDDING_MODEL_VERSION: "another model is noticed by its name and its vectors; see re-embed",
};

const LANDMARK = [
  "WEIGHT_SIMILARITY",
  "WEIGHT_IMPORTANCE",
  "WEIGHT_RECENCY",
  "RECENCY_HALF_LIFE",
  "IMPORTANCE_FLOOR",
] as const;

/** Lines about settings that were given and change nothing as things are; empty when each works. */
export function ineffective(config: Config, env: Environment): string[] {
  const isGiven = (name: string): boolean => (env[name] ?? "").trim() !== "";
  const lines = Object.entries(UNKNOWN)
    .filter(([name]) => isGiven(name))
    .map(([name, why]) => `${name} has no effect: ${why}`);
  const weights = LANDMARK.filter(isGiven);
  if (weights.length > 0 && config.RECALL_RECIPE !== "landmark")
    lines.push(
      `${weights.join(", ")}: in chat only with RECALL_RECIPE=landmark (it is ${config.RECALL_RECIPE}), or where a user chose it`,
    );
  if (config.RECALL_RECIPE === "cross_encoder" && config.RERANK_URL === undefined)
    lines.push("RECALL_RECIPE=cross_encoder is as default: there is no RERANK_URL");
  return lines;
}
