import { z } from "zod";
import { SEPARATION_MIN } from "./calibrate.ts";
import type { ModelCalibration } from "./calibrated.ts";

/** The part of a calibration shown on pages and in /health. */
export const CalibrationSummary = z.object({
  model: z.string(),
  dimensions: z.int(),
  convention: z.string(),
  separation: z.number().describe("0 to 1; 0.5 is chance"),
  languages: z.array(z.string()).describe("in which it separates"),
});
type CalibrationSummary = z.infer<typeof CalibrationSummary>;

export function calibrationSummary(calibration: ModelCalibration): CalibrationSummary {
  const { model, dimensions, convention, separation, scales } = calibration;
  const languages = scales.map(({ language }) => language);
  return { model, dimensions, convention, separation: Math.round(separation * 1000) / 1000, languages };
}

/** A one-line description, including the reason for a rejection. */
export function describeCalibration(calibration: ModelCalibration): string {
  const { model, convention, separation, languages } = calibrationSummary(calibration);
  const figure = `of two sentences it finds the one that answers a question in ${separation.toFixed(2)} of cases`;
  if (languages.length === 0) {
    const least = SEPARATION_MIN.toFixed(2);
    return `${model} was refused: ${figure} (chance is 0.50), and in no language in ${least}; memories are found by their words alone`;
  }
  const prefixes = convention === "none" ? "no prefixes" : `prefixes ${convention}`;
  return `${model}, ${prefixes}: ${figure} (${languages.join(", ")})`;
}
