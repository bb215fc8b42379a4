import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { shownMemory } from "./markdown.ts";
import type { ReadOptions } from "./read.ts";

const NODE_FIELDS = { name: "string", type: "string", you: "boolean" };
const EDGE_FIELDS = {
  predicate: "string",
  polarity: "string",
  text: "string",
  status: "string",
  confidence: "double",
  from: "string",
  until: "string",
};
type Field = keyof typeof NODE_FIELDS | keyof typeof EDGE_FIELDS;
type Values = Partial<Record<Field, string | number | boolean>>;

/**
 * The graph of a memory file as GraphML (Gephi, yEd, NetworkX): entities and the facts between them. A literal value,
 * such as an age, is a node of type Value.
 */
export async function writeGraph(
  file: string,
  target: string,
  options: ReadOptions,
): Promise<{ nodes: number; edges: number }> {
  const { entities, facts: all } = await shownMemory(file, options);
  const known = new Set(entities.map(({ id }) => id));
  const facts = all.filter(
    ({ subjectId, objectId }) => known.has(subjectId) && (objectId === null || known.has(objectId)),
  );
  const values = facts.filter(({ objectId }) => objectId === null);
  const stream = createWriteStream(target, { mode: 0o600 });
  await pipeline(Readable.from(lines(entities, values, facts)), stream);
  return { nodes: entities.length + values.length, edges: facts.length };
}

function* lines(
  entities: readonly Entity[],
  values: readonly Fact[],
  facts: readonly Fact[],
): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  for (const [of, fields] of Object.entries({ node: NODE_FIELDS, edge: EDGE_FIELDS }))
    for (const [name, type] of Object.entries(fields))
      yield `<key id="${name}_${of}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`;
  yield '<graph edgedefault="directed">\n';
  for (const { id, name, type, isSelf } of entities)
    yield element("node", { id }, { name, type, you: isSelf });
  for (const { id, value } of values)
    yield element("node", { id: `value-${id}` }, { name: value ?? "", type: "Value" });
  for (const fact of facts) {
    const { id, subjectId, objectId, predicate, polarity, text, status, confidence } = fact;
    const ends = { id, source: subjectId, target: objectId ?? `value-${id}` };
    const times = { from: fact.validAt?.at, until: fact.invalidAt?.at };
    yield element("edge", ends, { predicate, polarity, text, status, confidence, ...times });
  }
  yield "</graph>\n</graphml>\n";
}

function element(
  of: "node" | "edge",
  attributes: Record<string, string>,
  values: { [K in Field]?: Values[K] | undefined },
): string {
  const named = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const data = Object.entries(values).map(([name, value]) =>
    value === undefined ? "" : `<data key="${name}_${of}">${escaped(String(value))}</data>`,
  );
  return `<${of}${named.join("")}>${data.join("")}</${of}>\n`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters not allowed in XML 1.0. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text.replace(NO_XML, "").replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
}
