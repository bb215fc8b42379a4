// Written by `npm run docs:api` from the description of the API.

export interface Branch {
  conversationId: string;
  ordinal: number;
}

export interface Conversation {
  id: string;
  title: string | null;
  startedAt: string;
  lastMessageAt: string;
  episodeCount: number;
  /** `archived`: left out of lists, found by search */
  shelf: "pinned" | "archived" | null;
  /** the conversation it branches off from: it shares the turns before this ordinal, as long as they exist */
  branchOf: Branch | null;
}

export interface Evidence {
  episodeId: string;
  part: "user" | "assistant";
  start: number;
  end: number;
  quote: string;
  assertedBy: string;
  occurredAt: string;
}

export interface StoredFact {
  id: string;
  subjectId: string;
  predicate: string;
  objectId: string | null;
  value: string | null;
  polarity: "positive" | "negative";
  text: string;
  confidence: number;
  base?: number;
  validAt: {
    at: string;
    precision: "year" | "month" | "day" | "minute";
  } | null;
  invalidAt: {
    at: string;
    precision: "year" | "month" | "day" | "minute";
  } | null;
  createdAt: string;
  expiredAt: string | null;
  status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
  supersedes: string | null;
  change: "none" | "update" | "correction" | "retraction" | "ending";
  origin: string | null;
  expansion?: string;
  evidence: Array<Evidence>;
}

export interface Fact {
  id: string;
  subjectId: string;
  predicate: string;
  objectId: string | null;
  value: string | null;
  polarity: "positive" | "negative";
  text: string;
  confidence: number;
  base?: number;
  createdAt: string;
  expiredAt: string | null;
  status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
  supersedes: string | null;
  change: "none" | "update" | "correction" | "retraction" | "ending";
  origin: string | null;
  expansion?: string;
  evidence: Array<Evidence>;
  subject: {
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
  } | null;
  /** null for a value */
  object: {
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
  } | null;
  validFrom: {
    at: string;
    precision: "year" | "month" | "day" | "minute";
    /** `said`: no beginning was stated; it counts from when it was said */
    basis: "said" | "stated";
  };
  validAt: string | null;
  validAtPrecision: "year" | "month" | "day" | "minute" | null;
  invalidAt: string | null;
  invalidAtPrecision: "year" | "month" | "day" | "minute" | null;
}

export interface Noted {
  id: string;
  text: string;
  status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
}

export interface Entity {
  id: string;
  name: string;
  type: string;
  aliases: Array<{
    alias: string;
    kind: "name" | "nickname" | "role" | "misspelling" | "merged";
  }>;
  summary: string | null;
  properties: Record<string, string | number | boolean>;
  confidence: number;
  mentionCount: number;
  createdAt: string;
  lastMentionedAt: string;
  status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
  isSelf: boolean;
  externalKeys: Array<{
    system: string;
    id: string;
  }>;
  mergedInto?: string;
  summaryBasis?: {
    factIds: Array<string>;
    writtenBy: "code" | "model";
    asked: boolean;
  } | null;
}

export interface Recalled {
  /** its number in the text that the model is given, from 1 */
  n: number;
  kind: "fact" | "entity" | "episode" | "community";
  id: string;
  text: string;
  /** `gone`: forgotten or refused since */
  status: string;
  score: number;
  /** the parts of the score; a listed turn has none */
  components?: Record<string, number>;
  evidence: Array<{
    episodeId: string;
    start: number;
    end: number;
    quote: string;
    assertedBy: string;
    occurredAt: string;
  }>;
}

export interface Episode {
  id: string;
  conversationId: string;
  ordinal: number;
  userMessage: string;
  assistantReply: string | null;
  speaker: string | null;
  source: "chat" | "api" | "import" | "document" | "consolidated";
  state: "open" | "complete" | "interrupted";
  memory: "on" | "read" | "off";
  mode: "chat" | "memory";
  occurredAt: string;
  recordedAt: string;
  place: string | null;
  summary: string | null;
  emotion: string | null;
  valence: number;
  importance: number;
  context: string | null;
  extraction: {
    state: "none" | "pending" | "done" | "failed";
    attempts: number;
    error: string | null;
    retryAt: string | null;
  };
  verification: {
    state: "none" | "pending" | "done" | "deferred" | "failed";
    attempts: number;
    error: string | null;
  };
  consolidatedInto: string | null;
  sourceCount: number;
  externalId: string | null;
  replacedBy: string | null;
  model: string | null;
  error: string | null;
  redacted: boolean;
  intent: {
    kind: "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";
    state: "done" | "asked" | "on" | "off";
    candidates: Array<{
      factIds: Array<string>;
      episodeIds: Array<string>;
    }>;
    changeIds: Array<string>;
    everything?: true;
    pending?: Array<string>;
  } | null;
  outcome?: "success" | "partial" | "failure" | "neutral";
  contextType?: "search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state";
  tags?: string;
  recalled: Array<Recalled>;
  spooled?: true;
}

export interface Community {
  id: string;
  name: string;
  summary: string;
  members: Array<{
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
  }>;
  writtenBy: "code" | "model";
  createdAt: string;
  updatedAt: string;
  memberCount: number;
}

export interface Change {
  id: string;
  at: string;
  actor: "live" | "verify" | "user" | "import" | "merge" | "maintenance" | "undo";
  reason: string;
  runId: string | null;
  kind: "entity" | "fact" | "episode" | "community";
  targetId: string;
  before: unknown;
  after: unknown;
  undone: boolean;
}

export interface Feedback {
  targetId: string;
  helpful: boolean;
  at: string;
  basis: "rated" | "used" | "credited";
  episodeId?: string;
  weight?: number;
}

export interface Rejection {
  id: string;
  episodeId: string | null;
  factId: string | null;
  stage: "syntax" | "shape" | "grounding" | "consistency" | "ensemble" | "adjudication" | "web" | "confidence" | "review";
  reason: "invalid_syntax" | "invalid_schema" | "low_confidence" | "no_evidence" | "not_in_turn" | "question" | "hypothetical" | "negation_lost" | "pasted_text" | "fiction" | "reported_speech" | "sarcasm" | "assistant_only" | "recall_echo" | "instruction" | "off_record" | "wrong_subject" | "forgotten" | "duplicate" | "contradicted" | "fact_check_failed" | "ensemble_disagreement" | "rejected_by_user";
  detail: string;
  proposal: unknown;
  reasoning: string | null;
  at: string;
  overruledAt?: string | null;
  overruledFactId?: string | null;
}

export interface Graph {
  /** nodes there are, those beyond the limit as well */
  total: number;
  nodes: Array<{
    id: string;
    type: string;
    isSelf: boolean;
    confidence: number;
    mentionCount: number;
    label: string;
    status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
    degree: number;
  }>;
  edges: Array<{
    polarity: "positive" | "negative";
    factId: string;
    source: string;
    target: string | null;
    type: string;
    label: string;
    status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
    validFrom: {
      at: string;
      precision: "year" | "month" | "day" | "minute";
      /** `said`: no beginning was stated; it counts from when it was said */
      basis: "said" | "stated";
    };
  }>;
}

export interface Taken {
  /** whose memory the file is */
  from: string;
  createdAt: string;
  signature: "own" | "other_user" | "other" | "changed" | "none";
  /** taken with what it believes; else its statements are checked first */
  asItIs: boolean;
  /** both in words */
  note: string;
  records: number;
  /** records in the file, by kind */
  counts: Record<string, number>;
  added: number;
  /** already there, and left unchanged */
  known: number;
  /** lacking what they refer to, or taken from a trusted file only */
  skipped: number;
  /** added statements that await verification */
  staged: number;
  /** statements that no turn supports; 0 in a dry run */
  refused: number;
  /** turns and statements with something that was forgotten here; 0 in a dry run */
  forgotten: number;
  /** undoing it takes back what was staged */
  runId: string | null;
  /** of a dry run: why the file cannot be taken */
  conflict: string | null;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: "invalid_request" | "invalid_json" | "invalid_cursor" | "unauthorized" | "forbidden" | "host_not_allowed" | "not_found" | "request_timeout" | "conversation_busy" | "conflict" | "idempotency_mismatch" | "payload_too_large" | "unsupported_media_type" | "context_too_long" | "rate_limited" | "cancelled" | "internal" | "not_implemented" | "model_error" | "model_unavailable" | "store_unavailable" | "store_full" | "queue_unavailable" | "overloaded" | "shutting_down" | "model_timeout";
  detail: string;
  errors?: Array<{
    field: string;
    message: string;
  }>;
  [more: string]: unknown;
}

export interface OpenAiError {
  error: {
    message: string;
    type: string;
    param: string | null;
    code: "invalid_request" | "invalid_json" | "invalid_cursor" | "unauthorized" | "forbidden" | "host_not_allowed" | "not_found" | "request_timeout" | "conversation_busy" | "conflict" | "idempotency_mismatch" | "payload_too_large" | "unsupported_media_type" | "context_length_exceeded" | "rate_limited" | "cancelled" | "internal" | "not_implemented" | "model_error" | "model_unavailable" | "store_unavailable" | "store_full" | "queue_unavailable" | "overloaded" | "shutting_down" | "model_timeout";
  };
}

export interface OpenAiResponse {
  id: string;
  object: "response";
  status: string;
  model: string;
  [more: string]: unknown;
}

export interface OpenAiCompletion {
  id: string;
  object: "chat.completion";
  created: number;
  model: string;
  choices: Array<{
    index: number;
    message: {
      role: string;
      content: string | null;
      [more: string]: unknown;
    };
    finish_reason: string;
    [more: string]: unknown;
  }>;
  usage: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
    [more: string]: unknown;
  };
  [more: string]: unknown;
}

export interface ChatReply {
  conversationId: string;
  episodeId: string;
  reply: string;
  recalled: Array<Recalled>;
  /** what came of looking into memory; not kept, so the response to a repeated request may lack it */
  recall?: {
    state: "found" | "nothing" | "partial" | "unavailable" | "off";
  };
  model: string;
  /** how the reply ended; `length`: it was cut off */
  finish: "stop" | "length" | "tool_calls";
  /** what your message did to the memory; empty for ordinary turns */
  memory: Array<{
    action: string;
    ids: Array<string>;
    counts: Record<string, number>;
  }>;
  /** the store is away: the turn is kept, and taken into the memory once it is back */
  spooled?: true;
}

export interface ListedConversation {
  id: string;
  title: string | null;
  startedAt: string;
  lastMessageAt: string;
  episodeCount: number;
  /** `archived`: left out of lists, found by search */
  shelf: "pinned" | "archived" | null;
  /** the conversation it branches off from: it shares the turns before this ordinal, as long as they exist */
  branchOf: Branch | null;
  /** with `q`: a turn in which it was said; null where only the title holds it */
  found?: {
    episodeId: string;
    text: string;
  } | null;
}

