import type { Fact } from "./fact.ts";
import { predicateFamily } from "./predicate.ts";

/**
 * Statements that end what is believed under another predicate: who sold the car owns none, a dog that died is
 * nobody's pet any more, and with the child the pregnancy is over. `of` tells whose facts end: of the same two (or the
 * same words), of the same subject whatever the object, or those whose object the subject is.
 */
interface Ending {
  told: RegExp;
  ends: RegExp;
  of: "same pair" | "subject" | "object";
}

const ENDINGS: readonly Ending[] = [
  {
    told: /^(?:DIED|DEAD|DEATH|DECEASED|IS_DEAD|PASSED_AWAY|PUT_DOWN|PUT_TO_SLEEP)(?:_|$)/,
    ends: /^(?:HAS_PET|OWNS|RIDES|WALKS|FEEDS|HAS_(?:HORSE|COW|BULL|HEN|RABBIT|BIRD|FISH|HAMSTER|TORTOISE|PARROT))$/,
    of: "object",
  },
  {
    told: /^(?:SOLD|GAVE_AWAY|LOST|SCRAPPED|RETURNED|GOT_RID_OF|NO_LONGER_OWNS)$/,
    ends: /^(?:OWNS|DRIVES|HAS_PET|RIDES|RENTS)$/,
    of: "same pair",
  },
  {
    told: /^(?:QUIT|QUIT_JOB|RESIGNED|RESIGNED_FROM|LEFT|LEFT_JOB|FIRED_FROM|RETIRED_FROM|LAID_OFF_FROM)$/,
    ends: /^(?:WORKS_AT|STUDIES_AT|MEMBER_OF|VOLUNTEERS_AT|PLAYS_IN|SINGS_IN)$/,
    of: "same pair",
  },
  {
    told: /^(?:QUIT|STOPPED|GAVE_UP|NO_LONGER|DROPPED|CANCELLED|CANCELED)(?:_(?!JOB)\w+)?$/,
    ends: /^(?:HOBBY|LEARNS|TAKES_MEDICATION|EATS|LIKES|SMOKES|DRINKS|USES|READS|SUBSCRIBES_TO|PLANS)$/,
    of: "same pair",
  },
  {
    told: /^(?:BROKE_UP_WITH|SEPARATED_FROM|SPLIT_UP_WITH|DIVORCED|DIVORCED_FROM)$/,
    ends: /^(?:PARTNER|SPOUSE|LIVES_WITH)$/,
    of: "same pair",
  },
  {
    told: /^(?:HAS_CHILD|GAVE_BIRTH|GAVE_BIRTH_TO)$/,
    ends: /^(?:PREGNANT|IS_PREGNANT|EXPECTING|EXPECTS|DUE_DATE|PREGNANT_WITH)$/,
    of: "subject",
  },
];

/** Whether facts about its subject as somebody's object may end with it. */
export function endsAsObject({ predicate, polarity }: Pick<Fact, "predicate" | "polarity">): boolean {
  return polarity === "positive" && ENDINGS.some(({ told, of }) => of === "object" && told.test(predicate));
}

/** What is believed and over, now that this is told. */
export function endedBy(fact: Fact, believed: readonly Fact[]): Fact[] {
  if (fact.polarity === "negative" || fact.change === "retraction") return [];
  const endings = ENDINGS.filter(
    ({ told }) => told.test(fact.predicate) || told.test(predicateFamily(fact.predicate)),
  );
  return believed.filter(
    (other) =>
      other.id !== fact.id &&
      other.polarity === "positive" &&
      endings.some(
        ({ ends, of }) => ends.test(predicateFamily(other.predicate)) && concerns(fact, other, of),
      ),
  );
}

function concerns(fact: Fact, other: Fact, of: Ending["of"]): boolean {
  if (of === "object") return other.objectId === fact.subjectId;
  if (other.subjectId !== fact.subjectId) return false;
  return of === "subject" || (fact.objectId !== null && other.objectId === fact.objectId);
}
