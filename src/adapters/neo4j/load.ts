import type { LoadCounts, MemoryRecord } from "../../ports/memory-record.ts";
import { KINDS } from "../../store/schema.ts";
import { type LoadTarget, type WrittenRow, load as loadSteps } from "../store-core/load.ts";
import { RECORDS, TABLE_OF, toEpisodeRow } from "../store-core/rows.ts";
import { entitySearchText, episodeSearchText, factSearchText } from "../store-core/search-text.ts";
import { runAsync } from "../store-core/steps.ts";
import { communityWrite } from "./communities.ts";
import type { Context } from "./context.ts";
import { openMark, wordMarks } from "./episodes.ts";
import {
  aliasRows,
  countedIn,
  edgeOf,
  entityProperties,
  evidenceRows,
  factProperties,
} from "./graph-rows.ts";
import type { Params } from "./parameters.ts";
import { foundBy } from "./search-marks.ts";
import { isUsable } from "./vectors.ts";

/** One or two statements per kind. */
export function load(ctx: Context, records: MemoryRecord[]): Promise<LoadCounts> {
  return runAsync(loadSteps(targetOf(ctx), records));
}

function targetOf(ctx: Context): LoadTarget {
  const { tx } = ctx;
  const put = (statement: string, rows: Params[]): Promise<WrittenRow[]> =>
    tx.run(`transfer/${statement}`, { rows });
  const putUser = (set: Params): Promise<unknown[]> => tx.run("transfer/put-user", { set });
  return {
    takeNumbers: (count) => ctx.takeNumbers(count),
    hashKey: ctx.hashKey,
    owner: () => ctx.owner(),
    hasForgotten: async () => ((await ctx.owner())?.forgotten_at ?? null) !== null,
    lives: async () => (await tx.one<{ lives: boolean }>("transfer/lives"))?.lives !== false,
    dropSelf: (id) => tx.run("graph/delete-entities", { ids: [id] }),
    putUser: (row) => putUser({ ...row }),
    // The user's current row: this load may just have set their self entity.
    mayBeSelf: async (id) => (await tx.one<{ self_id: string | null }>("users/read"))?.self_id === id,
    put: (kind, rows) =>
      put(
        `put-${KINDS[kind].table}`,
        rows.map(({ n, key, set }, i) => ({
          i,
          ...key,
          set: {
            ...(RECORDS[kind].order[0] === "n" ? { n } : {}),
            ...set,
            ...(kind === "rejection" ? countedIn(String(set["proposal"])) : {}),
          },
        })),
      ),
    putHashes: (tombstone_id, hashes) =>
      put(
        "put-hashes",
        hashes.map(({ kind, hash, wordCount }, i) => ({
          i,
          tombstone_id,
          kind,
          hash,
          word_count: wordCount,
        })),
      ),
    async putEpisodes(records) {
      const rows = records.map(({ n, record }) => ({ ...toEpisodeRow(record.episode), n }));
      const told = await tx.run<{ i: number; known: boolean; refused: boolean }>("transfer/known-episodes", {
        rows: rows.map(({ id, conversation_id, ordinal, external_id, idempotency_key }, i) => ({
          i,
          id,
          conversation_id,
          ordinal,
          external_id,
          idempotency_key,
        })),
      });
      const known = new Set(told.filter((row) => row.known).map((row) => row.i));
      const refused = new Set(told.filter((row) => row.refused).map((row) => row.i));
      const fresh = rows.filter((_, i) => !known.has(i) && !refused.has(i));
      if (fresh.length > 0) {
        await tx.run("transfer/create-episodes", {
          rows: fresh.map((row) => ({
            conversation_id: row.conversation_id,
            set: { ...row, ...openMark(row.state), ...wordMarks(ctx, episodeSearchText(row)) },
          })),
        });
      }
      return { added: fresh.length, known: known.size };
    },
    putRowNumbers: (records) =>
      put(
        "put-places",
        records.map(({ n, record: { of, changes, row } }, i) => ({
          i,
          changes,
          entity: of === "entity" ? row : null,
          fact: of === "fact" ? row : null,
          n,
        })),
      ),
    putMentions: (records) =>
      put(
        "put-mentions",
        records.map(({ record: { episodeId, mentions } }, i) => ({
          i,
          episode_id: episodeId,
          mentions: mentions.map(({ entityId, start, end }) => ({ entityId, start, end })),
        })),
      ),
    async standing(asked) {
      const unique = (ids: string[]): string[] => [...new Set(ids)];
      const rows = await tx.run<{ kind: string; id: string; name: string | null }>("transfer/standing", {
        entities: unique(asked.entities),
        facts: unique(asked.facts),
        episodes: unique(asked.episodes),
      });
      const of = (kind: string) => rows.filter((row) => row.kind === kind);
      return {
        entities: new Map(of("entity").map(({ id, name }) => [id, name ?? ""])),
        facts: new Set(of("fact").map(({ id }) => id)),
        episodes: new Set(of("episode").map(({ id }) => id)),
      };
    },
    createEntities: (records) =>
      tx.run("graph/create-entities", {
        rows: records.map(({ n, record: { entity } }) => ({
          set: { ...entityProperties(entity, n), ...foundBy(entitySearchText(entity)) },
          aliases: aliasRows(entity),
        })),
      }),
    async createFacts(facts, names) {
      const nameOf = (id: string): string => names.get(id) ?? "";
      await tx.run("graph/create-facts", {
        rows: facts.map(({ n, fact }) => {
          const object = fact.objectId === null ? null : nameOf(fact.objectId);
          return {
            set: {
              ...factProperties(fact, n),
              ...foundBy(factSearchText(fact, nameOf(fact.subjectId), object)),
            },
            evidence: evidenceRows(fact.evidence),
          };
        }),
      });
      const edges = facts.flatMap(({ fact }) => edgeOf(fact) ?? []);
      if (edges.length > 0) await tx.run("graph/put-edges", { rows: edges });
    },
    knownCommunities: async (ids) =>
      (await tx.run<{ id: string }>("transfer/known-communities", { ids })).map((row) => row.id),
    createCommunities: (records) =>
      tx.run("communities/put", {
        rows: records.map(({ record }) => communityWrite(record.community, null)),
      }),
    async putVectors(of, tag, rows) {
      const told = await tx.run<WrittenRow>(`transfer/put-vectors-of-${TABLE_OF[of]}`, {
        tag,
        rows: rows.map(({ i, id, vector }) => ({
          i,
          id,
          vector: vector && isUsable(vector) ? vector : null,
        })),
      });
      const count = told.filter((row) => row.added).length;
      if (count > 0) await tx.run("vectors/counted", { count });
      return told;
    },
    putVectorSet: (vector_tag, vector_complete) => putUser({ vector_tag, vector_complete }),
  };
}