export interface Thread {
  id: string;
  title: string | null;
  startedAt: string;
  lastMessageAt: string;
  episodeCount: number;
  /** `archived`: left out of lists, found by search */
  shelf: "pinned" | "archived" | null;
  /** the conversation it branches off from: it shares the turns before this ordinal, as long as they exist */
  branchOf: Branch | null;
  episodes: Array<{
    id: string;
    conversationId: string;
    ordinal: number;
    userMessage: string;
    assistantReply: string | null;
    speaker: string | null;
    source: "chat" | "api" | "import" | "document" | "consolidated";
    state: "open" | "complete" | "interrupted";
    memory: "on" | "read" | "off";
    mode: "chat" | "memory";
    occurredAt: string;
    recordedAt: string;
    place: string | null;
    summary: string | null;
    emotion: string | null;
    valence: number;
    importance: number;
    context: string | null;
    extraction: {
      state: "none" | "pending" | "done" | "failed";
      attempts: number;
      error: string | null;
      retryAt: string | null;
    };
    verification: {
      state: "none" | "pending" | "done" | "deferred" | "failed";
      attempts: number;
      error: string | null;
    };
    consolidatedInto: string | null;
    sourceCount: number;
    externalId: string | null;
    replacedBy: string | null;
    model: string | null;
    error: string | null;
    redacted: boolean;
    intent: {
      kind: "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";
      state: "done" | "asked" | "on" | "off";
      candidates: Array<{
        factIds: Array<string>;
        episodeIds: Array<string>;
      }>;
      changeIds: Array<string>;
      everything?: true;
      pending?: Array<string>;
    } | null;
    outcome?: "success" | "partial" | "failure" | "neutral";
    contextType?: "search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state";
    tags?: string;
    recalled: Array<Recalled>;
    spooled?: true;
    noted: Array<Noted>;
    /** behind the reply, where the model showed it */
    thought: string | null;
  }>;
  nextCursor: string | null;
  /** conversations that branch off from it, oldest first, and the ordinal of their first own turn */
  branches: Array<Branch>;
}

export interface ServedModel {
  name: string;
  kind: "chat" | "embedding" | "unknown";
  contextTokens: number | null;
  isLoaded: boolean | null;
}

export interface Models {
  chat: {
    source: "environment" | "chosen" | "found" | "chat" | "none";
    url: string | null;
    chosenModel: string | null;
    hasKey: boolean;
    kind: "none" | "server";
    name: string;
    state: "ready" | "loading" | "down" | "failing";
    lines: Array<{
      ok: boolean;
      text: string;
    }>;
    served?: string | null;
    models?: Array<ServedModel>;
    choice?: "configured" | "unlisted" | "instead" | "only" | "loaded" | "first" | null;
    refusesKey?: boolean;
    takesEffort?: boolean | null;
    slots?: number | null;
    streams?: boolean | null;
    tellsUsage?: boolean | null;
    thought?: "field" | "tags" | null;
    keepsSchema?: boolean | null;
    reusesPrompt?: boolean | null;
    tokensPerEstimate?: number;
    promptSpeed?: number | null;
    generationSpeed?: number | null;
    contextTokens?: number | null;
    trust?: "full" | "staged" | "turns";
  };
  memory: {
    source: "environment" | "chosen" | "found" | "chat" | "none";
    url: string | null;
    chosenModel: string | null;
    hasKey: boolean;
    kind: "none" | "server";
    name: string;
    state: "ready" | "loading" | "down" | "failing";
    lines: Array<{
      ok: boolean;
      text: string;
    }>;
    served?: string | null;
    models?: Array<ServedModel>;
    choice?: "configured" | "unlisted" | "instead" | "only" | "loaded" | "first" | null;
    refusesKey?: boolean;
    takesEffort?: boolean | null;
    slots?: number | null;
    streams?: boolean | null;
    tellsUsage?: boolean | null;
    thought?: "field" | "tags" | null;
    keepsSchema?: boolean | null;
    reusesPrompt?: boolean | null;
    tokensPerEstimate?: number;
    promptSpeed?: number | null;
    generationSpeed?: number | null;
    contextTokens?: number | null;
    trust?: "full" | "staged" | "turns";
  };
  embeddings: {
    source: "environment" | "chosen" | "found" | "chat" | "none";
    url: string | null;
    chosenModel: string | null;
    hasKey: boolean;
    kind: "none" | "server";
    name: string;
    state: "ready" | "loading" | "down" | "failing";
    lines: Array<{
      ok: boolean;
      text: string;
    }>;
  };
  found: Array<{
    url: string;
    models: Array<ServedModel>;
    state: "ready" | "loading" | "down";
  }>;
  exam: {
    result: {
      version: number;
      /** the server's name for it */
      model: string;
      at: string;
      seconds: number;
      marks: Record<"reply" | "recall" | "extraction" | "nothing" | "verdicts" | "rulings" | "forgetting" | "form", number>;
      trust: "full" | "staged" | "turns";
      reasons: Array<string>;
      /** ids of the questions that were not answered well */
      missed: Array<string>;
    } | null;
    running: {
      asked: number;
      of: number;
    } | null;
    decidedTrust: "full" | "staged" | "turns" | null;
  };
}

export interface TriedModel {
  state: "ready" | "loading" | "down";
  model: string;
  contextTokens: number | null;
  learned: {
    served: string | null;
    models: Array<ServedModel>;
    choice: "configured" | "unlisted" | "instead" | "only" | "loaded" | "first" | null;
    refusesKey: boolean;
    takesEffort: boolean | null;
    slots: number | null;
    streams: boolean | null;
    tellsUsage: boolean | null;
    thought: "field" | "tags" | null;
    keepsSchema: boolean | null;
    reusesPrompt: boolean | null;
    tokensPerEstimate: number;
    promptSpeed: number | null;
    generationSpeed: number | null;
  } | null;
  lines: Array<{
    ok: boolean;
    text: string;
  }>;
}

export interface Health {
  status: "ok" | "degraded" | "down";
  store?: {
    kind: string;
    state: string;
    note?: string;
  };
  spool?: {
    /** turns that wait for the store */
    waiting: number;
  };
  queue?: {
    kind: string;
    state: string;
    waiting: number;
    running: number;
    dead: number;
  };
  model?: {
    served?: string | null;
    models?: Array<ServedModel>;
    choice?: "configured" | "unlisted" | "instead" | "only" | "loaded" | "first" | null;
    refusesKey?: boolean;
    takesEffort?: boolean | null;
    slots?: number | null;
    streams?: boolean | null;
    tellsUsage?: boolean | null;
    thought?: "field" | "tags" | null;
    keepsSchema?: boolean | null;
    reusesPrompt?: boolean | null;
    tokensPerEstimate?: number;
    promptSpeed?: number | null;
    generationSpeed?: number | null;
    contextTokens?: number | null;
    kind: string;
    name: string;
    state: string;
    trust?: "full" | "staged" | "turns";
    guardedReplies?: number;
    note?: string;
  };
  embedder?: {
    kind: string;
    state?: string;
    note?: string;
    calibration?: {
      model: string;
      dimensions: number;
      convention: string;
      /** 0 to 1; 0.5 is chance */
      separation: number;
      /** in which it separates */
      languages: Array<string>;
    };
  };
  audio?: {
    transcription: boolean;
    speech: boolean;
  };
  pending?: {
    extraction: number;
    verification: number;
    purge: number;
  };
  failed?: {
    extraction: number;
    retrying: number;
    verification: number;
    inARow: number;
    note?: string;
  };
}

export interface Key {
  id: string;
  userId: string;
  rights: Array<"read" | "write" | "admin">;
  createdAt: string;
  revokedAt: string | null;
  isCurrent: boolean;
}

export interface Job {
  name: string;
  title: string;
  does: string;
  /** it calls the language model; without one it does less */
  asksModel: boolean;
  /** undoing its run reverts that */
  changesMemory: boolean;
  /** only shows what it would do, unless you ask for more */
  dryRun: boolean;
}

export interface Run {
  id: string;
  userId: string | null;
  job: string;
  state: "running" | "done" | "failed" | "aborted";
  dryRun: boolean;
  startedAt: string;
  finishedAt: string | null;
  result: Record<string, number>;
  error: string | null;
}

export interface DiffLine {
  action: "create" | "change" | "delete" | "propose" | "wait";
  kind: "entity" | "fact" | "review" | "episode" | "community";
  id: string;
  name: string | null;
  fields: Array<{
    field: string;
    from: unknown;
    to: unknown;
  }>;
  changeId: string | null;
  undone: boolean;
}

export interface ScheduledJob {
  job: string;
  /** a cron expression; null: it is not scheduled */
  expression: string | null;
  timeZone: string;
  nextAt: string | null;
  /** when the schedule last began it */
  lastAt: string | null;
  paused: boolean;
}

export interface Link {
  id: string;
  type: "led_to" | "relates_to" | "depends_on" | "contradicts" | "refines" | "answers";
  fromKind: "episode" | "entity" | "fact" | "conversation";
  fromId: string;
  toKind: "episode" | "entity" | "fact" | "conversation";
  toId: string;
  weight: number;
  derived: boolean;
  persistent: boolean;
  createdAt: string;
  expiresAt: string | null;
}

export interface Settings {
  timeZone: string;
  language: string | null;
  retentionDays: number | null;
  archiveAfterDays: number | null;
  quietHours: {
    from: string;
    to: string;
  } | null;
  recallRecipe: string | null;
  instructions: string | null;
  temperature: number | null;
  effort: "low" | "medium" | "high" | null;
  reminders: boolean;
  idTemplates: Array<{
    system: string;
    template: string;
  }>;
}

export interface Stats {
  episodes: number;
  conversations: number;
  entities: Record<string, number>;
  facts: Record<string, number>;
  rejections: Record<string, number>;
  types: Array<{
    type: string;
    count: number;
  }>;
  predicates: Array<{
    predicate: string;
    count: number;
  }>;
  pending: {
    extraction: number;
    verification: number;
  };
}

export interface LearnedRanking {
  ranking: {
    since: string | null;
    learnedAt: string | null;
    weights: Partial<Record<"recency" | "importance" | "confidence" | "stability" | "turn" | "thing" | "evidence" | "vector" | "text" | "graph", number>>;
    questions: number;
    shipped: number;
    learned: number;
  } | null;
  factorMax: number;
}

