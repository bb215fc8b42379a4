import { z } from "zod";
import { nicknameGivenBy } from "../../domain/belief/given-names.ts";
import { relate, sameObject, validFrom, wasOver } from "../../domain/belief/consistency.ts";
import { superseding } from "../../domain/belief/superseding.ts";
import { type Entity, newEntity } from "../../domain/model/entity.ts";
import { newFact, type Fact, type Polarity } from "../../domain/model/fact.ts";
import type { FactPatch, Mutation } from "../../domain/model/mutation.ts";
import { BELIEVED_STATUSES, CURRENT_STATUSES, HISTORICAL_STATUSES } from "../../domain/model/status.ts";
import { normalisePredicate } from "../../domain/belief/predicate.ts";
import { SELF_NAME, type FactProposal } from "../../domain/model/proposal.ts";
import { objectAfter } from "../../language/object-after.ts";
import { bareName, findAllWords, foldName, words } from "../../language/text.ts";
import { dayBounds, localDate } from "../../domain/model/local-day.ts";
import type { Instant, TimePoint } from "../../domain/model/time.ts";
import { resolvePoint } from "../time/index.ts";
import { onlyBearer } from "../named-entity.ts";
import { invalidField, notFound } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Needs } from "../kernel.ts";
import { rootEntity } from "./merge.ts";
import { factsOfSubjects } from "../facts-of.ts";

export type ReviewDeps = Needs<"clock" | "newId">;

export interface StatedFact extends Pick<
  FactProposal,
  "subject" | "predicate" | "object" | "objectKind" | "polarity" | "text"
> {
  validAt: Instant | null;
  invalidAt: Instant | null;
}

/** The owner states a fact by hand: verified at once, closing what it replaces by the usual rules. */
export async function stateFact(deps: ReviewDeps, user: UserStore, stated: StatedFact): Promise<Fact> {
  const predicate = normalisePredicate(stated.predicate);
  if (predicate === "") throw invalidField("predicate", "must contain a letter or digit");
  const mutations: Mutation[] = [];
  const ends = await namedEnds(deps, user, stated, "", mutations);
  const now = deps.clock.now();
  const { timeZone } = await user.settings();
  const fact = newFact({
    id: deps.newId(),
    predicate,
    ...ends,
    polarity: stated.polarity,
    text: stated.text,
    confidence: 1,
    validAt: beginning(stated.validAt, timeZone),
    invalidAt: point(stated.invalidAt, timeZone),
    createdAt: now,
    status: "verified",
  });
  const integrated = await integrateStatedFact(user, fact, now);
  await user.apply({
    actor: "user",
    reason: integrated.known ? "confirmed" : "stated",
    whole: true,
    mutations: integrated.known ? integrated.mutations : [...mutations, ...integrated.mutations],
  });
  return (await user.fact(integrated.factId)) ?? fact;
}

export interface StatedFactPlan {
  factId: string;
  /** The fact was already known: it is confirmed and gains the evidence. */
  known: boolean;
  mutations: Mutation[];
}

/** Makes an owner's statement believed: facts it contradicts are closed by the usual rules. */
export async function integrateStatedFact(
  user: UserStore,
  fact: Fact,
  now: Instant,
): Promise<StatedFactPlan> {
  const believed = await factsOfSubjects(user, [fact.subjectId], HISTORICAL_STATUSES, BELIEVED_MAX);
  // Without dates it is so now, again if that was over.
  const isNow = fact.validAt === null && fact.invalidAt === null;
  const isPast = (other: Fact): boolean => isNow && sameObject(fact, other) && wasOver(other, fact);
  const known = believed.filter((other) => other.status === "superseded" || !isPast(other));
  const relation = relate(fact, known);
  if (relation.kind === "duplicate") {
    const { id } = relation.of;
    const evidence: Mutation[] =
      fact.evidence.length === 0 ? [] : [{ op: "fact.evidence", id, evidence: fact.evidence }];
    const set = { status: "verified", confidence: 1, ...datesTold(fact, relation.of) } as const;
    const confirmed: Mutation = { op: "fact.patch", id, set };
    return { factId: id, known: true, mutations: [...evidence, confirmed, ...(await nickname(user, fact))] };
  }
  if (relation.kind === "retraction") return retractionPlan(fact, relation.closes, now);
  const closes =
    "closes" in relation ? relation.closes : relation.kind === "contradiction" ? relation.with : [];
  const late = relation.kind === "late" ? superseding(fact, relation.at, now) : {};
  const put: Mutation = { op: "fact.put", fact: { ...fact, ...late, supersedes: closes[0]?.id ?? null } };
  const closings = closes.map((old) => closing(old, validFrom(fact), now));
  const named = relation.kind === "late" ? [] : await nickname(user, fact);
  return { factId: fact.id, known: false, mutations: [...closings, put, ...named] };
}

