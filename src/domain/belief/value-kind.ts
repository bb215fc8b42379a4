import { spelledNumber } from "../../language/numbers.ts";
import { words } from "../../language/text.ts";
import { tellsDay } from "../grounding/dated.ts";
import type { ValueKind } from "./predicate-catalogue.ts";
import { catalogued } from "./predicate.ts";

/** Words in other scripts cannot be read by code. */
const UNREAD = /(?!\p{sc=Latin})\p{L}/u;

const IS_OF_KIND: Record<ValueKind, (value: string) => boolean> = {
  date: (value) => hasNumber(value) || tellsDay(value),
  number: hasNumber,
};

function hasNumber(value: string): boolean {
  return /\p{N}/u.test(value) || words(value).some((word) => spelledNumber(word) !== null);
}

/** Why a value does not fit its relation ("the birthday is blue"); null if it does. */
export function valueKindProblem(predicate: string, value: string): string | null {
  const kind = catalogued(predicate)?.valueKind ?? null;
  if (kind === null || UNREAD.test(value) || IS_OF_KIND[kind](value)) return null;
  return `the value is no ${kind}`;
}