export interface EpisodeDetail {
  id: string;
  conversationId: string;
  ordinal: number;
  userMessage: string;
  assistantReply: string | null;
  speaker: string | null;
  source: "chat" | "api" | "import" | "document" | "consolidated";
  state: "open" | "complete" | "interrupted";
  memory: "on" | "read" | "off";
  mode: "chat" | "memory";
  occurredAt: string;
  recordedAt: string;
  place: string | null;
  summary: string | null;
  emotion: string | null;
  valence: number;
  importance: number;
  context: string | null;
  extraction: {
    state: "none" | "pending" | "done" | "failed";
    attempts: number;
    error: string | null;
    retryAt: string | null;
  };
  verification: {
    state: "none" | "pending" | "done" | "deferred" | "failed";
    attempts: number;
    error: string | null;
  };
  consolidatedInto: string | null;
  sourceCount: number;
  externalId: string | null;
  replacedBy: string | null;
  model: string | null;
  error: string | null;
  redacted: boolean;
  intent: {
    kind: "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";
    state: "done" | "asked" | "on" | "off";
    candidates: Array<{
      factIds: Array<string>;
      episodeIds: Array<string>;
    }>;
    changeIds: Array<string>;
    everything?: true;
    pending?: Array<string>;
  } | null;
  outcome?: "success" | "partial" | "failure" | "neutral";
  contextType?: "search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state";
  tags?: string;
  recalled: Array<Recalled>;
  spooled?: true;
  factIds: Array<string>;
  /** the same facts in words */
  noted: Array<Noted>;
  entities: Array<{
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
    spans: Array<{
      start: number;
      end: number;
    }>;
  }>;
  passes: Array<{
    purpose: "reply" | "tools" | "extract" | "blind" | "verdict-a" | "verdict-b" | "adjudicate" | "confirm" | "consequences" | "aftermath" | "web";
    at: string;
    origin: string;
    model: string;
    promptTokens: number;
    completionTokens: number;
    seconds: number;
    reasoning: string | null;
    suspicion: number | null;
  }>;
}

export interface Vocabulary {
  types: Array<{
    type: string;
    count: number;
  }>;
  predicates: Array<{
    predicate: string;
    count: number;
    /** the name under which other spellings of it are compared */
    family: string;
    /** how many hold at once */
    values: "one" | "many" | "unknown";
  }>;
}

export interface EntityStatus {
  entity: Entity;
  things: Array<{
    type: string;
    items: Array<{
      entity: Entity;
      /** facts that link them */
      factIds: Array<string>;
      /** turns about both */
      episodeIds: Array<string>;
    }>;
  }>;
  /** completed actions, newest first */
  actions: Array<{
    id: string;
    conversationId: string;
    ordinal: number;
    userMessage: string;
    assistantReply: string | null;
    speaker: string | null;
    source: "chat" | "api" | "import" | "document" | "consolidated";
    state: "open" | "complete" | "interrupted";
    memory: "on" | "read" | "off";
    mode: "chat" | "memory";
    occurredAt: string;
    recordedAt: string;
    place: string | null;
    summary: string | null;
    emotion: string | null;
    valence: number;
    importance: number;
    context: string | null;
    extraction: {
      state: "none" | "pending" | "done" | "failed";
      attempts: number;
      error: string | null;
      retryAt: string | null;
    };
    verification: {
      state: "none" | "pending" | "done" | "deferred" | "failed";
      attempts: number;
      error: string | null;
    };
    consolidatedInto: string | null;
    sourceCount: number;
    externalId: string | null;
    replacedBy: string | null;
    model: string | null;
    error: string | null;
    redacted: boolean;
    intent: {
      kind: "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";
      state: "done" | "asked" | "on" | "off";
      candidates: Array<{
        factIds: Array<string>;
        episodeIds: Array<string>;
      }>;
      changeIds: Array<string>;
      everything?: true;
      pending?: Array<string>;
    } | null;
    outcome?: "success" | "partial" | "failure" | "neutral";
    contextType?: "search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state";
    tags?: string;
  }>;
  /** facts that begin later */
  plans: Array<Fact>;
  /** newest first */
  facts: Array<Fact>;
  /** other turns about it, newest first */
  turns: Array<{
    id: string;
    conversationId: string;
    ordinal: number;
    userMessage: string;
    assistantReply: string | null;
    speaker: string | null;
    source: "chat" | "api" | "import" | "document" | "consolidated";
    state: "open" | "complete" | "interrupted";
    memory: "on" | "read" | "off";
    mode: "chat" | "memory";
    occurredAt: string;
    recordedAt: string;
    place: string | null;
    summary: string | null;
    emotion: string | null;
    valence: number;
    importance: number;
    context: string | null;
    extraction: {
      state: "none" | "pending" | "done" | "failed";
      attempts: number;
      error: string | null;
      retryAt: string | null;
    };
    verification: {
      state: "none" | "pending" | "done" | "deferred" | "failed";
      attempts: number;
      error: string | null;
    };
    consolidatedInto: string | null;
    sourceCount: number;
    externalId: string | null;
    replacedBy: string | null;
    model: string | null;
    error: string | null;
    redacted: boolean;
    intent: {
      kind: "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";
      state: "done" | "asked" | "on" | "off";
      candidates: Array<{
        factIds: Array<string>;
        episodeIds: Array<string>;
      }>;
      changeIds: Array<string>;
      everything?: true;
      pending?: Array<string>;
    } | null;
    outcome?: "success" | "partial" | "failure" | "neutral";
    contextType?: "search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state";
    tags?: string;
  }>;
}

export interface GraphInsights {
  things: number;
  /** those that link two things, or one and the user */
  facts: number;
  /** by personalised PageRank */
  important: Array<{
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
    score: number;
  }>;
  /** by the share of shortest ways between two others that lead through it */
  bridges: Array<{
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
    score: number;
  }>;
  /** `score` others are no longer linked to the rest without it */
  cutPoints: Array<{
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
    score: number;
  }>;
  /** facts of that kind */
  cutLinks: Array<{
    fact: Noted;
    score: number;
  }>;
  /** sets of linked things with no link between them */
  groups: number;
  largest: Array<{
    size: number;
    /** those linked most */
    members: Array<{
      id: string;
      name: string;
      type: string;
      isSelf: boolean;
    }>;
  }>;
  /** kinds of links, most frequent first: one, two in a row, three in a ring */
  patterns: Array<{
    /** for example `(person)-[WORKS_AT]->(company)` */
    pattern: string;
    shape: "link" | "chain" | "triangle";
    count: number;
    example: Array<Noted>;
  }>;
  topics: Array<Community>;
}

export interface GraphPaths {
  from: {
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
  };
  to: {
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
  };
  /** links of the shortest way; null: nothing connects them */
  distance: number | null;
  /** shortest first, at most six facts long; through the user only if there is no other */
  paths: Array<Array<Fact>>;
}

export interface Portrait {
  paragraphs: Array<{
    sentences: Array<{
      text: string;
      /** when it was said, where its words depend on that: "tomorrow", an age */
      saidAt: string | null;
      /** what it states */
      facts: Array<{
        id: string;
        /** another one once the fact states something else */
        version: string;
      }>;
    }>;
  }>;
  /** verified facts beyond these */
  more: number;
  entity: {
    id: string;
    name: string;
    type: string;
    isSelf: boolean;
  };
}

export interface ComingUp {
  text: string;
  status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
  factId: string;
  /** null for an intention without a date */
  when: string | null;
  precision: "year" | "month" | "day" | "minute" | null;
  /** by your calendar; 0 for today and for a month that has begun */
  daysUntil: number | null;
  isYearly: boolean;
}

export interface Procedure {
  /** of an entity: forgotten and undone like any other */
  id: string;
  name: string;
  steps: Array<string>;
  tags: Array<string>;
  /** of the newest 30 uses and outcomes */
  uses: number;
  worked: number;
  partly: number;
  failed: number;
  /** 0-1, partly counts half; null if it was never tried */
  successRate: number | null;
  lastUsedAt: string | null;
}

export interface RejectionPatterns {
  total: number;
  overruled: number;
  byReason: Record<string, number>;
  byStage: Record<string, number>;
  byPredicate: Record<string, number>;
  /** by prompt and version */
  byOrigin: Record<string, number>;
  /** oldest first; `rate`: the share that was refused */
  overTime: Array<{
    period: string;
    rejections: number;
    rate: number;
  }>;
}

export interface Decision {
  id: string;
  kind: "dispute" | "merge" | "inferred" | "forget" | "closing" | "insight";
  state: "accepted" | "rejected";
  /** undoing it undoes the decision; null when it had been decided before */
  runId: string | null;
  /** the fact that now holds */
  factId: string | null;
  /** the merged entity */
  entityId: string | null;
}

export type ReviewItem = {
  kind: "dispute";
  id: string;
  state: "open";
  at: string;
  /** said last */
  fact: Fact;
  against: Array<Fact>;
} | {
  id: string;
  state: "open" | "accepted" | "rejected";
  reason: "same_name" | "shared_alias" | "contained_name" | "nickname" | "misspelling" | "role" | "near" | "asked" | "similar" | "sibling_of_sibling" | "sibling_back" | "spouse_back" | "parent_of_child" | "child_of_parent" | "parent_of_parent" | "same_employer" | "part_of_part" | "place_in_place" | "statement" | "maybe" | "words" | "turn" | "name" | "request" | "superseded" | "corrected" | "retracted" | "change" | "low_mood" | "weekday" | "risk";
  at: string;
  decidedAt: string | null;
  decidedBy: "user" | "code" | "model" | null;
  runId: string | null;
  kind: "merge";
  entities: Array<{
    id: string;
    name: string;
    type: string;
    aliases: Array<{
      alias: string;
      kind: "name" | "nickname" | "role" | "misspelling" | "merged";
    }>;
    summary: string | null;
    properties: Record<string, string | number | boolean>;
    confidence: number;
    mentionCount: number;
    createdAt: string;
    lastMentionedAt: string;
    status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
    isSelf: boolean;
    externalKeys: Array<{
      system: string;
      id: string;
    }>;
    mergedInto?: string;
    summaryBasis?: {
      factIds: Array<string>;
      writtenBy: "code" | "model";
      asked: boolean;
    } | null;
    facts: Array<Fact>;
  }>;
} | {
  id: string;
  state: "open" | "accepted" | "rejected";
  reason: "same_name" | "shared_alias" | "contained_name" | "nickname" | "misspelling" | "role" | "near" | "asked" | "similar" | "sibling_of_sibling" | "sibling_back" | "spouse_back" | "parent_of_child" | "child_of_parent" | "parent_of_parent" | "same_employer" | "part_of_part" | "place_in_place" | "statement" | "maybe" | "words" | "turn" | "name" | "request" | "superseded" | "corrected" | "retracted" | "change" | "low_mood" | "weekday" | "risk";
  at: string;
  decidedAt: string | null;
  decidedBy: "user" | "code" | "model" | null;
  runId: string | null;
  kind: "inferred";
  text: string | null;
  predicate: string | null;
  entities: Array<Entity>;
  /** what it follows from */
  facts: Array<Fact>;
} | {
  id: string;
  state: "open" | "accepted" | "rejected";
  at: string;
  decidedAt: string | null;
  decidedBy: "user" | "code" | "model" | null;
  kind: "forget";
  /** false for what your words could mean too: it is not hidden */
  sure: boolean;
  text: string;
  /** id of the turn that asked */
  askedIn: string;
} | {
  id: string;
  state: "open" | "accepted" | "rejected";
  reason: "same_name" | "shared_alias" | "contained_name" | "nickname" | "misspelling" | "role" | "near" | "asked" | "similar" | "sibling_of_sibling" | "sibling_back" | "spouse_back" | "parent_of_child" | "child_of_parent" | "parent_of_parent" | "same_employer" | "part_of_part" | "place_in_place" | "statement" | "maybe" | "words" | "turn" | "name" | "request" | "superseded" | "corrected" | "retracted" | "change" | "low_mood" | "weekday" | "risk";
  at: string;
  decidedAt: string | null;
  decidedBy: "user" | "code" | "model" | null;
  runId: string | null;
  kind: "closing";
  fact: Fact;
  news: Fact | null;
} | {
  id: string;
  state: "open" | "accepted" | "rejected";
  reason: "same_name" | "shared_alias" | "contained_name" | "nickname" | "misspelling" | "role" | "near" | "asked" | "similar" | "sibling_of_sibling" | "sibling_back" | "spouse_back" | "parent_of_child" | "child_of_parent" | "parent_of_parent" | "same_employer" | "part_of_part" | "place_in_place" | "statement" | "maybe" | "words" | "turn" | "name" | "request" | "superseded" | "corrected" | "retracted" | "change" | "low_mood" | "weekday" | "risk";
  at: string;
  decidedAt: string | null;
  decidedBy: "user" | "code" | "model" | null;
  runId: string | null;
  kind: "insight";
  text: string;
  /** 0-1, a lower bound from counts */
  confidence: number;
  /** what it rests on */
  facts: Array<Fact>;
  turns: Array<{
    id: string;
    conversationId: string;
    userMessage: string;
    occurredAt: string;
  }>;
};