/** The owner's dates replace the known ones, unless it would end before it begins. */
function datesTold({ validAt, invalidAt }: Fact, known: Fact): Pick<FactPatch, "validAt" | "invalidAt"> {
  const [from, until] = [validAt ?? known.validAt, invalidAt ?? known.invalidAt];
  if (from !== null && until !== null && from.at >= until.at) return {};
  return { ...(validAt && { validAt }), ...(invalidAt && { invalidAt }) };
}

/** Once the owner confirms another name, it becomes an alias. */
export async function nickname(user: UserStore, fact: Fact): Promise<Mutation[]> {
  const subject = await user.entity(fact.subjectId);
  return subject === null ? [] : nicknameGivenBy(fact, subject);
}

function retractionPlan(fact: Fact, closes: Fact[], now: Instant): StatedFactPlan {
  const set = { status: "retracted" as const, expiredAt: now };
  const closings = closes.map(({ id }): Mutation => ({ op: "fact.patch", id, set }));
  const put: Mutation = { op: "fact.put", fact: { ...fact, ...set } };
  return { factId: fact.id, known: false, mutations: [...closings, put] };
}

/** Facts of one subject compared with a new one. */
const BELIEVED_MAX = 5000;

/** A fact whose end would be before its start was never true. */
export function closing(old: Fact, at: TimePoint, now: Instant): Mutation {
  const { id, validAt } = old;
  if (validAt !== null && at.at <= validAt.at)
    return { op: "fact.patch", id, set: { status: "corrected", expiredAt: now } };
  return { op: "fact.patch", id, set: superseding(old, at, now) };
}

/** A day begins in the user's time zone; a date without a time arrives as midnight in UTC. */
function point(at: Instant | null, timeZone: string): TimePoint | null {
  if (at === null) return null;
  return { at: resolvePoint(at, { reference: at, timeZone })?.at ?? at, precision: "day" };
}

/** The whole day: in another time zone it would else be taken for a midnight of that one. */
function beginning(given: Instant | null, timeZone: string): TimePoint | null {
  const day = point(given, timeZone);
  return day && { ...day, at: dayBounds(localDate(day.at, timeZone), timeZone).from };
}

const Id = z.uuidv7();

/**
 * The entity with this name or id; if there is none, a new one, created by `mutations`. If several share the name,
 * throws `invalid_request` listing them.
 */
async function entityNamed(
  deps: ReviewDeps,
  user: UserStore,
  { field, name }: { field: string; name: string },
  mutations: Mutation[],
): Promise<Entity> {
  if (foldName(name) === SELF_NAME) return user.self();
  const known =
    (await rootEntity(user, name)) ??
    (await onlyBearer(user, field, [name])) ??
    (await onlyBearer(user, field, [bareName(name)]));
  if (known) return known;
  // Of something forgotten meanwhile, or a slip: nothing is named like that.
  if (Id.safeParse(name).success) throw invalidField(field, "is the id of nothing that is known");
  const entity = newEntity({
    id: deps.newId(),
    name,
    createdAt: deps.clock.now(),
    confidence: 1,
    status: "verified",
  });
  mutations.push({ op: "entity.put", entity });
  return entity;
}

/** The ends of a statement, by their names. `path`: of its fields, in an error. */
export async function namedEnds(
  deps: ReviewDeps,
  user: UserStore,
  { subject, object, objectKind }: Pick<FactProposal, "subject" | "object"> & Partial<FactProposal>,
  path: string,
  mutations: Mutation[],
): Promise<Pick<Fact, "subjectId" | "objectId" | "value">> {
  const named = async (field: string, name: string): Promise<string> =>
    (await entityNamed(deps, user, { field: `${path}${field}`, name }, mutations)).id;
  const subjectId = await named("subject", subject);
  if (objectKind !== "entity") return { subjectId, objectId: null, value: object };
  return { subjectId, objectId: await named("object", object), value: null };
}

export interface FactCorrection {
  predicate?: string | undefined;
  object?: string | undefined;
  polarity?: Polarity | undefined;
  text?: string | undefined;
  validAt?: Instant | null | undefined;
  invalidAt?: Instant | null | undefined;
  status?: Fact["status"] | undefined;
}

