import { z } from "zod";
import texts from "./calibration-texts.json" with { type: "json" };

/** A question, a sentence that answers it in other words, and one that shares its words or topic but does not answer it. */
const CalibrationText = z.object({ question: z.string(), answer: z.string(), distractor: z.string() });
export type CalibrationText = z.infer<typeof CalibrationText>;

/** By language. Written for this purpose: everyday sentences a user tells an assistant, and questions about them. */
export const CALIBRATION_TEXTS: ReadonlyMap<string, readonly CalibrationText[]> = new Map(
  Object.entries(z.record(z.string(), z.array(CalibrationText)).parse(texts)),
);