export interface SearchResult {
  kind: "fact" | "entity" | "episode" | "community";
  id: string;
  text: string;
  /** `gone`: forgotten or refused since */
  status: string;
  score: number;
  components: Record<string, number>;
  evidence: Array<{
    episodeId: string;
    start: number;
    end: number;
    quote: string;
    assertedBy: string;
    occurredAt: string;
  }>;
  /** newer words of yours that take the place of something believed */
  isNew?: true;
  /** it is over */
  isOutdated?: true;
  /** a chat would be given it: it speaks of the question */
  isTold: boolean;
}

export interface Found {
  results: Array<SearchResult>;
  /** little of what was found speaks of the question */
  weak: boolean;
  /** results that `relevance=any` would bring */
  leftOut: number;
  debug?: {
    lanes: Partial<Record<"vector" | "mention" | "recent" | "text" | "graph" | "temporal", {
      milliseconds: number;
      hits: Array<{
        kind: "fact" | "entity" | "episode" | "community";
        id: string;
        score: number;
      }>;
    }>>;
    fused: Array<{
      kind: "fact" | "entity" | "episode" | "community";
      id: string;
      relevance: number;
      read: boolean;
    }>;
    dropped: Array<{
      kind: "fact" | "entity" | "episode" | "community";
      id: string;
      why: "not visible" | "behind the limit" | "not relevant";
    }>;
  };
}

export interface DeadLetter {
  id: string;
  job: string;
  conversationId?: string;
  code: string;
  attempts: number;
  failedAt: string;
}

export interface Report {
  date: string;
  from: string;
  to: string;
  madeAt: string;
  complete: boolean;
  sent: boolean;
  turns: Record<string, number>;
  extractions: {
    total: number;
    done: number;
    failed: number;
    malformed: number;
    validated: number;
    rejected: number;
    successRate: number | null;
  };
  rejections: {
    total: number;
    byStage: Record<string, number>;
    byReason: Record<string, number>;
  };
  hallucinationRate: number | null;
  suspicious: {
    count: number;
    rate: number | null;
  };
  ensemble: {
    agreed: number;
    disagreed: number;
    agreement: number | null;
  };
  validations: Record<string, Record<string, number>>;
  feedback: {
    helpful: number;
    unhelpful: number;
    helpfulShare: number | null;
  };
  growth: {
    episodes: number;
    facts: number;
    entities: number;
  };
  duplicateRate: number | null;
  modelTokens: {
    prompt: number;
    completion: number;
    jobs: number;
  };
  graph: {
    episodes: number;
    conversations: number;
    entities: Record<string, number>;
    facts: Record<string, number>;
  };
  topEntities: Array<{
    id: string;
    name: string;
    mentions: number;
  }>;
  waiting: {
    extraction: number;
    verification: number;
    disputed: number;
    reviews: Record<string, number>;
  };
}

export interface Alert {
  kind: "hallucination_spike" | "suspicious_spike" | "queue_growth" | "dead_letters" | "backup_failed" | "disk_full" | "model_down";
  /** null: it is about the service */
  userId: string | null;
  at: string;
  counts: Record<string, number>;
}

export interface Session {
  id: string;
  keyId: string;
  startedAt: string;
  endsAt: string;
  /** what the browser calls itself */
  client: string;
  isCurrent: boolean;
}

export interface AuditRecord {
  id: string;
  at: string;
  actor: string;
  act: "key_created" | "key_revoked" | "signed_in" | "session_ended" | "backup" | "restore" | "restore_trusted" | "import" | "export" | "migrate" | "forget_everything" | "copies_removed" | "undo_run" | "prune" | "schedule_paused" | "schedule_resumed";
  userId: string | null;
  targets: Array<string>;
  counts: Record<string, number>;
}

