import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Link } from "../../domain/model/link.ts";
import { graphMlLines } from "./graphml.ts";
import { shownMemory } from "./markdown.ts";
import { rdfLines } from "./rdf.ts";
import type { ReadOptions } from "./read.ts";

/** The part of a memory that graph programs read. */
export interface MemoryGraph {
  entities: readonly Entity[];
  /** Both ends are among the entities, or the object is a literal value. */
  facts: readonly Fact[];
  /** Both ends are among the entities and facts. */
  links: readonly Link[];
}

const FORMS = { graphml: graphMlLines, rdf: rdfLines };
export type GraphForm = keyof typeof FORMS;

/** Writes the graph of a memory file as GraphML (Gephi, yEd, NetworkX) or RDF (N-Quads). */
export async function writeGraph(
  file: string,
  target: string,
  form: GraphForm,
  options: ReadOptions,
): Promise<{ entities: number; facts: number; links: number }> {
  const { entities, facts: all, links: allLinks } = await shownMemory(file, options);
  const known = new Set(entities.map(({ id }) => id));
  const facts = all.filter(
    ({ subjectId, objectId }) => known.has(subjectId) && (objectId === null || known.has(objectId)),
  );
  for (const { id } of facts) known.add(id);
  const links = allLinks.filter(({ fromId, toId }) => known.has(fromId) && known.has(toId));
  const stream = createWriteStream(target, { mode: 0o600 });
  await pipeline(Readable.from(FORMS[form]({ entities, facts, links })), stream);
  return { entities: entities.length, facts: facts.length, links: links.length };
}
