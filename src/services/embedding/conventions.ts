/** Which prefix a text gets: that of a question, or that of a passage that may answer one. */
export type EmbeddedAs = "query" | "passage";

/** Prefixes that a model was trained with. */
export interface Convention extends Record<EmbeddedAs, string> {
  name: string;
}

const QUESTION_TASK = "Instruct: Given a question, retrieve the remembered sentence that answers it\nQuery: ";

/** Known conventions, plainest first: E5 and GTE, Nomic, and models that take an instruction. */
export const CONVENTIONS: readonly Convention[] = [
  { name: "none", query: "", passage: "" },
  { name: "query-passage", query: "query: ", passage: "passage: " },
  { name: "search-query", query: "search_query: ", passage: "search_document: " },
  { name: "instruct", query: QUESTION_TASK, passage: "" },
];
