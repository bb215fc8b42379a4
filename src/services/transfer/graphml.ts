import { stepsOf } from "../../domain/model/procedure.ts";
import type { MemoryGraph } from "./graph-file.ts";

const NODE_FIELDS = { name: "string", type: "string", you: "boolean", steps: "string" };
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
 * The graph as GraphML: entities, the facts between them, and links. A literal value, such as an age, is a node of type
 * Value. Links that end at a fact are left out, because an edge cannot end at an edge.
 */
export function* graphMlLines({ entities, facts, links }: MemoryGraph): Generator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  for (const [of, fields] of Object.entries({ node: NODE_FIELDS, edge: EDGE_FIELDS }))
    for (const [name, type] of Object.entries(fields))
      yield `<key id="${name}_${of}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`;
  yield '<graph edgedefault="directed">\n';
  for (const entity of entities) {
    const { id, name, type, isSelf } = entity;
    const steps = stepsOf(entity)?.join("\n");
    yield element("node", { id }, { name, type, you: isSelf, steps });
  }
  for (const { id, value, objectId } of facts)
    if (objectId === null) yield element("node", { id: `value-${id}` }, { name: value ?? "", type: "Value" });
  for (const fact of facts) {
    const { id, subjectId, objectId, predicate, polarity, text, status, confidence } = fact;
    const ends = { id, source: subjectId, target: objectId ?? `value-${id}` };
    const times = { from: fact.validAt?.at, until: fact.invalidAt?.at };
    yield element("edge", ends, { predicate, polarity, text, status, confidence, ...times });
  }
  for (const { id, type, fromKind, fromId, toKind, toId } of links)
    if (fromKind === "entity" && toKind === "entity")
      yield element("edge", { id, source: fromId, target: toId }, { predicate: type });
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
