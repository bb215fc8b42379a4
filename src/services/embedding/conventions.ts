/** Which prefix a text gets: that of a question, or that of a passage that may answer one. */
export type EmbeddedAs = "query" | "passage";

/** Prefixes that a model was trained with. */
export interface Convention extends Record<EmbeddedAs, string> {
  name: string;
  /** Names of the models whose cards ask for it. */
  models?: RegExp;
}

const QUESTION_TASK = "Instruct: Given a question, retrieve the remembered sentence that answers it\nQuery: ";

/** Known conventions, plainest first. */
export const CONVENTIONS: readonly Convention[] = [
  { name: "none", query: "", passage: "" },
  {
    name: "query-passage",
    query: "query: ",
    passage: "passage: ",
    models: /(?:^|[^a-z0-9])e5(?![a-z0-9])(?!.*instruct)/i,
  },
  {
    name: "search-query",
    query: "search_query: ",
    passage: "search_document: ",
    models: /nomic-embed-text|modernbert-embed/i,
  },
  { name: "query", query: "query: ", passage: "", models: /arctic-embed-?(?:2|[ml]-v2)/i },
  {
    name: "search-result",
    query: "task: search result | query: ",
    passage: "title: none | text: ",
    models: /embedding-?gemma/i,
  },
  {
    name: "represent",
    query: "Represent this sentence for searching relevant passages: ",
    passage: "",
    models: /bge-(?:small|base|large)(?!-zh)|mxbai-embed|arctic-embed(?!-?2|-[ml]-v2)/i,
  },
  { name: "instruct", query: QUESTION_TASK, passage: "", models: /qwen.*embed|e5.*instruct/i },
];
