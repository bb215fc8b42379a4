import type { Outcome } from "./context.ts";
import { everyWord } from "../../language/index.ts";
import { foldName } from "../../language/text.ts";
import type { AssertedBy, ChangeKind, Polarity } from "./fact.ts";

/**
 * An extractor's statement about one turn. Only a proposal: code finds the evidence, decides what it changes, and drops
 * what does not hold. Everything but subject, predicate, object or value, and text may be missing.
 */
export interface FactProposal {
  /** A name as in `entities`, or "user" for the self entity. */
  subject: string;
  predicate: string;
  /** Name of an entity, or a literal. */
  object: string;
  objectKind: "entity" | "value";
  polarity: Polarity;
  text: string;
  quote: string | null;
  assertedBy: AssertedBy;
  /** Partial ISO date ("2016", "2025-03", "2025-03-19") or words ("last May"); code resolves it. */
  validAt: string | null;
  invalidAt: string | null;
  change: ChangeKind | null;
  /** 0-1, as the extractor states it. */
  confidence: number;
  reasoning: string | null;
}

export interface EntityProposal {
  name: string;
  type: string;
  /** Other names introduced by the turn itself. */
  aliases: string[];
  summary: string | null;
}

type RequestKind = "forget" | "remember" | "off_record" | "correct";

/** The meaning of one turn, and its proposals. */
export interface TurnExtraction {
  /** Which of the requested turns, from 1. */
  turn: number;
  summary: string | null;
  emotion: string | null;
  valence: number | null;
  importance: number | null;
  place: string | null;
  outcome?: Outcome | undefined;
  entities: EntityProposal[];
  facts: FactProposal[];
  /** `quote`: the words of the turn that request it. */
  requests: { kind: RequestKind; target: string; quote: string | null }[];
}

/** Nothing was extracted from the turn. */
export function emptyTurn(turn: number): TurnExtraction {
  const nothing = { summary: null, emotion: null, valence: null, importance: null, place: null };
  return { turn, ...nothing, entities: [], facts: [], requests: [] };
}

export interface Extraction {
  turns: TurnExtraction[];
}

/** The name extractors use for the user. */
export const SELF_NAME = "user";

/** Names extractors use for the user when they ignore that one, folded. */
const SELF_WORDS = everyWord(({ words }) => words.userNames).union(
  // In languages without a pack.
  new Set(
    (
      "用户 用戶 使用者 ユーザー 사용자 유저 пользователь пользовательница користувач utente usuário usuária gebruiker użytkownik " +
      "użytkowniczka uživatel používateľ användare bruker bruger käyttäjä kullanıcı pengguna felhasználó utilizator χρήστης المستخدم ผู้ใช้"
    )
      .split(" ")
      .map(foldName),
  ),
);

/** Whether a folded name without its article refers to the user. */
export function isSelfWord(bare: string): boolean {
  return SELF_WORDS.has(bare);
}
