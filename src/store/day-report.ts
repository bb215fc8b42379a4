import { z } from "zod";
import type { DayReport } from "../domain/model/day.ts";

const count = z.number().min(0);
const share = z.number().min(0).nullable();
const counts = z.record(z.string(), count);

/** A report as stored in a file: unknown fields are refused, since dropping them would lose data. */
export const DayReportSchema = z.strictObject({
  date: z.iso.date(),
  from: z.string(),
  to: z.string(),
  madeAt: z.string(),
  complete: z.boolean(),
  sent: z.boolean(),
  turns: counts,
  extractions: z.strictObject({
    total: count,
    done: count,
    failed: count,
    malformed: count,
    validated: count,
    rejected: count,
    successRate: share,
  }),
  rejections: z.strictObject({ total: count, byStage: counts, byReason: counts }),
  hallucinationRate: share,
  suspicious: z.strictObject({ count, rate: share }),
  ensemble: z.strictObject({ agreed: count, disagreed: count, agreement: share }),
  validations: z.record(z.string(), counts),
  feedback: z.strictObject({ helpful: count, unhelpful: count, helpfulShare: share }),
  growth: z.strictObject({ episodes: count, facts: count, entities: count }),
  duplicateRate: share,
  modelTokens: z.strictObject({ prompt: count, completion: count, jobs: count }),
  graph: z.strictObject({ episodes: count, conversations: count, entities: counts, facts: counts }),
  topEntities: z.array(z.strictObject({ id: z.string(), mentions: count })),
  waiting: z.strictObject({ extraction: count, verification: count, disputed: count, reviews: counts }),
}) satisfies z.ZodType<DayReport>;
