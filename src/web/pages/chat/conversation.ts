import { signal, type Signal } from "@preact/signals";
import { api } from "../../api/client.ts";
import type { MemoryFrame } from "../../api/live.ts";
import { ApiError, type Episode, type Thread as ThreadPage } from "#client";
import { goTo, replaceTo } from "../../router.ts";
import { notify } from "../../ui/toast.ts";
import { isTemporary, nameDraft, openDraft } from "./draft.ts";
import {
  endTemporary,
  isFollowed,
  isRunning,
  ofEpisode,
  runningIn,
  sendOutgoing,
  sendTemporary,
  type Outgoing,
  type Turn,
} from "./turn.ts";
import { t } from "../../language/text.ts";

type Forks = ReadonlyMap<string | undefined, string[]>;

const TURNS_PER_PAGE = 200;
/** Delay between a forgetting and its display, and between two reloads, milliseconds. */
const RELOAD_MS = 300;
/** The conversation on the page. A new one has no id until its first turn was accepted. */
export const thread = {
  id: signal<string | null>(null),
  title: signal<string | null>(null),
  turns: signal<Signal<Turn>[]>([]),
  /** By turn: the conversations that go on differently from there, oldest first. */
  forks: signal<Forks>(new Map()),
  error: signal<unknown>(null),
  loading: signal(false),
};

/** Shows a conversation; null begins a new one. */
export async function openThread(id: string | null): Promise<void> {
  if (id === thread.id.value && id !== null) return;
  endTemporary();
  thread.id.value = id;
  openDraft(id);
  thread.title.value = null;
  thread.turns.value = [];
  thread.forks.value = new Map();
  thread.error.value = null;
  thread.loading.value = id !== null;
  if (id === null) return;
  await loadThread(id).catch((error: unknown) => thread.id.value === id && fail(error));
  if (thread.id.value === id) thread.loading.value = false;
}

/** Where it is gone, what is said now begins another one. */
function fail(error: unknown): void {
  thread.loading.value = false;
  thread.error.value = error;
  if (!isGone(error)) return;
  thread.turns.value = thread.turns.value.filter(({ value }) => value.episodeId === null);
  thread.id.value = null;
}

/** Reloads its stored state; state of its turns that only this page has stays. */
async function loadThread(id: string): Promise<void> {
  const settled = new Set(thread.turns.value.filter((turn) => !isFollowed(turn)));
  const { title, episodes, forks } = await wholeThread(id);
  if (thread.id.value !== id) return;
  const here = [...new Set([...thread.turns.value, ...runningIn(id)])];
  const known = new Map(here.map((turn) => [turn.value.episodeId, turn]));
  const [shown, versions] = byReplacement(episodes);
  thread.title.value = title;
  thread.forks.value = forks;
  const stored = shown.map((episode) => {
    const was = known.get(episode.id);
    const former = (versions.get(episode.id) ?? []).map((one) => ofEpisode(one));
    const now = ofEpisode(episode, former);
    if (was === undefined) return signal(now);
    const { id: key, usage, acts, thought, isCut, images } = was.value;
    // Off the record no thought is stored.
    const kept = now.isOffRecord ? thought : now.thought;
    const next = { ...now, id: key, usage, acts, thought: kept, isCut, images };
    // Thousands of others are not drawn anew.
    if (!isFollowed(was) && JSON.stringify(next) !== JSON.stringify(was.value)) was.value = next;
    return was;
  });
  // Sent while this was read, or never accepted.
  const sent = here.filter(
    (turn) => (!settled.has(turn) || turn.value.episodeId === null) && !stored.includes(turn),
  );
  thread.turns.value = [...stored, ...sent];
  thread.error.value = null;
}

/** The turns that stand, and the answered ones that each of them replaced. */
function byReplacement<E extends Episode>(episodes: E[]): [E[], Map<string, E[]>] {
  const successors = new Map(episodes.map(({ id, replacedBy }) => [id, replacedBy]));
  const lastOf = (id: string): string => {
    const next = successors.get(id) ?? null;
    return next === null ? id : lastOf(next);
  };
  const [standing, replaced] = [true, false].map((stands) =>
    episodes.filter(({ replacedBy }) => (replacedBy === null) === stands),
  ) as [E[], E[]];
  const answered = replaced.filter(({ assistantReply }) => (assistantReply ?? "") !== "");
  return [standing, Map.groupBy(answered, ({ id }) => lastOf(id))];
}

