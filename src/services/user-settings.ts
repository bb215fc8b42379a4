import { z } from "zod";
import { LearnedRankingSchema } from "./learning/ranking.ts";
import { templateProblem } from "../domain/grounding/external-ids.ts";
import { isTimeZone } from "../domain/model/local-day.ts";

/** They are at the start of every prompt. */
const INSTRUCTIONS_CHARS_MAX = 2_000;

const ID_TEMPLATES_MAX = 20;
/** The name of another system, in external ids. */
export const SystemName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, "must be a name of lowercase letters, digits, dots and hyphens");

const IdTemplateSchema = z.strictObject({
  system: SystemName,
  template: z.string().superRefine((template, check) => {
    const problem = templateProblem(template);
    if (problem !== null) check.addIssue(problem);
  }),
});

/** User settings, as accepted by the API and contained in a memory file. */
export const UserSettingsShape = {
  timeZone: z.string().max(60).refine(isTimeZone, "must be an IANA time zone such as Europe/Berlin"),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .nullable(),
  retentionDays: z.number().int().min(1).max(36_500).nullable(),
  archiveAfterDays: z.number().int().min(1).max(36_500).nullable(),
  quietHours: z
    .strictObject({ from: z.iso.time({ precision: -1 }), to: z.iso.time({ precision: -1 }) })
    .nullable(),
  recallRecipe: z.string().max(60).nullable(),
  instructions: z.string().trim().max(INSTRUCTIONS_CHARS_MAX).nullable(),
  temperature: z.number().min(0).max(2).nullable(),
  effort: z.enum(["low", "medium", "high"]).nullable(),
  reminders: z.boolean(),
  ranking: LearnedRankingSchema.nullable(),
  idTemplates: z.array(IdTemplateSchema).max(ID_TEMPLATES_MAX),
};
