import { computed, signal } from "@preact/signals";

const OFF_RECORD = "engram.off-record";
const keyOf = (conversationId: string | null): string => `engram.draft.${conversationId ?? "new"}`;

/** The draft in the open conversation. */
export const draftText = signal("");
export interface Attachment {
  name: string;
  /** As it is put into the message. */
  text: string;
  /** A picture, as a data URL: sent along, and not stored. */
  image?: string;
}
/** Files of the draft; a reload loses them. */
export const attached = signal<Attachment[]>([]);
/** Those of other drafts, by their key. */
const attachedTo = new Map<string, Attachment[]>();
/** Selections of files on their way into the draft. */
export const beingRead = signal(0);
export const isReading = computed(() => beingRead.value > 0);
/** Moves the focus to the composer. */
export const focusAsked = signal(0);
/** A reload must not put the user back on the record. */
export const isOffRecord = signal(sessionStorage.getItem(OFF_RECORD) !== null);
/** The conversation is nowhere but on this page. */
export const isTemporary = signal(false);
/** The draft is sent when the running reply has ended, and its files are read. */
export const isQueued = signal(false);
let key = keyOf(null);

export function goOffRecord(isOff: boolean): void {
  isOffRecord.value = isOff;
  if (isOff) sessionStorage.setItem(OFF_RECORD, "yes");
  else sessionStorage.removeItem(OFF_RECORD);
  keep();
}

export function goTemporary(isOn: boolean): void {
  isTemporary.value = isOn;
  keep();
  focusAsked.value++;
}

/** Each conversation has its own draft, which survives a reload of the page; off the record nothing is stored. */
function keep(): void {
  if (isOffRecord.peek() || isTemporary.peek() || draftText.peek() === "") sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, draftText.peek());
}

export function write(words: string): void {
  draftText.value = words;
  if (words === "") isQueued.value = false;
  keep();
}

/** Without blank lines before and after it: the first line keeps what indents it. */
export const unpadded = (words: string): string => words.replace(/^\s*\n/, "").trimEnd();

/** The service's limits for a message, and for a frame of the connection. */
const CHARS_MAX = 200_000;
const FRAME_BYTES_MAX = 1_040_000;

/** A draft as it is sent: the words, then the files. */
export const sentOf = (words: string, files: Attachment[]) => ({
  message: [unpadded(words), ...files.map(({ text }) => text)].filter((part) => part !== "").join("\n\n"),
  images: files.flatMap(({ image }) => image ?? []),
});

export const fits = (sent: ReturnType<typeof sentOf>): boolean =>
  sent.message.length <= CHARS_MAX && new Blob([JSON.stringify(sent)]).size <= FRAME_BYTES_MAX;

/** Puts text into the composer for the user to continue. */
export function draft(words: string): void {
  write(words);
  focusAsked.value++;
}

export function openDraft(conversationId: string | null): void {
  attachedTo.set(key, isTemporary.peek() ? [] : attached.peek());
  key = keyOf(conversationId);
  isQueued.value = false;
  isTemporary.value = false;
  attached.value = attachedTo.get(key) ?? [];
  draftText.value = sessionStorage.getItem(key) ?? "";
}

/** What was sent before a reload and never taken, unless more was typed since. */
export function restoreDraft(conversationId: string | null, words: string): void {
  const draftKey = keyOf(conversationId);
  if (sessionStorage.getItem(draftKey) === null) sessionStorage.setItem(draftKey, words);
}

/** The new conversation has its id: text typed in the meantime moves with it. */
export function nameDraft(conversationId: string): void {
  sessionStorage.removeItem(key);
  key = keyOf(conversationId);
  keep();
}