/** All its turns, replaced ones too; first those that it shares with the conversation it branches off from. */
export async function wholeThread(id: string): Promise<ThreadPage & { forks: Forks }> {
  const own = await ownThread(id);
  const standing = own.episodes.filter(({ replacedBy }) => replacedBy === null);
  const forks = new Map<string | undefined, string[]>();
  for (const { conversationId: branch, ordinal: at } of own.branches) {
    const turn = standing.find(({ ordinal }) => ordinal >= at)?.id;
    forks.set(turn, [...(forks.get(turn) ?? (turn === undefined ? [] : [id])), branch]);
  }
  if (own.branchOf === null) return { ...own, forks };
  const { conversationId, ordinal: end } = own.branchOf;
  const above = await wholeThread(conversationId).catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  if (above === null) return { ...own, forks };
  const others = [...above.forks.values()].find((ids) => ids.includes(id)) ?? [];
  const first = standing[0]?.id;
  forks.set(first, [...new Set([...others, ...(forks.get(first) ?? [])])]);
  const shared = above.episodes.filter(({ ordinal }) => ordinal < end);
  return { ...own, episodes: [...shared, ...own.episodes], forks: new Map([...above.forks, ...forks]) };
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

async function ownThread(id: string): Promise<ThreadPage> {
  const page = (cursor?: string): Promise<ThreadPage> =>
    api("GET /conversations/{id}", { path: { id }, query: { limit: TURNS_PER_PAGE, cursor } });
  const first = await page();
  const episodes = [...first.episodes];
  for (let cursor = first.nextCursor; cursor !== null;) {
    const next = await page(cursor);
    episodes.push(...next.episodes);
    cursor = next.nextCursor;
  }
  return { ...first, episodes };
}

export function say(outgoing: Omit<Outgoing, "conversationId">): void {
  if (isTemporary.value) {
    const before = thread.turns.value;
    const said = before.map(({ value }) => value);
    const turn = sendTemporary({ ...outgoing, conversationId: null, isOffRecord: true }, said);
    thread.turns.value = [...before, turn];
    return;
  }
  const replaced = thread.turns.value.find(({ value }) => value.episodeId === outgoing.replaces)?.value;
  const former = replaced ? formerWith(replaced) : [];
  if (outgoing.branchFrom !== undefined) leaveAt(outgoing.branchFrom);
  const turn = sendOutgoing({ ...outgoing, former, conversationId: thread.id.value });
  const before = thread.turns.value.filter(({ value }) => value.episodeId !== outgoing.replaces);
  thread.turns.value = [...before, turn];
  const isNew = thread.id.value === null;
  if (isNew) thread.error.value = null;
  const stop = turn.subscribe(({ conversationId, episodeId, branchFrom }) => {
    if (conversationId === null) return;
    if (isNew && thread.turns.value.includes(turn)) {
      nameDraft(conversationId);
      thread.id.value = conversationId;
      const forks = thread.forks.value;
      if (branchFrom === undefined) replaceTo("chat", conversationId);
      else goTo("chat", conversationId);
      const others = forks.get(branchFrom);
      if (others && episodeId !== null)
        thread.forks.value = new Map([...forks, [episodeId, [...others, conversationId]]]);
    }
    queueMicrotask(() => stop());
  });
}

/** Keeps the turns before this one, as the beginning of a branch. */
function leaveAt(episodeId: string): void {
  const turns = thread.turns.value;
  const at = turns.findIndex(({ value }) => value.episodeId === episodeId);
  const left = turns[at]?.value.conversationId;
  // Sent again: the branch was not taken.
  if (!left) return;
  const { forks } = thread;
  if (!forks.value.has(episodeId)) forks.value = new Map([...forks.value, [episodeId, [left]]]);
  thread.turns.value = turns.slice(0, at);
  thread.id.value = null;
}

/** Its versions once it is replaced: the facts that rested on it alone are withdrawn. */
function formerWith({ former, ...replaced }: Turn): Turn[] {
  return replaced.reply === "" ? former : [...former, { ...replaced, former: [], noted: [] }];
}

export const runningTurn = (): Signal<Turn> | undefined =>
  thread.turns.value.find(({ value }) => isRunning(value));

/** Keeps the page up to date with changes in other windows and in the background. */
export function followMemory(frame: MemoryFrame): void {
  if (frame.type === "memory.forgotten") setTimeout(() => void reload(), RELOAD_MS);
  if (frame.type === "memory.put_away") tellHidden(frame);
  if (frame.type === "page.stale") void reload();
  if (frame.type === "memory.conversation" && frame.conversationId === thread.id.value) void reload();
  if (frame.type === "memory.turn" && frame.conversationId === thread.id.value) {
    const turn = turnOf(frame.episodeId);
    if (!turn || !isFollowed(turn)) void reload();
  }
  if ((frame.type === "memory.staged" || frame.type === "memory.verified") && turnOf(frame.episodeId))
    void reload();
}

const turnOf = (episodeId: string): Signal<Turn> | undefined =>
  thread.turns.value.find(({ value }) => value.episodeId === episodeId);

function tellHidden({ memories, asked }: { memories: number; asked: number }): void {
  const text =
    memories > 0
      ? t(
          "{n} memory hidden, as you asked. Delete for good? | {n} memories hidden, as you asked. Delete for good?",
          { n: memories },
        )
      : t("Should I forget {n} memory, too? | Should I forget {n} memories, too?", { n: asked });
  notify(text, { label: t("Review"), run: () => goTo("review", { kind: "forget" }) });
}

let isReloading = false;
let isStale = false;

/** One at a time: a pass reports turn after turn. */
async function reload(): Promise<void> {
  isStale = true;
  if (isReloading) return;
  isReloading = true;
  while (isStale && thread.id.value !== null) {
    isStale = false;
    const id = thread.id.value;
    await loadThread(id).catch((error: unknown) => {
      if (isGone(error) && thread.id.value === id) fail(error);
    });
    await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
  }
  isReloading = false;
}