async function objectOf(user: UserStore, { objectId, value }: Fact): Promise<string> {
  return (objectId === null ? value : (await user.entity(objectId))?.name) ?? "";
}

/** The object that a new sentence names in place of the old one; undefined if that is still there, or more was edited. */
async function objectIn(user: UserStore, fact: Fact, text: string): Promise<string | undefined> {
  const old = await objectOf(user, fact);
  return text.includes(old) ? undefined : (objectAfter(fact.text, text, old) ?? undefined);
}

/** The sentence with the old object replaced by the new one, so that no line of memory contradicts its own fact. */
async function reworded(user: UserStore, fact: Fact, object: string): Promise<string> {
  const [span] = findAllWords(fact.text, words(await objectOf(user, fact)));
  if (span) return `${fact.text.slice(0, span.start)}${object}${fact.text.slice(span.end)}`;
  const subject = await user.entity(fact.subjectId);
  return `${subject?.name ?? SELF_NAME} ${fact.predicate.toLowerCase().replaceAll("_", " ")} ${object}.`;
}

/** Half-open: a fact that ends when it begins never held. */
function checkInterval(
  begin: TimePoint | null,
  end: TimePoint | null,
  { validAt, invalidAt }: FactCorrection,
): void {
  if ((validAt === undefined && invalidAt === undefined) || !begin || !end || begin.at < end.at) return;
  if (invalidAt !== undefined) throw invalidField("invalidAt", "must be later than validAt");
  throw invalidField("validAt", "must be earlier than invalidAt");
}

/** A fact that was never true ended nothing: what it replaced holds on, unless something else has replaced it too. */
export async function reinstated(user: UserStore, fact: Fact): Promise<Mutation[]> {
  if (fact.supersedes === null || !BELIEVED_STATUSES.includes(fact.status)) return [];
  const old = await user.fact(fact.supersedes);
  if (old?.status !== "superseded" || old.invalidAt?.at !== validFrom(fact).at) return [];
  const believed = await factsOfSubjects(user, [fact.subjectId], BELIEVED_STATUSES, BELIEVED_MAX);
  if (believed.some(({ id, supersedes }) => id !== fact.id && supersedes === old.id)) return [];
  const set = { status: "verified", expiredAt: null, invalidAt: null } as const;
  return [{ op: "fact.patch", id: old.id, set }];
}

/** The owner corrects a fact in place; the previous state is in the change log and can be restored. */
export async function correctFact(
  deps: ReviewDeps,
  user: UserStore,
  id: string,
  correction: FactCorrection,
  runId?: string,
): Promise<Fact> {
  const fact = await user.fact(id);
  if (!fact) throw notFound("fact");
  const mutations: Mutation[] = [];
  const isOver = fact.status === "superseded" && correction.invalidAt !== null;
  const status = correction.status ?? (isOver ? "superseded" : "verified");
  const expiredAt = CURRENT_STATUSES.includes(status) ? null : (fact.expiredAt ?? deps.clock.now());
  const set: FactPatch = { confidence: 1, status, expiredAt };
  const { timeZone } = await user.settings();
  if (correction.text !== undefined) set.text = correction.text;
  if (correction.polarity !== undefined) set.polarity = correction.polarity;
  if (correction.validAt !== undefined) set.validAt = beginning(correction.validAt, timeZone);
  if (correction.invalidAt !== undefined) set.invalidAt = point(correction.invalidAt, timeZone);
  checkInterval(
    set.validAt === undefined ? fact.validAt : set.validAt,
    set.invalidAt === undefined ? fact.invalidAt : set.invalidAt,
    correction,
  );
  if (correction.predicate !== undefined) {
    set.predicate = normalisePredicate(correction.predicate);
    if (set.predicate === "") throw invalidField("predicate", "must contain a letter or digit");
  }
  const name = correction.object ?? (correction.text && (await objectIn(user, fact, correction.text)));
  if (name !== undefined) {
    const object =
      fact.objectId === null ? null : await entityNamed(deps, user, { field: "object", name }, mutations);
    set.objectId = object?.id ?? null;
    set.value = object ? null : name;
    set.text ??= await reworded(user, fact, name);
  }
  await user.apply({
    actor: "user",
    reason: "corrected",
    runId,
    mutations: [
      ...mutations,
      { op: "fact.patch", id, set },
      ...(status === "corrected" ? await reinstated(user, fact) : []),
      ...(set.status === "verified" ? await nickname(user, { ...fact, ...set }) : []),
    ],
  });
  return (await user.fact(id)) ?? fact;
}
