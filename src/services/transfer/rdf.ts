import { stepsOf } from "../../domain/model/procedure.ts";
import type { MemoryGraph } from "./graph-file.ts";

const RDF_TYPE = iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
const RDFS_LABEL = iri("http://www.w3.org/2000/01/rdf-schema#label");
const XSD = "http://www.w3.org/2001/XMLSchema#";

/**
 * The graph as N-Quads. Each fact is a statement in a named graph of its own, and what is known about the fact (its
 * words, status, confidence and times) is stated of that graph. A denied fact has a predicate of its own, so that no
 * program takes it for true.
 */
export function* rdfLines({ entities, facts, links }: MemoryGraph): Generator<string, void, undefined> {
  for (const entity of entities) {
    const it = own("entity", entity.id);
    yield quad(it, RDF_TYPE, own("type", entity.type));
    yield quad(it, RDFS_LABEL, literal(entity.name));
    for (const { alias } of entity.aliases)
      if (alias !== entity.name) yield quad(it, own("alias"), literal(alias));
    const steps = stepsOf(entity);
    if (steps !== null) yield quad(it, own("steps"), literal(steps.join("\n")));
  }
  for (const fact of facts) {
    const it = own("fact", fact.id);
    const predicate = own(fact.polarity === "negative" ? "not" : "predicate", fact.predicate);
    const object = fact.objectId === null ? literal(fact.value ?? "") : own("entity", fact.objectId);
    yield quad(own("entity", fact.subjectId), predicate, object, it);
    yield quad(it, own("text"), literal(fact.text));
    yield quad(it, own("status"), literal(fact.status));
    yield quad(it, own("confidence"), literal(String(fact.confidence), "double"));
    for (const [name, time] of [["from", fact.validAt] as const, ["until", fact.invalidAt] as const])
      if (time !== null) yield quad(it, own(name), literal(time.at, "dateTime"));
  }
  for (const { type, fromKind, fromId, toKind, toId } of links)
    yield quad(own(fromKind, fromId), own("link", type), own(toKind, toId));
}

function quad(...terms: string[]): string {
  return `${terms.join(" ")} .\n`;
}

/** A name of Engram's own: `urn:engram:entity:<id>`. */
function own(kind: string, name?: string): string {
  return iri(
    ["urn:engram", kind, ...(name === undefined ? [] : [encodeURIComponent(name.toWellFormed())])].join(":"),
  );
}

function iri(name: string): string {
  return `<${name}>`;
}

/** JSON escapes control characters, quotes and backslashes as N-Quads does. */
function literal(text: string, type?: string): string {
  return `${JSON.stringify(text.toWellFormed())}${type === undefined ? "" : `^^${iri(XSD + type)}`}`;
}
