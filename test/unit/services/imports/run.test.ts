import { describe, expect, it } from "vitest";
import { EngramError } from "../../../../src/errors.ts";
import type { NewEpisode, OpenedEpisode } from "../../../../src/ports/memory-store.ts";
import { PIECE_CHARS_MAX } from "../../../../src/services/imports/pieces.ts";
import { importConversations, type ImportDeps } from "../../../../src/services/imports/run.ts";
import type {
  ImportedConversation,
  ImportedTurn,
  ImportCounts,
} from "../../../../src/services/imports/types.ts";

const NOW = "2026-01-01T00:00:00.000Z";

interface FakeMemory extends ImportDeps {
  episodes: NewEpisode[];
  /** External id to id. */
  conversations: Map<string, string>;
  storedFor: string[];
  forgotten: Set<string>;
  /** Extraction has been through all of it. */
  extracted: boolean;
  /** Refuses the n-th write from now. */
  failIn: number;
}

/** The two methods of the store that an import uses, as the contract tells them; everything else is the store's own suite. */
function fakeMemory(): FakeMemory {
  let id = 0;
  const opened = (episode: NewEpisode, outcome: "opened" | "existing"): OpenedEpisode => {
    const extraction = { state: memory.extracted ? "done" : "pending" };
    return { outcome, episode: { ...episode, extraction } } as unknown as OpenedEpisode;
  };
  const openEpisode = async (asked: NewEpisode): Promise<OpenedEpisode> => {
    if (--memory.failIn === 0) throw new EngramError("store_unavailable");
    const known = memory.episodes.find(({ externalId }) => externalId === asked.externalId);
    if (known) return opened(known, "existing");
    if (memory.forgotten.has(asked.userMessage)) return { outcome: "forgotten" };
    const exists = [...memory.conversations.values()].includes(asked.conversationId);
    if (exists === asked.createConversation) throw new EngramError("internal", "createConversation");
    if (!exists) memory.conversations.set(asked.conversation?.externalId ?? "", asked.conversationId);
    memory.episodes.push(asked);
    return opened(asked, "opened");
  };
  const conversationByExternalId = async (externalId: string) => {
    const found = memory.conversations.get(externalId);
    return found === undefined ? null : ({ id: found } as never);
  };
  const memory: FakeMemory = {
    episodes: [],
    conversations: new Map(),
    storedFor: [],
    forgotten: new Set(),
    extracted: false,
    failIn: 0,
    clock: { now: () => NOW },
    newId: () => `id-${++id}`,
    stored: async (userId, { conversationId }) => void memory.storedFor.push(`${userId} ${conversationId}`),
    store: { forUser: () => ({ openEpisode, conversationByExternalId }) },
  };
  return memory;
}

function turn(n: number, extra: Partial<ImportedTurn> = {}): ImportedTurn {
  return {
    externalId: `x:${n}`,
    userMessage: `message ${n}`,
    assistantReply: `reply ${n}`,
    speaker: null,
    occurredAt: `2020-01-01T00:00:${String(n % 60).padStart(2, "0")}.000Z`,
    ...extra,
  };
}

function chat(
  externalId: string,
  turns: ImportedTurn[],
  title: string | null = "Title",
): ImportedConversation {
  return { externalId, title, startedAt: turns[0]?.occurredAt ?? null, turns };
}

const CHATS = [chat("x", [turn(1), turn(2), turn(3)]), chat("y", [turn(4)]), chat("z", [turn(5), turn(6)])];

interface RunOptions {
  signal?: AbortSignal;
  batch?: number;
  onProgress?: (progress: ImportCounts) => void;
}

function run(
  memory: FakeMemory,
  chats: ImportedConversation[],
  options: RunOptions = {},
): Promise<ImportCounts> {
  const defaults = { signal: new AbortController().signal, onProgress: () => undefined };
  return importConversations(memory, "ada", chats, { ...defaults, ...options });
}

const shape = ({ episodes, conversations }: FakeMemory) =>
  [...conversations].map(([externalId, id]) => [
    externalId,
    episodes.filter((episode) => episode.conversationId === id).map((episode) => episode.externalId),
  ]);

const WHOLE = [
  ["x", ["x:1", "x:2", "x:3"]],
  ["y", ["x:4"]],
  ["z", ["x:5", "x:6"]],
];

