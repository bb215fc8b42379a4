import { signal } from "@preact/signals";

const OFF_RECORD = "engram.off-record";
const keyOf = (conversationId: string | null): string => `engram.draft.${conversationId ?? "new"}`;

/** What is being written in the conversation that is open. */
export const draftText = signal("");
/** Moves the focus to the composer. */
export const focusAsked = signal(0);
/** A reload must not put somebody on the record again. */
export const isOffRecord = signal(sessionStorage.getItem(OFF_RECORD) !== null);
/** The draft is sent when the reply that runs has ended. */
export const isQueued = signal(false);
let key = keyOf(null);

export function goOffRecord(isOff: boolean): void {
  isOffRecord.value = isOff;
  if (isOff) sessionStorage.setItem(OFF_RECORD, "yes");
  else sessionStorage.removeItem(OFF_RECORD);
  keep();
}

/** Each conversation has a draft of its own, which outlives a reload of the page; off the record nothing is kept. */
function keep(): void {
  if (isOffRecord.peek() || draftText.peek() === "") sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, draftText.peek());
}

export function write(words: string): void {
  draftText.value = words;
  if (words === "") isQueued.value = false;
  keep();
}

/** Puts words into the composer for the user to go on with. */
export function draft(words: string): void {
  write(words);
  focusAsked.value++;
}

export function openDraft(conversationId: string | null): void {
  key = keyOf(conversationId);
  isQueued.value = false;
  draftText.value = sessionStorage.getItem(key) ?? "";
}

/** The new conversation has its id: what was written on meanwhile goes with it. */
export function nameDraft(conversationId: string): void {
  sessionStorage.removeItem(key);
  key = keyOf(conversationId);
  keep();
}