/** Every route, by method and path. */
export interface Routes {
  /** The state of the service and its parts; without a key its status alone */
  "GET /health": {
    response: Health;
  };
  /** Sign a browser in with a key */
  "POST /session": {
    body: {
      /** an API key, `eng_...` */
      key: string;
    };
    response: null;
  };
  /** Sign a browser out; its session ends */
  "DELETE /session": {
    response: null;
  };
  /** Say something; the reply comes as JSON or, with Accept: text/event-stream, as events */
  "POST /chat": {
    header?: {
      /** the same key is one turn however often it is sent */
      "idempotency-key"?: string | undefined;
    };
    body: {
      /** what the user says */
      message: string;
      /** goes on with a conversation; without it a new one begins */
      conversationId?: string | undefined;
      /** `on`: recall, and learn from this turn; `read`: recall only; `off`: neither. The turn itself is kept in its conversation in all three */
      memory?: "on" | "read" | "off" | undefined;
      /** `memory`: the model is told to answer from memory alone, at temperature 0.15 */
      mode?: "chat" | "memory" | undefined;
      /** as data URLs, for a model that takes them; they are not stored */
      images?: Array<string> | undefined;
      /** id of the turn that this one edits or regenerates; what rested on the old turn alone is withdrawn */
      replaces?: string | undefined;
      /** id of an earlier turn of yours that this one takes the place of, in a branch: a new conversation that shares the turns before it. Nothing is withdrawn */
      branchFrom?: string | undefined;
    };
    response: ChatReply;
  };
  /** Threads, newest first, without archived ones; with q all whose title holds it or in which its words were said */
  "GET /conversations": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      /** only these */
      shelf?: "pinned" | "archived" | undefined;
      /** those whose title holds it, or in which each of its words was said or answered */
      q?: string | undefined;
    };
    response: {
      items: Array<ListedConversation>;
      nextCursor: string | null;
    };
  };
  /** One thread with its turns in order, each with the facts that were noted in it */
  "GET /conversations/{id}": {
    path: {
      id: string;
    };
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
    };
    response: Thread;
  };
  /** Rename, pin or archive */
  "PATCH /conversations/{id}": {
    path: {
      id: string;
    };
    body: {
      /** `null` takes the title away */
      title?: string | null | undefined;
      /** `null` puts it back; a new message in an archived one does that, too */
      shelf?: "pinned" | "archived" | null | undefined;
    };
    response: Conversation;
  };
  /** Forget a thread with everything that rests on it alone */
  "DELETE /conversations/{id}": {
    path: {
      id: string;
    };
    response: {
      forgotten: {
        facts: number;
        entities: number;
        episodes: number;
        conversations: number;
        redactions: number;
        rejections: number;
        changes: number;
      };
      /** whether the words have left the files as well */
      purged: true | "pending" | "unknown";
      /** turns that stay and hold similar words */
      similar: {
        turns: number;
        episodeIds: Array<string>;
      };
    };
  };
  /** Find memories; every result explains its score */
  "GET /memory/search": {
    query: {
      /** the question */
      q: string;
      /** what was true then (world time) */
      asOf?: string | undefined;
      /** what was believed then (system time) */
      knownAt?: string | undefined;
      /** only what was said since: turns, facts and things as with `conversationId` */
      from?: string | undefined;
      /** only what was said before */
      to?: string | undefined;
      /** `relevant`: nothing when nothing that was found speaks of the question; `any`: the nearest there is, however far */
      relevance?: "relevant" | "any" | undefined;
      /** only turns and things with one of these tags; a thing has `entity`, its type and its systems as tags; comma separated */
      tags?: string | undefined;
      /** only context of these types; things are `domain_entity`, facts `conversation_fact`; what was simply said has none; comma separated */
      contextTypes?: string | undefined;
      /** only what came up in the last hours */
      maxAgeHours?: number | undefined;
      /** only results with this score or a higher one */
      minRelevance?: number | undefined;
      limit?: number | undefined;
      /** name of the recipe that makes the scores */
      recipe?: string | undefined;
      /** statuses of facts and entities; without it `verified`, `staged` and `disputed`; comma separated */
      status?: string | undefined;
      /** `fact`, `entity`, `episode`, `community`, comma separated; communities (topics) are found only when named here, or by a recipe with `communities` */
      kind?: string | undefined;
      /** one or several (at most 100, comma separated): only what was said there: those turns, facts that rest on one of them, things one of them mentions */
      conversationId?: string | undefined;
      /** `true`: the answer has a `debug` too: what each lane brought with its score and its milliseconds, the order by fused relevance, and what was read and dropped */
      debug?: string | undefined;
    };
    response: Found;
  };
  /** The same as a body, with a recipe of one's own */
  "POST /memory/search": {
    body: {
      /** the question */
      q: string;
      /** what was true then (world time) */
      asOf?: string | undefined;
      /** what was believed then (system time) */
      knownAt?: string | undefined;
      /** only what was said since: turns, facts and things as with `conversationId` */
      from?: string | undefined;
      /** only what was said before */
      to?: string | undefined;
      /** `relevant`: nothing when nothing that was found speaks of the question; `any`: the nearest there is, however far */
      relevance?: "relevant" | "any" | undefined;
      /** only turns and things with one of these tags; a thing has `entity`, its type and its systems as tags */
      tags?: Array<string> | undefined;
      /** only context of these types; things are `domain_entity`, facts `conversation_fact`; what was simply said has none */
      contextTypes?: Array<"search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state"> | undefined;
      /** only what came up in the last hours */
      maxAgeHours?: number | undefined;
      /** only results with this score or a higher one */
      minRelevance?: number | undefined;
      limit?: number | undefined;
      /** name of the recipe that makes the scores, or one of your own */
      recipe?: string | {
        name?: string | undefined;
        /** candidates of each lane; one that is not named brings nothing */
        quotas: Partial<Record<"vector" | "mention" | "recent" | "text" | "graph" | "temporal", number>>;
        /** how lanes become one relevance: `sum` of their scores, or `rrf` of their ranks, by weights */
        fusion: {
          kind: "sum";
          weights: Partial<Record<"vector" | "mention" | "recent" | "text" | "graph" | "temporal", number>>;
        } | {
          kind: "rrf";
          k: number;
          weights: Partial<Record<"vector" | "mention" | "recent" | "text" | "graph" | "temporal", number>>;
        };
        /** weights of the parts of a score */
        profile: {
          relevance: number;
          importance: number;
          recency: number;
          mentions: number;
          confidence: number;
          outcome?: number | undefined;
          importanceFloor: number;
          recencyHalfLifeDays: number;
          kindFactor: {
            fact: number;
            entity: number;
            episode: number;
            community?: number | undefined;
          };
        };
        /** facts between what is named and what the graph lane finds; 2 when not given */
        graphDepth?: number | undefined;
        /** finds topics as well; they have the status `derived` */
        communities?: boolean | undefined;
        /** by what the first are put into another order at the end */
        rerank?: {
          kind: "rrf";
          k: number;
        } | {
          kind: "mmr";
          lambda: number;
        } | {
          kind: "node_distance";
        } | {
          kind: "episode_mentions";
        } | {
          kind: "cross_encoder";
          top: number;
        };
      };
      /** statuses of facts and entities; without it `verified`, `staged` and `disputed` */
      status?: Array<"staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived"> | undefined;
      /** communities (topics) are found only when named here, or by a recipe with `communities` */
      kind?: Array<"fact" | "entity" | "episode" | "community"> | undefined;
      /** only what was said there: those turns, facts that rest on one of them, things one of them mentions */
      conversationId?: string | Array<string> | undefined;
      /** ids of entities that count as named in the question: what is known of them and around them is looked at */
      origins?: Array<string> | undefined;
      /** id of the entity that `node_distance` counts from, instead of what the question names */
      center?: string | undefined;
      /** the answer has a `debug` too: what each lane brought with its score and its milliseconds, the order by fused relevance, and what was read and dropped */
      debug?: boolean | undefined;
    };
    response: Found;
  };
  /** Facts, newest first or sorted, of one entity (its id or name) or all */
  "GET /memory/facts": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      /** facts about one entity: its id, its name, or `user`. A name that several bear is refused with their ids */
      entity?: string | undefined;
      /** facts of these statuses, comma separated */
      status?: string | undefined;
      /** facts of these predicates, comma separated */
      predicate?: string | undefined;
      /** facts with this in their sentence, their predicate or the names at their ends */
      q?: string | undefined;
      /** what memory learned since */
      from?: string | undefined;
      /** what memory learned before */
      to?: string | undefined;
      /** facts of at least this confidence */
      minConfidence?: number | undefined;
      /** what was true then */
      asOf?: string | undefined;
      /** what was believed then */
      knownAt?: string | undefined;
      /** without it `learned`, newest first; `valid`: when it began to be true */
      sort?: "learned" | "valid" | "confidence" | "predicate" | undefined;
      /** without it `asc` by `name` and `predicate`, else `desc` */
      order?: "asc" | "desc" | undefined;
    };
    response: {
      items: Array<Fact>;
      nextCursor: string | null;
    };
  };
  /** State a fact by hand; it is verified */
  "POST /memory/facts": {
    body: {
      /** name or id of an entity, or `user` */
      subject: string;
      /** the relation */
      predicate: string;
      /** name of an entity, or a value */
      object: string;
      /** what `object` is */
      objectKind?: "entity" | "value" | undefined;
      /** `negative`: it is not so */
      polarity?: "positive" | "negative" | undefined;
      /** the fact as a sentence */
      text: string;
      /** since when it is true in the world */
      validAt?: string | null | undefined;
      /** until when it was true; not in it */
      invalidAt?: string | null | undefined;
    };
    response: Fact;
  };
  /** One fact with its evidence */
  "GET /memory/facts/{id}": {
    path: {
      id: string;
    };
    response: Fact;
  };
  /** Correct a fact */
  "PATCH /memory/facts/{id}": {
    path: {
      id: string;
    };
    body: {
      /** the relation */
      predicate?: string | undefined;
      /** name of an entity, or a value */
      object?: string | undefined;
      /** `negative`: it is not so */
      polarity?: "positive" | "negative" | undefined;
      /** the fact as a sentence */
      text?: string | undefined;
      /** since when it is true in the world */
      validAt?: string | null | undefined;
      /** until when it was true; not in it */
      invalidAt?: string | null | undefined;
      status?: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived" | undefined;
    };
    response: Fact;
  };
  /** Why a fact is believed: all that went into it */
  "GET /memory/facts/{id}/trace": {
    path: {
      id: string;
    };
    response: {
      /** as it came in; null when that is not known any more */
      proposal: unknown;
      evidence: Array<{
        episodeId: string;
        part: "user" | "assistant";
        start: number;
        end: number;
        quote: string;
        assertedBy: string;
        occurredAt: string;
        turn: {
          id: string;
          conversationId: string;
          speaker: string | null;
          userMessage: string;
          assistantReply: string | null;
          occurredAt: string;
        } | null;
      }>;
      passes: Array<{
        episodeId: string;
        purpose: "reply" | "tools" | "extract" | "blind" | "verdict-a" | "verdict-b" | "adjudicate" | "confirm" | "consequences" | "aftermath" | "web";
        at: string;
        origin: string;
        model: string;
        promptTokens: number;
        completionTokens: number;
        seconds: number;
        reasoning: string | null;
        suspicion: number | null;
        ballot: "for" | "against" | "unclear" | null;
        /** by the id of the known fact */
        rulings: Record<string, "update" | "ending" | "correction" | "duplicate" | "precise" | "both" | "unclear">;
        /** addresses of the pages that a web check read */
        sources: Array<string>;
      }>;
      /** oldest first */
      changes: Array<Change>;
      rejections: Array<Rejection>;
      fact: Fact;
    };
  };
  /** Entities, newest first or sorted; with `q` those first that have just that name */
  "GET /memory/entities": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      /** things of this type */
      type?: string | undefined;
      status?: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived" | undefined;
      /** part of a name */
      q?: string | undefined;
      /** those of which something was true then */
      asOf?: string | undefined;
      /** those of which something was believed then */
      knownAt?: string | undefined;
      /** without it `learned`, newest first; `mentioned`: when last */
      sort?: "learned" | "name" | "mentions" | "mentioned" | "confidence" | undefined;
      /** without it `asc` by `name` and `predicate`, else `desc` */
      order?: "asc" | "desc" | undefined;
    };
    response: {
      items: Array<Entity>;
      nextCursor: string | null;
    };
  };
  /** Things and what joins them, for drawing: around one (its id or name), or those joined most */
  "GET /memory/graph": {
    query?: {
      /** what is around this one (its id or name); without it the things that most statements join, and the user */
      entity?: string | undefined;
      /** nodes at most */
      limit?: number | undefined;
      /** leaves out what fewer statements join */
      minDegree?: number | undefined;
      /** what was true then */
      asOf?: string | undefined;
      /** what was believed then */
      knownAt?: string | undefined;
    };
    response: Graph;
  };
  /** Kinds of things and relations that are in use, most used first */
  "GET /memory/schema": {
    response: Vocabulary;
  };
  /** Topics: things that are known and talked of together, newest first */
  "GET /memory/communities": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
    };
    response: {
      items: Array<Community>;
      nextCursor: string | null;
    };
  };
  /** One topic with its members and the facts it tells */
  "GET /memory/communities/{id}": {
    path: {
      id: string;
    };
    response: {
      id: string;
      name: string;
      summary: string;
      members: Array<{
        id: string;
        name: string;
        type: string;
        isSelf: boolean;
      }>;
      writtenBy: "code" | "model";
      createdAt: string;
      updatedAt: string;
      memberCount: number;
      facts: Array<Fact>;
    };
  };
  /** What stands around one entity: the things linked to it by type, last actions, plans, newest facts, turns */
  "GET /memory/entities/{id}/status": {
    path: {
      id: string;
    };
    response: EntityStatus;
  };
  /** One entity with its facts, those of a time with asOf or knownAt; of a merged one, the entity it is now */
  "GET /memory/entities/{id}": {
    path: {
      id: string;
    };
    query?: {
      /** what was true then */
      asOf?: string | undefined;
      /** what was believed then */
      knownAt?: string | undefined;
    };
    response: {
      id: string;
      name: string;
      type: string;
      aliases: Array<{
        alias: string;
        kind: "name" | "nickname" | "role" | "misspelling" | "merged";
      }>;
      summary: string | null;
      properties: Record<string, string | number | boolean>;
      confidence: number;
      mentionCount: number;
      createdAt: string;
      lastMentionedAt: string;
      status: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived";
      isSelf: boolean;
      externalKeys: Array<{
        system: string;
        id: string;
      }>;
      mergedInto?: string;
      summaryBasis?: {
        factIds: Array<string>;
        writtenBy: "code" | "model";
        asked: boolean;
      } | null;
      facts: Array<Fact>;
    };
  };
  /** Correct what a thing is called and what it is; taken back by undoing the run */
  "PATCH /memory/entities/{id}": {
    path: {
      id: string;
    };
    body: {
      /** its facts call it by this one; the old one stays an alias */
      name?: string | undefined;
      /** such as `person`, `place`, `project` */
      type?: string | undefined;
      /** its other names, in the place of those it has */
      aliases?: Array<string> | undefined;
      /** its ids in other systems, in the place of those it has */
      externalKeys?: Array<{
        system: string;
        id: string;
      }>;
    };
    response: {
      entity: Entity;
      runId: string;
    };
  };
  /** The shape of the graph: what is important, what links the rest, what occurs often */
  "GET /memory/graph/insights": {
    query?: {
      /** what is important seen from this one instead of from the user: its id, its name, or `user`. A name that several bear is refused with their ids */
      entity?: string | undefined;
    };
    response: GraphInsights;
  };
  /** How two things are connected: the facts on the ways from one to the other */
  "GET /memory/graph/paths": {
    query: {
      /** one end: its id, its name, or `user`. A name that several bear is refused with their ids */
      from: string;
      /** the other end: its id, its name, or `user`. A name that several bear is refused with their ids */
      to: string;
      /** paths at most */
      limit?: number | undefined;
    };
    response: GraphPaths;
  };
  /** What is known about you, or about one entity, as prose: each sentence with the verified facts it states */
  "GET /memory/portrait": {
    query?: {
      /** its id or its name, or `user` */
      entity?: string | undefined;
    };
    response: Portrait;
  };
  /** What lies ahead: dated plans and changes, birthdays, then intentions without a date */
  "GET /memory/coming-up": {
    query?: {
      /** how far ahead */
      days?: number | undefined;
    };
    response: {
      items: Array<ComingUp>;
      nextCursor: string | null;
    };
  };
  /** Remember something that was said elsewhere; extracted in the background */
  "POST /memory/episodes": {
    body: {
      /** what was said */
      text: string;
      /** who said it, when it was not the user */
      speaker?: string | undefined;
      /** when it was said; without it, or in the future, now */
      occurredAt?: string | undefined;
      /** of an existing one; without it a new one begins */
      conversationId?: string | undefined;
      source?: "api" | "import" | "document" | undefined;
      /** your own id; the same one is stored once */
      externalId?: string | undefined;
      /** how it ended */
      outcome?: "success" | "partial" | "failure" | "neutral" | undefined;
      /** without it, something that was said */
      contextType?: "search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state" | undefined;
      /** words it is found by, lowercase */
      tags?: Array<string> | undefined;
      /** things in other systems: each is one thing in memory */
      about?: Array<{
        system: string;
        id: string;
        /** such as `account` or `case` */
        type?: string | undefined;
        /** as people call it */
        name?: string | undefined;
      }>;
    };
    response: {
      id: string;
      conversationId: string;
      ordinal: number;
      userMessage: string;
      assistantReply: string | null;
      speaker: string | null;
      source: "chat" | "api" | "import" | "document" | "consolidated";
      state: "open" | "complete" | "interrupted";
      memory: "on" | "read" | "off";
      mode: "chat" | "memory";
      occurredAt: string;
      recordedAt: string;
      place: string | null;
      summary: string | null;
      emotion: string | null;
      valence: number;
      importance: number;
      context: string | null;
      extraction: {
        state: "none" | "pending" | "done" | "failed";
        attempts: number;
        error: string | null;
        retryAt: string | null;
      };
      verification: {
        state: "none" | "pending" | "done" | "deferred" | "failed";
        attempts: number;
        error: string | null;
      };
      consolidatedInto: string | null;
      sourceCount: number;
      externalId: string | null;
      replacedBy: string | null;
      model: string | null;
      error: string | null;
      redacted: boolean;
      intent: {
        kind: "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";
        state: "done" | "asked" | "on" | "off";
        candidates: Array<{
          factIds: Array<string>;
          episodeIds: Array<string>;
        }>;
        changeIds: Array<string>;
        everything?: true;
        pending?: Array<string>;
      } | null;
      outcome?: "success" | "partial" | "failure" | "neutral";
      contextType?: "search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state";
      tags?: string;
      recalled: Array<Recalled>;
      spooled?: true;
      episodeId: string;
    };
  };
  /** Episodes, newest first; or those whose extraction waits, is retried or failed, or whose verification failed, with the reason; or those about which a reasoning of the model looked suspicious */
  "GET /memory/episodes": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      conversationId?: string | undefined;
      /** turns that are still to be extracted: `pending` waits, `retrying` waits and an attempt failed, `failed` is set aside after its last attempt */
      extraction?: "pending" | "retrying" | "failed" | undefined;
      /** those that the model failed at while it verified them */
      verification?: "failed" | undefined;
      /** `true`: those about which the model, reading or voting, thought doubtfully: it hedged, contradicted itself or gave no grounds */
      suspicious?: string | undefined;
    };
    response: {
      items: Array<Episode>;
      nextCursor: string | null;
    };
  };
  /** Say how something that was tried ended: what was recalled for it is credited */
  "PUT /memory/episodes/{id}/outcome": {
    path: {
      id: string;
    };
    body: {
      outcome: "success" | "partial" | "failure" | "neutral";
    };
    response: Episode;
  };
  /** Extract again all episodes whose extraction failed */
  "POST /memory/episodes/extract": {
    body: {
      state: "failed";
    };
    response: {
      count: number;
    };
  };
  /** Verify again, with the next pass, all episodes that the model failed at */
  "POST /memory/episodes/verify": {
    body: {
      state: "failed";
    };
    response: {
      count: number;
    };
  };
  /** Extract again one episode whose extraction failed or waits for its next attempt */
  "POST /memory/episodes/{id}/extract": {
    path: {
      id: string;
    };
    response: {
      id: string;
    };
  };
  /** What was said when, newest first, with the facts that rest on it */
  "GET /memory/timeline": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      /** what was said since */
      from?: string | undefined;
      /** what was said before */
      to?: string | undefined;
    };
    response: {
      items: Array<{
        id: string;
        conversationId: string;
        ordinal: number;
        userMessage: string;
        assistantReply: string | null;
        speaker: string | null;
        source: "chat" | "api" | "import" | "document" | "consolidated";
        state: "open" | "complete" | "interrupted";
        memory: "on" | "read" | "off";
        mode: "chat" | "memory";
        occurredAt: string;
        recordedAt: string;
        place: string | null;
        summary: string | null;
        emotion: string | null;
        valence: number;
        importance: number;
        context: string | null;
        extraction: {
          state: "none" | "pending" | "done" | "failed";
          attempts: number;
          error: string | null;
          retryAt: string | null;
        };
        verification: {
          state: "none" | "pending" | "done" | "deferred" | "failed";
          attempts: number;
          error: string | null;
        };
        consolidatedInto: string | null;
        sourceCount: number;
        externalId: string | null;
        replacedBy: string | null;
        model: string | null;
        error: string | null;
        redacted: boolean;
        intent: {
          kind: "forget" | "remember" | "off_record" | "why" | "wrong" | "undo";
          state: "done" | "asked" | "on" | "off";
          candidates: Array<{
            factIds: Array<string>;
            episodeIds: Array<string>;
          }>;
          changeIds: Array<string>;
          everything?: true;
          pending?: Array<string>;
        } | null;
        outcome?: "success" | "partial" | "failure" | "neutral";
        contextType?: "search_result" | "user_selection" | "tool_output" | "domain_entity" | "completed_action" | "conversation_fact" | "temporary_state";
        tags?: string;
        facts: Array<Fact>;
      }>;
      nextCursor: string | null;
    };
  };
  /** All that was ever true of one entity, in the order in which it began */
  "GET /memory/entities/{id}/history": {
    path: {
      id: string;
    };
    response: {
      items: Array<Fact>;
    };
  };
  /** One episode with what it mentions, the facts that rest on it, those that ended as well, and what the model thought of it */
  "GET /memory/episodes/{id}": {
    path: {
      id: string;
    };
    response: EpisodeDetail;
  };
  /** Link two memories; the same type between the same two again replaces the link */
  "POST /memory/links": {
    body: {
      /** how the first bears on the second */
      type: "led_to" | "relates_to" | "depends_on" | "contradicts" | "refines" | "answers";
      from: {
        kind: "episode" | "entity" | "fact" | "conversation";
        id: string;
      };
      to: {
        kind: "episode" | "entity" | "fact" | "conversation";
        id: string;
      };
      /** how strongly */
      weight?: number | undefined;
      /** `false`: it ends after a day, unless `expiresAt` says when */
      persistent?: boolean | undefined;
      /** when it ends by itself */
      expiresAt?: string | null | undefined;
    };
    response: Link;
  };
  /** Links between memories, newest first */
  "GET /memory/links": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      /** of an episode, an entity, a fact or a conversation at either end */
      id?: string | undefined;
      type?: "led_to" | "relates_to" | "depends_on" | "contradicts" | "refines" | "answers" | undefined;
    };
    response: {
      items: Array<Link>;
      nextCursor: string | null;
    };
  };
  /** Remove a link; what it linked stays */
  "DELETE /memory/links/{id}": {
    path: {
      id: string;
    };
    response: null;
  };
  /** How-tos with their steps and record, newest first */
  "GET /memory/procedures": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
    };
    response: {
      items: Array<Procedure>;
      nextCursor: string | null;
    };
  };
  /** Save a how-to; one of the same name gets the new steps and keeps its record */
  "POST /memory/procedures": {
    body: {
      /** what it is for */
      name: string;
      /** in order */
      steps: Array<string>;
      /** words it is found by, lowercase */
      tags?: Array<string> | undefined;
    };
    response: Procedure;
  };
  /** A how-to */
  "GET /memory/procedures/{id}": {
    path: {
      id: string;
    };
    response: Procedure;
  };
  /** Report how a use of it ended */
  "POST /memory/procedures/{id}/outcome": {
    path: {
      id: string;
    };
    body: {
      outcome: "success" | "partial" | "failure" | "neutral";
      /** kept as a message of yours */
      note?: string | undefined;
    };
    response: Procedure;
  };
  /** Forget for good; cannot be undone */
  "POST /memory/forget": {
    body: {
      factId?: string | undefined;
      /** takes its facts along */
      entityId?: string | undefined;
      episodeId?: string | undefined;
      conversationId?: string | undefined;
      /** with `to`: what was said in this time */
      from?: string | undefined;
      /** not in it */
      to?: string | undefined;
      /** all of your memory */
      everything?: true | undefined;
      /** `true`: takes the files away, too, that your own memory was copied to before */
      removeCopies?: boolean | undefined;
    };
    response: {
      forgotten: {
        facts: number;
        entities: number;
        episodes: number;
        conversations: number;
        redactions: number;
        rejections: number;
        changes: number;
      };
      /** whether the words have left the files as well */
      purged: true | "pending" | "unknown";
      /** turns that stay and hold similar words */
      similar: {
        turns: number;
        episodeIds: Array<string>;
      };
      /** files that still hold it */
      copies: Array<string>;
    };
  };
  /** Files that hold this memory as it was: your backups, what was pruned, the database before an upgrade */
  "GET /memory/copies": {
    response: {
      items: Array<{
        name: string;
      }>;
      nextCursor: string | null;
    };
  };
  /** Remove your own copies; those of the whole database stay */
  "DELETE /memory/copies": {
    response: {
      removed: number;
    };
  };
  /** Every change of the graph, newest first */
  "GET /memory/changes": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      /** changes of one thing */
      targetId?: string | undefined;
      /** changes made by one run */
      runId?: string | undefined;
    };
    response: {
      items: Array<Change>;
      nextCursor: string | null;
    };
  };
  /** Restore what stood before one change */
  "POST /memory/changes/{id}/undo": {
    path: {
      id: string;
    };
    response: Change;
  };
  /** What was heard but not checked yet */
  "GET /memory/staging": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
    };
    response: {
      items: Array<StoredFact>;
      nextCursor: string | null;
    };
  };
  /** Say whether a recalled memory helped */
  "POST /memory/feedback": {
    body: {
      /** of a fact, an entity, an episode or a community */
      id: string;
      helpful: boolean;
      /** the turn it was recalled for: its question teaches the ranking */
      turnId?: string | undefined;
    };
    response: null;
  };
  /** Counts */
  "GET /memory/stats": {
    response: Stats;
  };
  /** Time zone, language, retention, quiet hours, recall recipe, reminders */
  "GET /settings": {
    response: Settings;
  };
  /** Replace the settings */
  "PUT /settings": {
    body: {
      /** an IANA name such as `Europe/Berlin`; decides what "yesterday" means and how dates are written */
      timeZone: string;
      /** code of two or three letters; how dates in your words are read (else it is told from the text) */
      language?: string | null | undefined;
      /** an episode older than this is forgotten, as by `POST /memory/forget`, within the hour */
      retentionDays?: number | null | undefined;
      /** a conversation whose last message is older is archived: left out of lists, found by search */
      archiveAfterDays?: number | null | undefined;
      /** `HH:MM`, local time: the idle clock starts no pass and sends no reminder then; a pass asked for by hand runs */
      quietHours?: {
        from: string;
        to: string;
      } | null;
      /** recipe of `GET /memory/search` by which a chat ranks what it recalls; `null` is `default` */
      recallRecipe?: string | null | undefined;
      /** what the assistant is to know or do in every conversation; it comes before all else */
      instructions?: string | null | undefined;
      /** of replies, 0 to 2; `null` leaves it to the service */
      temperature?: number | null | undefined;
      /** how hard the model thinks about a reply; `null` is `low` */
      effort?: "low" | "medium" | "high" | null | undefined;
      /** forms of ids in systems of yours, such as `TKT-{digits}`; `{letters}` and `{alnum}` may stand in them too */
      idTemplates?: Array<{
        system: string;
        template: string;
      }>;
      /** `true`: plans are brought up when they are due, by mail or webhook and in chat */
      reminders?: boolean | undefined;
    };
    response: Settings;
  };
  /** What your questions taught the ranking: a weight for each part of the score, and how well the memories that were of use rank with it (`learned`) and without (`shipped`), as mean reciprocal rank. No score changes by more than the factor `factorMax` */
  "GET /memory/ranking": {
    response: LearnedRanking;
  };
  /** Return to the shipped ranking; feedback until now no longer teaches it */
  "DELETE /memory/ranking": {
    response: LearnedRanking;
  };
  /** Whether a memory was of use: its newest feedback, and the sum of it from -1 to 1, older events counting less */
  "GET /memory/feedback/{id}": {
    path: {
      /** of a fact, an entity, an episode or a community */
      id: string;
    };
    response: {
      usefulness: number;
      lastUsedAt: string | null;
      events: Array<Feedback>;
    };
  };
  /** Proposals that were refused, with the reason */
  "GET /memory/rejections": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      /** why it was refused */
      reason?: "invalid_syntax" | "invalid_schema" | "low_confidence" | "no_evidence" | "not_in_turn" | "question" | "hypothetical" | "negation_lost" | "pasted_text" | "fiction" | "reported_speech" | "sarcasm" | "assistant_only" | "recall_echo" | "instruction" | "off_record" | "wrong_subject" | "forgotten" | "duplicate" | "contradicted" | "fact_check_failed" | "ensemble_disagreement" | "rejected_by_user" | undefined;
      /** where it was refused */
      stage?: "syntax" | "shape" | "grounding" | "consistency" | "ensemble" | "adjudication" | "web" | "confidence" | "review" | undefined;
      /** of the turn it was read from */
      episodeId?: string | undefined;
      /** refused since */
      from?: string | undefined;
      /** refused before */
      to?: string | undefined;
    };
    response: {
      items: Array<Rejection>;
      nextCursor: string | null;
    };
  };
  /** What is refused most, and whether it grows */
  "GET /memory/rejections/patterns": {
    query?: {
      /** refused since */
      from?: string | undefined;
      /** refused before */
      to?: string | undefined;
      /** the period of `overTime` */
      by?: "day" | "week" | undefined;
    };
    response: RejectionPatterns;
  };
  /** Refused proposals with the words around them, as training pairs (JSONL) */
  "GET /memory/rejections/export": {
    query?: {
      /** why it was refused */
      reason?: "invalid_syntax" | "invalid_schema" | "low_confidence" | "no_evidence" | "not_in_turn" | "question" | "hypothetical" | "negation_lost" | "pasted_text" | "fiction" | "reported_speech" | "sarcasm" | "assistant_only" | "recall_echo" | "instruction" | "off_record" | "wrong_subject" | "forgotten" | "duplicate" | "contradicted" | "fact_check_failed" | "ensemble_disagreement" | "rejected_by_user" | undefined;
      /** where it was refused */
      stage?: "syntax" | "shape" | "grounding" | "consistency" | "ensemble" | "adjudication" | "web" | "confidence" | "review" | undefined;
      /** of the turn it was read from */
      episodeId?: string | undefined;
      /** refused since */
      from?: string | undefined;
      /** refused before */
      to?: string | undefined;
      /** lines at most */
      limit?: number | undefined;
    };
    response: Response;
  };
  /** Extraction requests with a right answer (what was verified) or a wrong one (what was refused), as chats for training (JSONL) */
  "GET /memory/training": {
    query?: {
      /** lines at most */
      limit?: number | undefined;
    };
    response: Response;
  };
  /** Why one proposal was refused: all that is known */
  "GET /memory/rejections/{id}": {
    path: {
      id: string;
    };
    response: {
      /** as it came in; null when that is not known any more */
      proposal: unknown;
      evidence: Array<{
        episodeId: string;
        part: "user" | "assistant";
        start: number;
        end: number;
        quote: string;
        assertedBy: string;
        occurredAt: string;
        turn: {
          id: string;
          conversationId: string;
          speaker: string | null;
          userMessage: string;
          assistantReply: string | null;
          occurredAt: string;
        } | null;
      }>;
      passes: Array<{
        episodeId: string;
        purpose: "reply" | "tools" | "extract" | "blind" | "verdict-a" | "verdict-b" | "adjudicate" | "confirm" | "consequences" | "aftermath" | "web";
        at: string;
        origin: string;
        model: string;
        promptTokens: number;
        completionTokens: number;
        seconds: number;
        reasoning: string | null;
        suspicion: number | null;
        ballot: "for" | "against" | "unclear" | null;
        /** by the id of the known fact */
        rulings: Record<string, "update" | "ending" | "correction" | "duplicate" | "precise" | "both" | "unclear">;
        /** addresses of the pages that a web check read */
        sources: Array<string>;
      }>;
      /** oldest first */
      changes: Array<Change>;
      rejections: Array<Rejection>;
      rejection: Rejection;
    };
  };
  /** Overrule: it is true after all */
  "POST /memory/rejections/{id}/accept": {
    path: {
      id: string;
    };
    response: {
      fact: Fact;
      runId: string | null;
    };
  };
  /** What waits for a decision of yours, with the evidence */
  "GET /memory/review": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      kind?: "dispute" | "closing" | "merge" | "inferred" | "insight" | "forget" | undefined;
      /** `accepted` and `rejected`: what was decided, disputes excepted */
      state?: "open" | "accepted" | "rejected" | undefined;
    };
    response: {
      items: Array<ReviewItem>;
      nextCursor: string | null;
    };
  };
  /** Decide many of them alike, in one run that can be undone */
  "POST /memory/review/decide": {
    body: {
      /** each is decided once */
      ids: Array<string>;
      decision: "accept" | "reject";
    };
    response: {
      runId: string;
      /** not decided, and why; what is to be forgotten is decided alone */
      left: Array<{
        id: string;
        code: string;
      }>;
    };
  };
  /** This statement holds; these two are one; it is so */
  "POST /memory/review/{id}/accept": {
    path: {
      id: string;
    };
    response: Decision;
  };
  /** This statement goes; these two are two; it is not so */
  "POST /memory/review/{id}/reject": {
    path: {
      id: string;
    };
    response: Decision;
  };
  /** Accept with a correction: fields of the fact, or a name and type */
  "POST /memory/review/{id}/edit": {
    path: {
      id: string;
    };
    body: {
      /** the relation */
      predicate?: string | undefined;
      /** name of an entity, or a value */
      object?: string | undefined;
      /** `negative`: it is not so */
      polarity?: "positive" | "negative" | undefined;
      /** the fact as a sentence */
      text?: string | undefined;
      /** since when it is true in the world */
      validAt?: string | null | undefined;
      /** until when it was true; not in it */
      invalidAt?: string | null | undefined;
      status?: "staged" | "verified" | "disputed" | "superseded" | "corrected" | "retracted" | "archived" | undefined;
      /** of a merge: name of the entity that stays */
      name?: string | undefined;
      /** of a merge: type of the entity that stays */
      type?: string | undefined;
    };
    response: Decision;
  };
  /** Two entities are one; split again by undoing the run */
  "POST /memory/entities/{id}/merge": {
    path: {
      id: string;
    };
    body: {
      /** id of the other one */
      into: string;
    };
    response: {
      entity: Entity;
      runId: string | null;
    };
  };
  /** The whole memory as JSON Lines with a checksum; its end is missing when something went wrong */
  "GET /memory/export": {
    query?: {
      /** `true`: takes the vectors along */
      vectors?: string | undefined;
      /** `true`: takes the keyed hashes of what was forgotten along, never their key */
      tombstones?: string | undefined;
      /** `true`: compressed (`application/gzip`) */
      gzip?: string | undefined;
    };
    response: Response;
  };
  /** Take what /memory/export gave; dryRun=true tells what would happen and writes nothing */
  "POST /memory/import": {
    query?: {
      /** `true`: writes nothing, and tells the conflict as text */
      dryRun?: string | undefined;
      /** `true`: you say that the file is yours, whoever signed it: it is taken as it is, with all it believes */
      trust?: string | undefined;
    };
    body: unknown;
    response: Taken;
  };
  /** Take chats of other systems, mails, or a journal; a zip is unpacked as it is read; server-sent events tell how far it is */
  "POST /memory/import/chats": {
    query?: {
      /** `true`: tells what the file holds and stores nothing */
      dryRun?: string | undefined;
      /** which speaker is you, in chats of WhatsApp or Signal and in mails (a name, or a mail address); without it each is a speaker */
      me?: string | undefined;
      /** the file's name: a journal is called by it, and may have its date in it */
      name?: string | undefined;
    };
    body: unknown;
    response: Response;
  };
  /** Jobs that can be run, and what each does */
  "GET /maintenance/jobs": {
    response: {
      items: Array<Job>;
      nextCursor: string | null;
    };
  };
  /** Run a job now; asked for again while it runs: the same run */
  "POST /maintenance/jobs/{name}/run": {
    path: {
      /** a job of `GET /maintenance/jobs` */
      name: string;
    };
    body?: {
      /** `true`: changes nothing and asks no model; it counts, and keeps what the job would change. Without it as the job says */
      dryRun?: boolean | undefined;
    } | null;
    response: {
      runId: string;
      dryRun: boolean;
    };
  };
  /** Runs, newest first */
  "GET /maintenance/runs": {
    query?: {
      /** runs at most; there is no cursor */
      limit?: number | undefined;
    };
    response: {
      items: Array<Run>;
      nextCursor: string | null;
    };
  };
  /** One run */
  "GET /maintenance/runs/{id}": {
    path: {
      id: string;
    };
    response: Run;
  };
  /** What a run changed; of a dry run, what it would change */
  "GET /maintenance/runs/{id}/diff": {
    path: {
      id: string;
    };
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
    };
    response: {
      items: Array<DiffLine>;
      nextCursor: string | null;
    };
  };
  /** End a run at its next step; what it did by then stays, and can be undone */
  "POST /maintenance/runs/{id}/cancel": {
    path: {
      id: string;
    };
    response: {
      runId: string;
    };
  };
  /** Undo all that a run changed, but not what was changed since */
  "POST /maintenance/runs/{id}/undo": {
    path: {
      id: string;
    };
    body?: {
      /** `true`: facts that a pass judged are judged once more by the next one */
      again?: boolean | undefined;
    } | null;
    response: {
      undone: number;
      /** changes that stay, because something changed the same thing later */
      skipped: Array<{
        changeId: string;
        targetId: string;
      }>;
      /** turns that will be judged again */
      judgedAgain: number;
      runId: string;
    };
  };
  /** Undo everything that memory did by itself since a time; your own decisions stay */
  "POST /maintenance/undo": {
    body: {
      /** a time, or a day */
      since: string;
    };
    response: {
      undone: number;
      /** changes that stay, because something changed the same thing later */
      skipped: Array<{
        changeId: string;
        targetId: string;
      }>;
      /** those with at least one undone change */
      runs: number;
      /** wishes to forget whose memories were restored */
      wishes: number;
    };
  };
  /** Jobs, when they are due, and whether they are paused */
  "GET /maintenance/schedule": {
    response: {
      items: Array<ScheduledJob>;
      nextCursor: string | null;
      paused: boolean;
    };
  };
  /** Pause or resume all scheduled jobs */
  "PUT /maintenance/schedule": {
    body: {
      /** `true` lets the times go by until `false`; they are not made up for */
      paused: boolean;
    };
    response: {
      items: Array<ScheduledJob>;
      nextCursor: string | null;
      paused: boolean;
    };
  };
  /** Pause or resume one scheduled job; a run on demand goes on */
  "PUT /maintenance/schedule/{job}": {
    path: {
      /** a job of `GET /maintenance/schedule` */
      job: string;
    };
    body: {
      /** `true` lets the times go by until `false`; they are not made up for */
      paused: boolean;
    };
    response: ScheduledJob;
  };
  /** Reports of days, newest first */
  "GET /reports": {
    query?: {
      /** items in a page */
      limit?: number | undefined;
      /** `nextCursor` of the page before */
      cursor?: string | undefined;
      /** the first day */
      from?: string | undefined;
      /** the last day, included */
      to?: string | undefined;
    };
    response: {
      items: Array<Report>;
      nextCursor: string | null;
    };
  };
  /** Alerts about the service and about this user, newest first */
  "GET /reports/alerts": {
    query?: {
      /** alerts at most */
      limit?: number | undefined;
    };
    response: {
      items: Array<Alert>;
      nextCursor: string | null;
    };
  };
  /** The report of one day, as JSON, Markdown or a page, by Accept */
  "GET /reports/{date}": {
    path: {
      /** a day in your time zone */
      date: string;
    };
    response: Report;
  };
  /** Background jobs that failed for good, newest first */
  "GET /maintenance/dead-letters": {
    response: {
      items: Array<DeadLetter>;
      nextCursor: string | null;
    };
  };
  /** Try a failed job again */
  "POST /maintenance/dead-letters/{id}/retry": {
    path: {
      id: string;
    };
    response: {
      id: string;
    };
  };
  /** Ways reports and alerts are sent by */
  "GET /maintenance/notifications": {
    response: {
      channels: Array<string>;
    };
  };
  /** Send a test by every channel, once */
  "POST /maintenance/notifications/test": {
    response: {
      items: Array<{
        channel: string;
        /** why it was not sent */
        error: string | null;
      }>;
    };
  };
  /** Administrative acts, newest first; needs the right admin */
  "GET /maintenance/audit": {
    query?: {
      /** rows at most; older ones are kept */
      limit?: number | undefined;
    };
    response: {
      items: Array<AuditRecord>;
      nextCursor: string | null;
    };
  };
  /** The models that are used, why, what they can do and how far they are trusted */
  "GET /models": {
    response: Models;
  };
  /** Choose models; at once, and kept over restarts */
  "PUT /models": {
    body: {
      /** answers messages; `null` leaves it to the search */
      chat?: {
        /** of a server that speaks OpenAI's API, with or without `/v1` */
        url: string;
        /** empty: the one it serves */
        model?: string | undefined;
        /** sent to that server alone; never shown again */
        apiKey?: string | undefined;
      } | null;
      /** reads and judges; `null`: the chat's model does */
      memory?: {
        /** of a server that speaks OpenAI's API, with or without `/v1` */
        url: string;
        /** empty: the one it serves */
        model?: string | undefined;
        /** sent to that server alone; never shown again */
        apiKey?: string | undefined;
      } | null;
      /** makes vectors; `null` leaves it to the search */
      embeddings?: {
        /** of a server that speaks OpenAI's API, with or without `/v1` */
        url: string;
        /** empty: the one it serves */
        model?: string | undefined;
        /** sent to that server alone; never shown again */
        apiKey?: string | undefined;
      } | null;
      /** how far the model of the memory is trusted, whatever its exam says; `null` leaves it to the exam */
      trust?: "full" | "staged" | "turns" | null | undefined;
    };
    response: Models;
  };
  /** Look for model servers at the usual addresses of this machine */
  "POST /models/look": {
    response: Models;
  };
  /** Ask a server what it can do, by two short requests without content */
  "POST /models/try": {
    body: {
      /** of a server that speaks OpenAI's API, with or without `/v1` */
      url: string;
      /** empty: the one it serves */
      model?: string | undefined;
      /** sent to that server alone; never shown again */
      apiKey?: string | undefined;
    };
    response: TriedModel;
  };
  /** Examine the model of the memory; GET /models tells how far it is, and its marks */
  "POST /models/exam": {
    response: Models;
  };
  /** Your API keys, newest first; never the keys themselves */
  "GET /keys": {
    response: {
      items: Array<Key>;
      nextCursor: string | null;
    };
  };
  /** Make a key for yourself, with your rights or fewer; it is shown once */
  "POST /keys": {
    body?: {
      /** without it yours; never more than yours */
      rights?: Array<"read" | "write" | "admin"> | undefined;
    } | null;
    response: {
      id: string;
      key: string;
    };
  };
  /** Revoke a key of yours; what it has open ends */
  "DELETE /keys/{id}": {
    path: {
      id: string;
    };
    response: null;
  };
  /** Browsers that are signed in to your memory, newest first */
  "GET /sessions": {
    response: {
      items: Array<Session>;
      nextCursor: string | null;
    };
  };
  /** Sign out every browser but the one that asks */
  "DELETE /sessions": {
    response: {
      ended: number;
    };
  };
  /** Sign a browser out; what it has open ends */
  "DELETE /sessions/{id}": {
    path: {
      id: string;
    };
    response: null;
  };
  /** Server-sent events of memory */
  "GET /events": {
    response: Response;
  };
  /** Server-sent events of the graph that one conversation makes */
  "GET /conversations/{id}/graph/events": {
    path: {
      id: string;
    };
    response: Response;
  };
  /** OpenAI-compatible chat completions with memory */
  "POST /v1/chat/completions": {
    body: {
      model?: string | undefined;
      messages: Array<{
        role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
        content?: string | Array<string | {
          type: string;
          text?: string | undefined;
          refusal?: string | undefined;
          [more: string]: unknown;
        }>;
        name?: string | undefined;
        tool_calls?: Array<{
          id?: string | number | undefined;
          type?: string | undefined;
          function?: {
            arguments: string | {
              [more: string]: unknown;
            };
            [more: string]: unknown;
          };
          [more: string]: unknown;
        }>;
        reasoning_content?: string | undefined;
        tool_call_id?: string | number | undefined;
        [more: string]: unknown;
      }>;
      stream?: boolean | undefined;
      stream_options?: {
        include_usage?: boolean | null | undefined;
        [more: string]: unknown;
      };
      temperature?: number | undefined;
      n?: number | undefined;
      top_logprobs?: number | undefined;
      reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | undefined;
      reasoning?: {
        effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | undefined;
        [more: string]: unknown;
      };
      max_tokens?: number | undefined;
      max_completion_tokens?: number | undefined;
      chat_id?: string | undefined;
      conversation_id?: string | undefined;
      metadata?: {
        chat_id?: string | undefined;
        conversation_id?: string | undefined;
        [more: string]: unknown;
      };
      [more: string]: unknown;
    };
    response: OpenAiCompletion;
  };
  /** The model that answers, in a list */
  "GET /v1/models": {
    response: {
      object: "list";
      data: Array<{
        id: string;
        object: "model";
        created: number;
        owned_by: string;
        /** tokens, if the model server tells */
        context_length?: number;
      }>;
    };
  };
  /** The model that answers */
  "GET /v1/models/{id}": {
    path: {
      id: string;
    };
    response: {
      id: string;
      object: "model";
      created: number;
      owned_by: string;
      /** tokens, if the model server tells */
      context_length?: number;
    };
  };
  /** OpenAI-compatible responses with memory */
  "POST /v1/responses": {
    body: {
      input: string | Array<string | {
        [more: string]: unknown;
      }>;
      instructions?: string | undefined;
      stream?: boolean | undefined;
      previous_response_id?: string | undefined;
      conversation?: string | {
        id: string;
        [more: string]: unknown;
      };
      max_output_tokens?: unknown;
      tools?: Array<{
        [more: string]: unknown;
      }>;
      tool_choice?: unknown;
      include?: Array<unknown> | undefined;
      text?: {
        format?: {
          [more: string]: unknown;
        };
        [more: string]: unknown;
      };
      [more: string]: unknown;
    };
    response: OpenAiResponse;
  };
  /** Vectors of texts, by the embedding model */
  "POST /v1/embeddings": {
    body: {
      input: string | Array<string>;
      encoding_format?: "float" | "base64" | undefined;
      [more: string]: unknown;
    };
    response: {
      object: "list";
      model: string;
      data: Array<{
        object: "embedding";
        index: number;
        embedding: Array<number> | string;
      }>;
      usage: {
        prompt_tokens: number;
        total_tokens: number;
      };
    };
  };
  /** The text of a recording, by the server of `TRANSCRIPTION_URL`: `multipart/form-data` with `file`, and fields as OpenAI has them */
  "POST /v1/audio/transcriptions": {
    body: unknown;
    response: Response;
  };
  /** A text read aloud, by the server of `SPEECH_URL`; fields as OpenAI has them */
  "POST /v1/audio/speech": {
    body: {
      input: string;
      [more: string]: unknown;
    };
    response: Response;
  };
  /** The memory as tools of the Model Context Protocol */
  "POST /mcp": {
    body: unknown;
    response: Response;
  };
}