describe("an import", () => {
  it("stores each turn with its own date, to be extracted", async () => {
    const memory = fakeMemory();
    const progress = await run(memory, CHATS);
    expect(progress).toEqual({
      conversations: 3,
      total: 3,
      turns: 6,
      stored: 6,
      known: 0,
      forgotten: 0,
      skipped: 0,
    });
    expect(shape(memory)).toEqual(WHOLE);
    expect(memory.episodes[0]).toEqual({
      id: "id-2",
      conversationId: "id-1",
      createConversation: true,
      conversation: { title: "Title", externalId: "x" },
      userMessage: "message 1",
      assistantReply: "reply 1",
      speaker: null,
      source: "import",
      state: "complete",
      memory: "on",
      mode: "chat",
      occurredAt: "2020-01-01T00:00:01.000Z",
      recordedAt: NOW,
      externalId: "x:1",
      extract: true,
    });
    expect(memory.episodes.map((episode) => episode.createConversation)).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(memory.storedFor).toEqual(["ada id-1", "ada id-5", "ada id-7"]);
  });

  it("marks what has no date by the time of storing", async () => {
    const memory = fakeMemory();
    await run(memory, [chat("x", [turn(1, { occurredAt: null })])]);
    expect(memory.episodes[0]).toMatchObject({ occurredAt: NOW, recordedAt: NOW });
  });

  it("dates nothing after the time of storing", async () => {
    const memory = fakeMemory();
    await run(memory, [chat("x", [{ ...turn(1), occurredAt: "2999-01-01T00:00:00.000Z" }])]);
    expect(memory.episodes[0]).toMatchObject({ occurredAt: NOW, recordedAt: NOW });
  });

  it("adds nothing the second time and leaves alone what is extracted", async () => {
    const memory = fakeMemory();
    await run(memory, CHATS);
    Object.assign(memory, { storedFor: [], extracted: true });
    expect(await run(memory, CHATS)).toEqual({
      conversations: 3,
      total: 3,
      turns: 6,
      stored: 0,
      known: 6,
      forgotten: 0,
      skipped: 0,
    });
    expect(shape(memory)).toEqual(WHOLE);
    expect(memory.storedFor).toEqual([]);
  });

  it("adds only the new turns of a chat that went on", async () => {
    const memory = fakeMemory();
    await run(memory, [chat("x", [turn(1)])]);
    expect(await run(memory, [chat("x", [turn(1), turn(2)])])).toMatchObject({ known: 1, stored: 1 });
    expect(shape(memory)).toEqual([["x", ["x:1", "x:2"]]]);
  });

  it.each([1, 2, 3, 4, 5, 6])("goes on where the store failed at write %i", async (failIn) => {
    const memory = fakeMemory();
    memory.failIn = failIn;
    await expect(run(memory, CHATS)).rejects.toMatchObject({ code: "store_unavailable" });
    expect(memory.episodes).toHaveLength(failIn - 1);
    expect(await run(memory, CHATS)).toMatchObject({ known: failIn - 1, stored: 7 - failIn });
    expect(shape(memory)).toEqual(WHOLE);
    expect(new Set(memory.storedFor).size).toBe(3);
  });

  it.each([0, 1, 2, 3, 4, 5])(
    "cancelled after %i turns keeps them, hands them on, and goes on later",
    async (after) => {
      const memory = fakeMemory();
      const abort = new AbortController();
      if (after === 0) abort.abort();
      const onProgress = ({ turns }: ImportCounts) => void (turns === after && abort.abort());
      const cut = run(memory, CHATS, { signal: abort.signal, batch: 1, onProgress });
      await expect(cut).rejects.toMatchObject({ code: "cancelled" });
      expect(memory.episodes).toHaveLength(after);
      expect(memory.storedFor).toHaveLength(memory.conversations.size);
      await run(memory, CHATS);
      expect(shape(memory)).toEqual(WHOLE);
    },
  );

  it("counts what was forgotten and makes the conversation with the first turn that is kept", async () => {
    const memory = fakeMemory();
    memory.forgotten = new Set(["message 1", "message 4"]);
    expect(await run(memory, CHATS)).toMatchObject({ turns: 6, stored: 4, forgotten: 2 });
    expect(shape(memory)).toEqual([
      ["x", ["x:2", "x:3"]],
      ["z", ["x:5", "x:6"]],
    ]);
    expect(memory.storedFor).toHaveLength(2);
  });

  it("follows a known turn into its conversation when that one has lost its external id", async () => {
    const memory = fakeMemory();
    await run(memory, [chat("x", [turn(1)])]);
    memory.conversations = new Map([["renamed", "id-1"]]);
    await run(memory, [chat("x", [turn(1), turn(2)])]);
    expect(shape(memory)).toEqual([["renamed", ["x:1", "x:2"]]]);
  });

  it("tells how far it is every 50 turns and at the end", async () => {
    const seen: ImportCounts[] = [];
    const turns = Array.from({ length: 120 }, (_, i) => turn(i));
    const onProgress = (progress: ImportCounts) => void seen.push(progress);
    const last = await run(fakeMemory(), [chat("x", turns)], { onProgress });
    expect(seen.map((progress) => progress.turns)).toEqual([50, 100, 120]);
    expect(seen.at(-1)).toEqual(last);
  });

  it("stores text that no store would take as it is", async () => {
    const memory = fakeMemory();
    const long = "i".repeat(500);
    const turns = [
      turn(1, { userMessage: " a\u0000b\ud800c ", assistantReply: "\udc00 ok 😀" }),
      turn(2, { userMessage: "\u0000 \n", assistantReply: "to nobody" }),
      turn(3, { assistantReply: " \u0000", externalId: long }),
    ];
    const progress = await run(memory, [chat("x\u0000", turns, `T\u0000 ${long}`)]);
    expect(progress).toMatchObject({ turns: 3, stored: 2, skipped: 1 });
    const [first, second] = memory.episodes;
    expect(first).toMatchObject({ userMessage: "ab\ufffdc", assistantReply: "\ufffd ok 😀" });
    expect(first?.conversation?.title?.length).toBeLessThanOrEqual(200);
    expect(first?.conversation?.externalId).toBe("x");
    expect(second?.assistantReply).toBeNull();
    expect(second?.externalId).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe("a message that is too long", () => {
  const paragraph = (letter: string) => letter.repeat(150_000);
  const long = [paragraph("a"), paragraph("b"), paragraph("c")].join("\n\n");

  it("goes on in further episodes, the reply after its end", async () => {
    const memory = fakeMemory();
    const chats = [chat("x", [turn(1, { userMessage: long }), turn(2)])];
    expect(await run(memory, chats)).toMatchObject({ turns: 4, stored: 4 });
    expect(
      memory.episodes.map((e) => [e.externalId, e.userMessage[0], e.userMessage.length, e.assistantReply]),
    ).toEqual([
      ["x:1", "a", 150_000, null],
      ["x:1#2", "b", 150_000, null],
      ["x:1#3", "c", 150_000, "reply 1"],
      ["x:2", "m", 9, "reply 2"],
    ]);
    expect(new Set(memory.episodes.slice(0, 3).map((e) => e.occurredAt)).size).toBe(1);
    expect(await run(memory, chats)).toMatchObject({ known: 4, stored: 0 });
  });

  it("has its long reply go on, unless the turn was forgotten", async () => {
    const chats = [chat("x", [turn(1, { assistantReply: long })])];
    const memory = fakeMemory();
    await run(memory, chats);
    expect(memory.episodes.map((e) => [e.externalId, e.userMessage, e.assistantReply?.length])).toEqual([
      ["x:1", "message 1", 150_000],
      ["x:1#2", "", 150_000],
      ["x:1#3", "", 150_000],
    ]);
    const other = fakeMemory();
    other.forgotten.add("message 1");
    expect(await run(other, chats)).toMatchObject({ turns: 3, forgotten: 3, stored: 0 });
  });

  it.each([
    ["lines", `${"line\n".repeat(60_000)}end`],
    ["words", `${"word ".repeat(60_000)}end`],
    ["nothing but characters", "😀".repeat(130_001)],
    ["one odd character before", `x${"😀".repeat(130_001)}`],
  ])("of %s is cut without loss", async (_name, userMessage) => {
    const memory = fakeMemory();
    await run(memory, [chat("x", [turn(1, { userMessage })])]);
    const pieces = memory.episodes.map((e) => e.userMessage);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => piece.length <= PIECE_CHARS_MAX && piece.isWellFormed())).toBe(true);
    const dense = (text: string) => text.replace(/\s/g, "");
    expect(dense(pieces.join(""))).toBe(dense(userMessage));
  });

  it("of exactly the longest length stays whole", async () => {
    const memory = fakeMemory();
    await run(memory, [chat("x", [turn(1, { userMessage: "a".repeat(PIECE_CHARS_MAX) })])]);
    expect(memory.episodes).toHaveLength(1);
  });
});
