"""Written by `npm run docs:api` from the description of the API."""

from __future__ import annotations

from http.client import HTTPResponse
from typing import Any, Literal, NotRequired, Protocol, TypedDict, overload


class Branch(TypedDict):
    conversationId: str
    ordinal: int


class Conversation(TypedDict):
    id: str
    title: str | None
    startedAt: str
    lastMessageAt: str
    episodeCount: int
    # `archived`: left out of lists, found by search
    shelf: Literal["pinned", "archived"] | None
    # the conversation it branches off from: it shares the turns before this ordinal, as long as they exist
    branchOf: Branch | None


class Evidence(TypedDict):
    episodeId: str
    part: Literal["user", "assistant"]
    start: int
    end: int
    quote: str
    assertedBy: str
    occurredAt: str


class StoredFactValidAt(TypedDict):
    at: str
    precision: Literal["year", "month", "day", "minute"]


class StoredFactInvalidAt(TypedDict):
    at: str
    precision: Literal["year", "month", "day", "minute"]


class StoredFact(TypedDict):
    id: str
    subjectId: str
    predicate: str
    objectId: str | None
    value: str | None
    polarity: Literal["positive", "negative"]
    text: str
    confidence: float
    base: NotRequired[float]
    validAt: StoredFactValidAt | None
    invalidAt: StoredFactInvalidAt | None
    createdAt: str
    expiredAt: str | None
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]
    supersedes: str | None
    change: Literal["none", "update", "correction", "retraction", "ending"]
    origin: str | None
    expansion: NotRequired[str]
    evidence: list[Evidence]


class FactSubject(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool


class FactObject(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool


class FactValidFrom(TypedDict):
    at: str
    precision: Literal["year", "month", "day", "minute"]
    # `said`: no beginning was stated; it counts from when it was said
    basis: Literal["said", "stated"]


class Fact(TypedDict):
    id: str
    subjectId: str
    predicate: str
    objectId: str | None
    value: str | None
    polarity: Literal["positive", "negative"]
    text: str
    confidence: float
    base: NotRequired[float]
    createdAt: str
    expiredAt: str | None
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]
    supersedes: str | None
    change: Literal["none", "update", "correction", "retraction", "ending"]
    origin: str | None
    expansion: NotRequired[str]
    evidence: list[Evidence]
    subject: FactSubject | None
    # null for a value
    object: FactObject | None
    validFrom: FactValidFrom
    validAt: str | None
    validAtPrecision: Literal["year", "month", "day", "minute"] | None
    invalidAt: str | None
    invalidAtPrecision: Literal["year", "month", "day", "minute"] | None


class Noted(TypedDict):
    id: str
    text: str
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]


class EntityAliasesItem(TypedDict):
    alias: str
    kind: Literal["name", "nickname", "role", "misspelling", "merged"]


class EntityExternalKeysItem(TypedDict):
    system: str
    id: str


class EntitySummaryBasis(TypedDict):
    factIds: list[str]
    writtenBy: Literal["code", "model"]
    asked: bool


class Entity(TypedDict):
    id: str
    name: str
    type: str
    aliases: list[EntityAliasesItem]
    summary: str | None
    properties: dict[str, str | float | bool]
    confidence: float
    mentionCount: int
    createdAt: str
    lastMentionedAt: str
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]
    isSelf: bool
    externalKeys: list[EntityExternalKeysItem]
    mergedInto: NotRequired[str]
    summaryBasis: NotRequired[EntitySummaryBasis | None]


class RecalledEvidenceItem(TypedDict):
    episodeId: str
    start: int
    end: int
    quote: str
    assertedBy: str
    occurredAt: str


class Recalled(TypedDict):
    # its number in the text that the model is given, from 1
    n: int
    kind: Literal["fact", "entity", "episode", "community"]
    id: str
    text: str
    # `gone`: forgotten or refused since
    status: str
    score: float
    # the parts of the score; a listed turn has none
    components: NotRequired[dict[str, float]]
    evidence: list[RecalledEvidenceItem]


class EpisodeExtraction(TypedDict):
    state: Literal["none", "pending", "done", "failed"]
    attempts: int
    error: str | None
    retryAt: str | None


class EpisodeVerification(TypedDict):
    state: Literal["none", "pending", "done", "deferred", "failed"]
    attempts: int
    error: str | None


class EpisodeIntentCandidatesItem(TypedDict):
    factIds: list[str]
    episodeIds: list[str]


class EpisodeIntent(TypedDict):
    kind: Literal["forget", "remember", "off_record", "why", "wrong", "undo"]
    state: Literal["done", "asked", "on", "off"]
    candidates: list[EpisodeIntentCandidatesItem]
    changeIds: list[str]
    everything: NotRequired[Literal[True]]
    pending: NotRequired[list[str]]


class Episode(TypedDict):
    id: str
    conversationId: str
    ordinal: int
    userMessage: str
    assistantReply: str | None
    speaker: str | None
    source: Literal["chat", "api", "import", "document", "consolidated"]
    state: Literal["open", "complete", "interrupted"]
    memory: Literal["on", "read", "off"]
    mode: Literal["chat", "memory"]
    occurredAt: str
    recordedAt: str
    place: str | None
    summary: str | None
    emotion: str | None
    valence: float
    importance: float
    context: str | None
    extraction: EpisodeExtraction
    verification: EpisodeVerification
    consolidatedInto: str | None
    sourceCount: int
    externalId: str | None
    replacedBy: str | None
    model: str | None
    error: str | None
    redacted: bool
    intent: EpisodeIntent | None
    outcome: NotRequired[Literal["success", "partial", "failure", "neutral"]]
    contextType: NotRequired[Literal["search_result", "user_selection", "tool_output", "domain_entity", "completed_action", "conversation_fact", "temporary_state"]]
    tags: NotRequired[str]
    recalled: list[Recalled]
    spooled: NotRequired[Literal[True]]


class CommunityMembersItem(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool


class Community(TypedDict):
    id: str
    name: str
    summary: str
    members: list[CommunityMembersItem]
    writtenBy: Literal["code", "model"]
    createdAt: str
    updatedAt: str
    memberCount: int


class Change(TypedDict):
    id: str
    at: str
    actor: Literal["live", "verify", "user", "import", "merge", "maintenance", "undo"]
    reason: str
    runId: str | None
    kind: Literal["entity", "fact", "episode", "community"]
    targetId: str
    before: Any
    after: Any
    undone: bool


class Feedback(TypedDict):
    targetId: str
    helpful: bool
    at: str
    basis: Literal["rated", "used", "credited"]
    episodeId: NotRequired[str]
    weight: NotRequired[float]


class Rejection(TypedDict):
    id: str
    episodeId: str | None
    factId: str | None
    stage: Literal["syntax", "shape", "grounding", "consistency", "ensemble", "adjudication", "web", "confidence", "review"]
    reason: Literal["invalid_syntax", "invalid_schema", "low_confidence", "no_evidence", "not_in_turn", "question", "hypothetical", "negation_lost", "pasted_text", "fiction", "reported_speech", "sarcasm", "assistant_only", "recall_echo", "instruction", "off_record", "wrong_subject", "forgotten", "duplicate", "contradicted", "fact_check_failed", "ensemble_disagreement", "rejected_by_user"]
    detail: str
    proposal: Any
    reasoning: str | None
    at: str
    overruledAt: NotRequired[str | None]
    overruledFactId: NotRequired[str | None]


class GraphNodesItem(TypedDict):
    id: str
    type: str
    isSelf: bool
    confidence: float
    mentionCount: int
    label: str
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]
    degree: int


class GraphEdgesItemValidFrom(TypedDict):
    at: str
    precision: Literal["year", "month", "day", "minute"]
    # `said`: no beginning was stated; it counts from when it was said
    basis: Literal["said", "stated"]


class GraphEdgesItem(TypedDict):
    polarity: Literal["positive", "negative"]
    factId: str
    source: str
    target: str | None
    type: str
    label: str
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]
    validFrom: GraphEdgesItemValidFrom


class Graph(TypedDict):
    # nodes there are, those beyond the limit as well
    total: int
    nodes: list[GraphNodesItem]
    edges: list[GraphEdgesItem]


Taken = TypedDict(
    "Taken",
    {
        "from": "str",
        "createdAt": "str",
        "signature": "Literal[\"own\", \"other_user\", \"other\", \"changed\", \"none\"]",
        "asItIs": "bool",
        "note": "str",
        "records": "int",
        "counts": "dict[str, float]",
        "added": "int",
        "known": "int",
        "skipped": "int",
        "staged": "int",
        "refused": "int",
        "forgotten": "int",
        "runId": "str | None",
        "conflict": "str | None",
    },
)


Problem = dict[str, Any]


class OpenAiErrorError(TypedDict):
    message: str
    type: str
    param: str | None
    code: Literal["invalid_request", "invalid_json", "invalid_cursor", "unauthorized", "forbidden", "host_not_allowed", "not_found", "request_timeout", "conversation_busy", "conflict", "idempotency_mismatch", "payload_too_large", "unsupported_media_type", "context_length_exceeded", "rate_limited", "cancelled", "internal", "not_implemented", "model_error", "model_unavailable", "store_unavailable", "store_full", "queue_unavailable", "overloaded", "shutting_down", "model_timeout"]


class OpenAiError(TypedDict):
    error: OpenAiErrorError


OpenAiResponse = dict[str, Any]


OpenAiCompletion = dict[str, Any]


class ChatReplyRecall(TypedDict):
    state: Literal["found", "nothing", "partial", "unavailable", "off"]


class ChatReplyMemoryItem(TypedDict):
    action: str
    ids: list[str]
    counts: dict[str, float]


class ChatReply(TypedDict):
    conversationId: str
    episodeId: str
    reply: str
    recalled: list[Recalled]
    # what came of looking into memory; not kept, so the response to a repeated request may lack it
    recall: NotRequired[ChatReplyRecall]
    model: str
    # how the reply ended; `length`: it was cut off
    finish: Literal["stop", "length", "tool_calls"]
    # what your message did to the memory; empty for ordinary turns
    memory: list[ChatReplyMemoryItem]
    # the store is away: the turn is kept, and taken into the memory once it is back
    spooled: NotRequired[Literal[True]]


class ListedConversationFound(TypedDict):
    episodeId: str
    text: str


class ListedConversation(TypedDict):
    id: str
    title: str | None
    startedAt: str
    lastMessageAt: str
    episodeCount: int
    # `archived`: left out of lists, found by search
    shelf: Literal["pinned", "archived"] | None
    # the conversation it branches off from: it shares the turns before this ordinal, as long as they exist
    branchOf: Branch | None
    # with `q`: a turn in which it was said; null where only the title holds it
    found: NotRequired[ListedConversationFound | None]


class ThreadEpisodesItemExtraction(TypedDict):
    state: Literal["none", "pending", "done", "failed"]
    attempts: int
    error: str | None
    retryAt: str | None


class ThreadEpisodesItemVerification(TypedDict):
    state: Literal["none", "pending", "done", "deferred", "failed"]
    attempts: int
    error: str | None


class ThreadEpisodesItemIntentCandidatesItem(TypedDict):
    factIds: list[str]
    episodeIds: list[str]


class ThreadEpisodesItemIntent(TypedDict):
    kind: Literal["forget", "remember", "off_record", "why", "wrong", "undo"]
    state: Literal["done", "asked", "on", "off"]
    candidates: list[ThreadEpisodesItemIntentCandidatesItem]
    changeIds: list[str]
    everything: NotRequired[Literal[True]]
    pending: NotRequired[list[str]]


class ThreadEpisodesItem(TypedDict):
    id: str
    conversationId: str
    ordinal: int
    userMessage: str
    assistantReply: str | None
    speaker: str | None
    source: Literal["chat", "api", "import", "document", "consolidated"]
    state: Literal["open", "complete", "interrupted"]
    memory: Literal["on", "read", "off"]
    mode: Literal["chat", "memory"]
    occurredAt: str
    recordedAt: str
    place: str | None
    summary: str | None
    emotion: str | None
    valence: float
    importance: float
    context: str | None
    extraction: ThreadEpisodesItemExtraction
    verification: ThreadEpisodesItemVerification
    consolidatedInto: str | None
    sourceCount: int
    externalId: str | None
    replacedBy: str | None
    model: str | None
    error: str | None
    redacted: bool
    intent: ThreadEpisodesItemIntent | None
    outcome: NotRequired[Literal["success", "partial", "failure", "neutral"]]
    contextType: NotRequired[Literal["search_result", "user_selection", "tool_output", "domain_entity", "completed_action", "conversation_fact", "temporary_state"]]
    tags: NotRequired[str]
    recalled: list[Recalled]
    spooled: NotRequired[Literal[True]]
    noted: list[Noted]
    # behind the reply, where the model showed it
    thought: str | None


class Thread(TypedDict):
    id: str
    title: str | None
    startedAt: str
    lastMessageAt: str
    episodeCount: int
    # `archived`: left out of lists, found by search
    shelf: Literal["pinned", "archived"] | None
    # the conversation it branches off from: it shares the turns before this ordinal, as long as they exist
    branchOf: Branch | None
    episodes: list[ThreadEpisodesItem]
    nextCursor: str | None
    # conversations that branch off from it, oldest first, and the ordinal of their first own turn
    branches: list[Branch]


class ServedModel(TypedDict):
    name: str
    kind: Literal["chat", "embedding", "unknown"]
    contextTokens: float | None
    isLoaded: bool | None


class ModelsChatLinesItem(TypedDict):
    ok: bool
    text: str


class ModelsChat(TypedDict):
    source: Literal["environment", "chosen", "found", "chat", "none"]
    url: str | None
    chosenModel: str | None
    hasKey: bool
    kind: Literal["none", "server"]
    name: str
    state: Literal["ready", "loading", "down"] | Literal["failing"]
    lines: list[ModelsChatLinesItem]
    served: NotRequired[str | None]
    models: NotRequired[list[ServedModel]]
    choice: NotRequired[Literal["configured", "unlisted", "instead", "only", "loaded", "first"] | None]
    refusesKey: NotRequired[bool]
    takesEffort: NotRequired[bool | None]
    slots: NotRequired[float | None]
    streams: NotRequired[bool | None]
    tellsUsage: NotRequired[bool | None]
    thought: NotRequired[Literal["field", "tags"] | None]
    keepsSchema: NotRequired[bool | None]
    reusesPrompt: NotRequired[bool | None]
    tokensPerEstimate: NotRequired[float]
    promptSpeed: NotRequired[float | None]
    generationSpeed: NotRequired[float | None]
    contextTokens: NotRequired[float | None]
    trust: NotRequired[Literal["full", "staged", "turns"]]


class ModelsMemoryLinesItem(TypedDict):
    ok: bool
    text: str


class ModelsMemory(TypedDict):
    source: Literal["environment", "chosen", "found", "chat", "none"]
    url: str | None
    chosenModel: str | None
    hasKey: bool
    kind: Literal["none", "server"]
    name: str
    state: Literal["ready", "loading", "down"] | Literal["failing"]
    lines: list[ModelsMemoryLinesItem]
    served: NotRequired[str | None]
    models: NotRequired[list[ServedModel]]
    choice: NotRequired[Literal["configured", "unlisted", "instead", "only", "loaded", "first"] | None]
    refusesKey: NotRequired[bool]
    takesEffort: NotRequired[bool | None]
    slots: NotRequired[float | None]
    streams: NotRequired[bool | None]
    tellsUsage: NotRequired[bool | None]
    thought: NotRequired[Literal["field", "tags"] | None]
    keepsSchema: NotRequired[bool | None]
    reusesPrompt: NotRequired[bool | None]
    tokensPerEstimate: NotRequired[float]
    promptSpeed: NotRequired[float | None]
    generationSpeed: NotRequired[float | None]
    contextTokens: NotRequired[float | None]
    trust: NotRequired[Literal["full", "staged", "turns"]]


class ModelsEmbeddingsLinesItem(TypedDict):
    ok: bool
    text: str


class ModelsEmbeddings(TypedDict):
    source: Literal["environment", "chosen", "found", "chat", "none"]
    url: str | None
    chosenModel: str | None
    hasKey: bool
    kind: Literal["none", "server"]
    name: str
    state: Literal["ready", "loading", "down"] | Literal["failing"]
    lines: list[ModelsEmbeddingsLinesItem]


class ModelsFoundItem(TypedDict):
    url: str
    models: list[ServedModel]
    state: Literal["ready", "loading", "down"]


class ModelsExamResult(TypedDict):
    version: int
    # the server's name for it
    model: str
    at: str
    seconds: float
    marks: dict[str, float]
    trust: Literal["full", "staged", "turns"]
    reasons: list[str]
    # ids of the questions that were not answered well
    missed: list[str]


class ModelsExamRunning(TypedDict):
    asked: int
    of: int


class ModelsExam(TypedDict):
    result: ModelsExamResult | None
    running: ModelsExamRunning | None
    decidedTrust: Literal["full", "staged", "turns"] | None


class Models(TypedDict):
    chat: ModelsChat
    memory: ModelsMemory
    embeddings: ModelsEmbeddings
    found: list[ModelsFoundItem]
    exam: ModelsExam


class TriedModelLearned(TypedDict):
    served: str | None
    models: list[ServedModel]
    choice: Literal["configured", "unlisted", "instead", "only", "loaded", "first"] | None
    refusesKey: bool
    takesEffort: bool | None
    slots: float | None
    streams: bool | None
    tellsUsage: bool | None
    thought: Literal["field", "tags"] | None
    keepsSchema: bool | None
    reusesPrompt: bool | None
    tokensPerEstimate: float
    promptSpeed: float | None
    generationSpeed: float | None


class TriedModelLinesItem(TypedDict):
    ok: bool
    text: str


class TriedModel(TypedDict):
    state: Literal["ready", "loading", "down"]
    model: str
    contextTokens: float | None
    learned: TriedModelLearned | None
    lines: list[TriedModelLinesItem]


class HealthStore(TypedDict):
    kind: str
    state: str
    note: NotRequired[str]


class HealthSpool(TypedDict):
    # turns that wait for the store
    waiting: int


class HealthQueue(TypedDict):
    kind: str
    state: str
    waiting: int
    running: int
    dead: int


class HealthModel(TypedDict):
    served: NotRequired[str | None]
    models: NotRequired[list[ServedModel]]
    choice: NotRequired[Literal["configured", "unlisted", "instead", "only", "loaded", "first"] | None]
    refusesKey: NotRequired[bool]
    takesEffort: NotRequired[bool | None]
    slots: NotRequired[float | None]
    streams: NotRequired[bool | None]
    tellsUsage: NotRequired[bool | None]
    thought: NotRequired[Literal["field", "tags"] | None]
    keepsSchema: NotRequired[bool | None]
    reusesPrompt: NotRequired[bool | None]
    tokensPerEstimate: NotRequired[float]
    promptSpeed: NotRequired[float | None]
    generationSpeed: NotRequired[float | None]
    contextTokens: NotRequired[float | None]
    kind: str
    name: str
    state: str
    trust: NotRequired[Literal["full", "staged", "turns"]]
    guardedReplies: NotRequired[int]
    note: NotRequired[str]


class HealthEmbedderCalibration(TypedDict):
    model: str
    dimensions: int
    convention: str
    # 0 to 1; 0.5 is chance
    separation: float
    # in which it separates
    languages: list[str]


class HealthEmbedder(TypedDict):
    kind: str
    state: NotRequired[str]
    note: NotRequired[str]
    calibration: NotRequired[HealthEmbedderCalibration]


class HealthAudio(TypedDict):
    transcription: bool
    speech: bool


class HealthPending(TypedDict):
    extraction: int
    verification: int
    purge: int


class HealthFailed(TypedDict):
    extraction: int
    retrying: int
    verification: int
    inARow: int
    note: NotRequired[str]


class Health(TypedDict):
    status: Literal["ok", "degraded", "down"]
    store: NotRequired[HealthStore]
    spool: NotRequired[HealthSpool]
    queue: NotRequired[HealthQueue]
    model: NotRequired[HealthModel]
    embedder: NotRequired[HealthEmbedder]
    audio: NotRequired[HealthAudio]
    pending: NotRequired[HealthPending]
    failed: NotRequired[HealthFailed]


class Key(TypedDict):
    id: str
    userId: str
    rights: list[Literal["read", "write", "admin"]]
    createdAt: str
    revokedAt: str | None
    isCurrent: bool


class Job(TypedDict):
    name: str
    title: str
    does: str
    # it calls the language model; without one it does less
    asksModel: bool
    # undoing its run reverts that
    changesMemory: bool
    # only shows what it would do, unless you ask for more
    dryRun: bool


class Run(TypedDict):
    id: str
    userId: str | None
    job: str
    state: Literal["running", "done", "failed", "aborted"]
    dryRun: bool
    startedAt: str
    finishedAt: str | None
    result: dict[str, float]
    error: str | None


DiffLineFieldsItem = TypedDict(
    "DiffLineFieldsItem",
    {
        "field": "str",
        "from": "Any",
        "to": "Any",
    },
)


class DiffLine(TypedDict):
    action: Literal["create", "change", "delete", "propose", "wait"]
    kind: Literal["entity", "fact", "review", "episode", "community"]
    id: str
    name: str | None
    fields: list[DiffLineFieldsItem]
    changeId: str | None
    undone: bool


class ScheduledJob(TypedDict):
    job: str
    # a cron expression; null: it is not scheduled
    expression: str | None
    timeZone: str
    nextAt: str | None
    # when the schedule last began it
    lastAt: str | None
    paused: bool


class Link(TypedDict):
    id: str
    type: Literal["led_to", "relates_to", "depends_on", "contradicts", "refines", "answers"]
    fromKind: Literal["episode", "entity", "fact", "conversation"]
    fromId: str
    toKind: Literal["episode", "entity", "fact", "conversation"]
    toId: str
    weight: float
    derived: bool
    persistent: bool
    createdAt: str
    expiresAt: str | None


SettingsQuietHours = TypedDict(
    "SettingsQuietHours",
    {
        "from": "str",
        "to": "str",
    },
)


class SettingsIdTemplatesItem(TypedDict):
    system: str
    template: str


class Settings(TypedDict):
    timeZone: str
    language: str | None
    retentionDays: int | None
    archiveAfterDays: int | None
    quietHours: SettingsQuietHours | None
    recallRecipe: str | None
    instructions: str | None
    temperature: float | None
    effort: Literal["low", "medium", "high"] | None
    reminders: bool
    idTemplates: list[SettingsIdTemplatesItem]


class StatsTypesItem(TypedDict):
    type: str
    count: int


class StatsPredicatesItem(TypedDict):
    predicate: str
    count: int


class StatsPending(TypedDict):
    extraction: int
    verification: int


class Stats(TypedDict):
    episodes: int
    conversations: int
    entities: dict[str, float]
    facts: dict[str, float]
    rejections: dict[str, float]
    types: list[StatsTypesItem]
    predicates: list[StatsPredicatesItem]
    pending: StatsPending


class LearnedRankingRanking(TypedDict):
    since: str | None
    learnedAt: str | None
    weights: dict[str, float]
    questions: int
    shipped: float
    learned: float


class LearnedRanking(TypedDict):
    ranking: LearnedRankingRanking | None
    factorMax: float


class EpisodeDetailExtraction(TypedDict):
    state: Literal["none", "pending", "done", "failed"]
    attempts: int
    error: str | None
    retryAt: str | None


class EpisodeDetailVerification(TypedDict):
    state: Literal["none", "pending", "done", "deferred", "failed"]
    attempts: int
    error: str | None


class EpisodeDetailIntentCandidatesItem(TypedDict):
    factIds: list[str]
    episodeIds: list[str]


class EpisodeDetailIntent(TypedDict):
    kind: Literal["forget", "remember", "off_record", "why", "wrong", "undo"]
    state: Literal["done", "asked", "on", "off"]
    candidates: list[EpisodeDetailIntentCandidatesItem]
    changeIds: list[str]
    everything: NotRequired[Literal[True]]
    pending: NotRequired[list[str]]


class EpisodeDetailEntitiesItemSpansItem(TypedDict):
    start: int
    end: int


class EpisodeDetailEntitiesItem(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool
    spans: list[EpisodeDetailEntitiesItemSpansItem]


class EpisodeDetailPassesItem(TypedDict):
    purpose: Literal["reply", "tools", "extract", "blind", "verdict-a", "verdict-b", "adjudicate", "confirm", "consequences", "aftermath", "web"]
    at: str
    origin: str
    model: str
    promptTokens: int
    completionTokens: int
    seconds: float
    reasoning: str | None
    suspicion: float | None


class EpisodeDetail(TypedDict):
    id: str
    conversationId: str
    ordinal: int
    userMessage: str
    assistantReply: str | None
    speaker: str | None
    source: Literal["chat", "api", "import", "document", "consolidated"]
    state: Literal["open", "complete", "interrupted"]
    memory: Literal["on", "read", "off"]
    mode: Literal["chat", "memory"]
    occurredAt: str
    recordedAt: str
    place: str | None
    summary: str | None
    emotion: str | None
    valence: float
    importance: float
    context: str | None
    extraction: EpisodeDetailExtraction
    verification: EpisodeDetailVerification
    consolidatedInto: str | None
    sourceCount: int
    externalId: str | None
    replacedBy: str | None
    model: str | None
    error: str | None
    redacted: bool
    intent: EpisodeDetailIntent | None
    outcome: NotRequired[Literal["success", "partial", "failure", "neutral"]]
    contextType: NotRequired[Literal["search_result", "user_selection", "tool_output", "domain_entity", "completed_action", "conversation_fact", "temporary_state"]]
    tags: NotRequired[str]
    recalled: list[Recalled]
    spooled: NotRequired[Literal[True]]
    factIds: list[str]
    # the same facts in words
    noted: list[Noted]
    entities: list[EpisodeDetailEntitiesItem]
    passes: list[EpisodeDetailPassesItem]


class VocabularyTypesItem(TypedDict):
    type: str
    count: int


class VocabularyPredicatesItem(TypedDict):
    predicate: str
    count: int
    # the name under which other spellings of it are compared
    family: str
    # how many hold at once
    values: Literal["one", "many", "unknown"]


class Vocabulary(TypedDict):
    types: list[VocabularyTypesItem]
    predicates: list[VocabularyPredicatesItem]


class EntityStatusThingsItemItemsItem(TypedDict):
    entity: Entity
    # facts that link them
    factIds: list[str]
    # turns about both
    episodeIds: list[str]


class EntityStatusThingsItem(TypedDict):
    type: str
    items: list[EntityStatusThingsItemItemsItem]


class EntityStatusActionsItemExtraction(TypedDict):
    state: Literal["none", "pending", "done", "failed"]
    attempts: int
    error: str | None
    retryAt: str | None


class EntityStatusActionsItemVerification(TypedDict):
    state: Literal["none", "pending", "done", "deferred", "failed"]
    attempts: int
    error: str | None


class EntityStatusActionsItemIntentCandidatesItem(TypedDict):
    factIds: list[str]
    episodeIds: list[str]


class EntityStatusActionsItemIntent(TypedDict):
    kind: Literal["forget", "remember", "off_record", "why", "wrong", "undo"]
    state: Literal["done", "asked", "on", "off"]
    candidates: list[EntityStatusActionsItemIntentCandidatesItem]
    changeIds: list[str]
    everything: NotRequired[Literal[True]]
    pending: NotRequired[list[str]]


class EntityStatusActionsItem(TypedDict):
    id: str
    conversationId: str
    ordinal: int
    userMessage: str
    assistantReply: str | None
    speaker: str | None
    source: Literal["chat", "api", "import", "document", "consolidated"]
    state: Literal["open", "complete", "interrupted"]
    memory: Literal["on", "read", "off"]
    mode: Literal["chat", "memory"]
    occurredAt: str
    recordedAt: str
    place: str | None
    summary: str | None
    emotion: str | None
    valence: float
    importance: float
    context: str | None
    extraction: EntityStatusActionsItemExtraction
    verification: EntityStatusActionsItemVerification
    consolidatedInto: str | None
    sourceCount: int
    externalId: str | None
    replacedBy: str | None
    model: str | None
    error: str | None
    redacted: bool
    intent: EntityStatusActionsItemIntent | None
    outcome: NotRequired[Literal["success", "partial", "failure", "neutral"]]
    contextType: NotRequired[Literal["search_result", "user_selection", "tool_output", "domain_entity", "completed_action", "conversation_fact", "temporary_state"]]
    tags: NotRequired[str]


class EntityStatusTurnsItemExtraction(TypedDict):
    state: Literal["none", "pending", "done", "failed"]
    attempts: int
    error: str | None
    retryAt: str | None


class EntityStatusTurnsItemVerification(TypedDict):
    state: Literal["none", "pending", "done", "deferred", "failed"]
    attempts: int
    error: str | None


class EntityStatusTurnsItemIntentCandidatesItem(TypedDict):
    factIds: list[str]
    episodeIds: list[str]


class EntityStatusTurnsItemIntent(TypedDict):
    kind: Literal["forget", "remember", "off_record", "why", "wrong", "undo"]
    state: Literal["done", "asked", "on", "off"]
    candidates: list[EntityStatusTurnsItemIntentCandidatesItem]
    changeIds: list[str]
    everything: NotRequired[Literal[True]]
    pending: NotRequired[list[str]]


class EntityStatusTurnsItem(TypedDict):
    id: str
    conversationId: str
    ordinal: int
    userMessage: str
    assistantReply: str | None
    speaker: str | None
    source: Literal["chat", "api", "import", "document", "consolidated"]
    state: Literal["open", "complete", "interrupted"]
    memory: Literal["on", "read", "off"]
    mode: Literal["chat", "memory"]
    occurredAt: str
    recordedAt: str
    place: str | None
    summary: str | None
    emotion: str | None
    valence: float
    importance: float
    context: str | None
    extraction: EntityStatusTurnsItemExtraction
    verification: EntityStatusTurnsItemVerification
    consolidatedInto: str | None
    sourceCount: int
    externalId: str | None
    replacedBy: str | None
    model: str | None
    error: str | None
    redacted: bool
    intent: EntityStatusTurnsItemIntent | None
    outcome: NotRequired[Literal["success", "partial", "failure", "neutral"]]
    contextType: NotRequired[Literal["search_result", "user_selection", "tool_output", "domain_entity", "completed_action", "conversation_fact", "temporary_state"]]
    tags: NotRequired[str]


class EntityStatus(TypedDict):
    entity: Entity
    things: list[EntityStatusThingsItem]
    # completed actions, newest first
    actions: list[EntityStatusActionsItem]
    # facts that begin later
    plans: list[Fact]
    # newest first
    facts: list[Fact]
    # other turns about it, newest first
    turns: list[EntityStatusTurnsItem]


class GraphInsightsImportantItem(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool
    score: float


class GraphInsightsBridgesItem(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool
    score: float


class GraphInsightsCutPointsItem(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool
    score: float


class GraphInsightsCutLinksItem(TypedDict):
    fact: Noted
    score: int


class GraphInsightsLargestItemMembersItem(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool


class GraphInsightsLargestItem(TypedDict):
    size: int
    # those linked most
    members: list[GraphInsightsLargestItemMembersItem]


class GraphInsightsPatternsItem(TypedDict):
    # for example `(person)-[WORKS_AT]->(company)`
    pattern: str
    shape: Literal["link", "chain", "triangle"]
    count: int
    example: list[Noted]


class GraphInsights(TypedDict):
    things: int
    # those that link two things, or one and the user
    facts: int
    # by personalised PageRank
    important: list[GraphInsightsImportantItem]
    # by the share of shortest ways between two others that lead through it
    bridges: list[GraphInsightsBridgesItem]
    # `score` others are no longer linked to the rest without it
    cutPoints: list[GraphInsightsCutPointsItem]
    # facts of that kind
    cutLinks: list[GraphInsightsCutLinksItem]
    # sets of linked things with no link between them
    groups: int
    largest: list[GraphInsightsLargestItem]
    # kinds of links, most frequent first: one, two in a row, three in a ring
    patterns: list[GraphInsightsPatternsItem]
    topics: list[Community]


class GraphPathsFrom(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool


class GraphPathsTo(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool


GraphPaths = TypedDict(
    "GraphPaths",
    {
        "from": "GraphPathsFrom",
        "to": "GraphPathsTo",
        "distance": "int | None",
        "paths": "list[list[Fact]]",
    },
)


class PortraitParagraphsItemSentencesItemFactsItem(TypedDict):
    id: str
    # another one once the fact states something else
    version: str


class PortraitParagraphsItemSentencesItem(TypedDict):
    text: str
    # when it was said, where its words depend on that: "tomorrow", an age
    saidAt: str | None
    # what it states
    facts: list[PortraitParagraphsItemSentencesItemFactsItem]


class PortraitParagraphsItem(TypedDict):
    sentences: list[PortraitParagraphsItemSentencesItem]


class PortraitEntity(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool


class Portrait(TypedDict):
    paragraphs: list[PortraitParagraphsItem]
    # verified facts beyond these
    more: int
    entity: PortraitEntity


class ComingUp(TypedDict):
    text: str
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]
    factId: str
    # null for an intention without a date
    when: str | None
    precision: Literal["year", "month", "day", "minute"] | None
    # by your calendar; 0 for today and for a month that has begun
    daysUntil: int | None
    isYearly: bool


class Procedure(TypedDict):
    # of an entity: forgotten and undone like any other
    id: str
    name: str
    steps: list[str]
    tags: list[str]
    # of the newest 30 uses and outcomes
    uses: int
    worked: int
    partly: int
    failed: int
    # 0-1, partly counts half; null if it was never tried
    successRate: float | None
    lastUsedAt: str | None


class RejectionPatternsOverTimeItem(TypedDict):
    period: str
    rejections: int
    rate: float


class RejectionPatterns(TypedDict):
    total: int
    overruled: int
    byReason: dict[str, float]
    byStage: dict[str, float]
    byPredicate: dict[str, float]
    # by prompt and version
    byOrigin: dict[str, float]
    # oldest first; `rate`: the share that was refused
    overTime: list[RejectionPatternsOverTimeItem]


class Decision(TypedDict):
    id: str
    kind: Literal["dispute", "merge", "inferred", "forget", "closing", "insight"]
    state: Literal["accepted", "rejected"]
    # undoing it undoes the decision; null when it had been decided before
    runId: str | None
    # the fact that now holds
    factId: str | None
    # the merged entity
    entityId: str | None


class ReviewItem1(TypedDict):
    kind: Literal["dispute"]
    id: str
    state: Literal["open"]
    at: str
    # said last
    fact: Fact
    against: list[Fact]


class ReviewItem2EntitiesItemAliasesItem(TypedDict):
    alias: str
    kind: Literal["name", "nickname", "role", "misspelling", "merged"]


class ReviewItem2EntitiesItemExternalKeysItem(TypedDict):
    system: str
    id: str


class ReviewItem2EntitiesItemSummaryBasis(TypedDict):
    factIds: list[str]
    writtenBy: Literal["code", "model"]
    asked: bool


class ReviewItem2EntitiesItem(TypedDict):
    id: str
    name: str
    type: str
    aliases: list[ReviewItem2EntitiesItemAliasesItem]
    summary: str | None
    properties: dict[str, str | float | bool]
    confidence: float
    mentionCount: int
    createdAt: str
    lastMentionedAt: str
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]
    isSelf: bool
    externalKeys: list[ReviewItem2EntitiesItemExternalKeysItem]
    mergedInto: NotRequired[str]
    summaryBasis: NotRequired[ReviewItem2EntitiesItemSummaryBasis | None]
    facts: list[Fact]


class ReviewItem2(TypedDict):
    id: str
    state: Literal["open", "accepted", "rejected"]
    reason: Literal["same_name", "shared_alias", "contained_name", "nickname", "misspelling", "role", "near", "asked", "similar", "sibling_of_sibling", "sibling_back", "spouse_back", "parent_of_child", "child_of_parent", "parent_of_parent", "same_employer", "part_of_part", "place_in_place", "statement", "maybe", "words", "turn", "name", "request", "superseded", "corrected", "retracted", "change", "low_mood", "weekday", "risk"]
    at: str
    decidedAt: str | None
    decidedBy: Literal["user", "code", "model"] | None
    runId: str | None
    kind: Literal["merge"]
    entities: list[ReviewItem2EntitiesItem]


class ReviewItem3(TypedDict):
    id: str
    state: Literal["open", "accepted", "rejected"]
    reason: Literal["same_name", "shared_alias", "contained_name", "nickname", "misspelling", "role", "near", "asked", "similar", "sibling_of_sibling", "sibling_back", "spouse_back", "parent_of_child", "child_of_parent", "parent_of_parent", "same_employer", "part_of_part", "place_in_place", "statement", "maybe", "words", "turn", "name", "request", "superseded", "corrected", "retracted", "change", "low_mood", "weekday", "risk"]
    at: str
    decidedAt: str | None
    decidedBy: Literal["user", "code", "model"] | None
    runId: str | None
    kind: Literal["inferred"]
    text: str | None
    predicate: str | None
    entities: list[Entity]
    # what it follows from
    facts: list[Fact]


class ReviewItem4(TypedDict):
    id: str
    state: Literal["open", "accepted", "rejected"]
    at: str
    decidedAt: str | None
    decidedBy: Literal["user", "code", "model"] | None
    kind: Literal["forget"]
    # false for what your words could mean too: it is not hidden
    sure: bool
    text: str
    # id of the turn that asked
    askedIn: str


class ReviewItem5(TypedDict):
    id: str
    state: Literal["open", "accepted", "rejected"]
    reason: Literal["same_name", "shared_alias", "contained_name", "nickname", "misspelling", "role", "near", "asked", "similar", "sibling_of_sibling", "sibling_back", "spouse_back", "parent_of_child", "child_of_parent", "parent_of_parent", "same_employer", "part_of_part", "place_in_place", "statement", "maybe", "words", "turn", "name", "request", "superseded", "corrected", "retracted", "change", "low_mood", "weekday", "risk"]
    at: str
    decidedAt: str | None
    decidedBy: Literal["user", "code", "model"] | None
    runId: str | None
    kind: Literal["closing"]
    fact: Fact
    news: Fact | None


class ReviewItem6TurnsItem(TypedDict):
    id: str
    conversationId: str
    userMessage: str
    occurredAt: str


class ReviewItem6(TypedDict):
    id: str
    state: Literal["open", "accepted", "rejected"]
    reason: Literal["same_name", "shared_alias", "contained_name", "nickname", "misspelling", "role", "near", "asked", "similar", "sibling_of_sibling", "sibling_back", "spouse_back", "parent_of_child", "child_of_parent", "parent_of_parent", "same_employer", "part_of_part", "place_in_place", "statement", "maybe", "words", "turn", "name", "request", "superseded", "corrected", "retracted", "change", "low_mood", "weekday", "risk"]
    at: str
    decidedAt: str | None
    decidedBy: Literal["user", "code", "model"] | None
    runId: str | None
    kind: Literal["insight"]
    text: str
    # 0-1, a lower bound from counts
    confidence: float
    # what it rests on
    facts: list[Fact]
    turns: list[ReviewItem6TurnsItem]


ReviewItem = ReviewItem1 | ReviewItem2 | ReviewItem3 | ReviewItem4 | ReviewItem5 | ReviewItem6


class SearchResultEvidenceItem(TypedDict):
    episodeId: str
    start: int
    end: int
    quote: str
    assertedBy: str
    occurredAt: str


class SearchResult(TypedDict):
    kind: Literal["fact", "entity", "episode", "community"]
    id: str
    text: str
    # `gone`: forgotten or refused since
    status: str
    score: float
    components: dict[str, float]
    evidence: list[SearchResultEvidenceItem]
    # newer words of yours that take the place of something believed
    isNew: NotRequired[Literal[True]]
    # it is over
    isOutdated: NotRequired[Literal[True]]
    # a chat would be given it: it speaks of the question
    isTold: bool


class FoundDebugLanesValueHitsItem(TypedDict):
    kind: Literal["fact", "entity", "episode", "community"]
    id: str
    score: float


class FoundDebugLanesValue(TypedDict):
    milliseconds: float
    hits: list[FoundDebugLanesValueHitsItem]


class FoundDebugFusedItem(TypedDict):
    kind: Literal["fact", "entity", "episode", "community"]
    id: str
    relevance: float
    read: bool


class FoundDebugDroppedItem(TypedDict):
    kind: Literal["fact", "entity", "episode", "community"]
    id: str
    why: Literal["not visible", "behind the limit", "not relevant"]


class FoundDebug(TypedDict):
    lanes: dict[str, FoundDebugLanesValue]
    fused: list[FoundDebugFusedItem]
    dropped: list[FoundDebugDroppedItem]


class Found(TypedDict):
    results: list[SearchResult]
    # little of what was found speaks of the question
    weak: bool
    # results that `relevance=any` would bring
    leftOut: int
    debug: NotRequired[FoundDebug]


class DeadLetter(TypedDict):
    id: str
    job: str
    conversationId: NotRequired[str]
    code: str
    attempts: int
    failedAt: str


class ReportExtractions(TypedDict):
    total: float
    done: float
    failed: float
    malformed: float
    validated: float
    rejected: float
    successRate: float | None


class ReportRejections(TypedDict):
    total: float
    byStage: dict[str, float]
    byReason: dict[str, float]


class ReportSuspicious(TypedDict):
    count: float
    rate: float | None


class ReportEnsemble(TypedDict):
    agreed: float
    disagreed: float
    agreement: float | None


class ReportFeedback(TypedDict):
    helpful: float
    unhelpful: float
    helpfulShare: float | None


class ReportGrowth(TypedDict):
    episodes: float
    facts: float
    entities: float


class ReportModelTokens(TypedDict):
    prompt: float
    completion: float
    jobs: float


class ReportGraph(TypedDict):
    episodes: float
    conversations: float
    entities: dict[str, float]
    facts: dict[str, float]


class ReportTopEntitiesItem(TypedDict):
    id: str
    name: str
    mentions: int


class ReportWaiting(TypedDict):
    extraction: float
    verification: float
    disputed: float
    reviews: dict[str, float]


Report = TypedDict(
    "Report",
    {
        "date": "str",
        "from": "str",
        "to": "str",
        "madeAt": "str",
        "complete": "bool",
        "sent": "bool",
        "turns": "dict[str, float]",
        "extractions": "ReportExtractions",
        "rejections": "ReportRejections",
        "hallucinationRate": "float | None",
        "suspicious": "ReportSuspicious",
        "ensemble": "ReportEnsemble",
        "validations": "dict[str, dict[str, float]]",
        "feedback": "ReportFeedback",
        "growth": "ReportGrowth",
        "duplicateRate": "float | None",
        "modelTokens": "ReportModelTokens",
        "graph": "ReportGraph",
        "topEntities": "list[ReportTopEntitiesItem]",
        "waiting": "ReportWaiting",
    },
)


class Alert(TypedDict):
    kind: Literal["hallucination_spike", "suspicious_spike", "queue_growth", "dead_letters", "backup_failed", "disk_full", "model_down"]
    # null: it is about the service
    userId: str | None
    at: str
    counts: dict[str, float]


class Session(TypedDict):
    id: str
    keyId: str
    startedAt: str
    endsAt: str
    # what the browser calls itself
    client: str
    isCurrent: bool


class AuditRecord(TypedDict):
    id: str
    at: str
    actor: str
    act: Literal["key_created", "key_revoked", "signed_in", "session_ended", "backup", "restore", "restore_trusted", "import", "export", "migrate", "forget_everything", "copies_removed", "undo_run", "prune", "schedule_paused", "schedule_resumed"]
    userId: str | None
    targets: list[str]
    counts: dict[str, float]


class PostSessionBody(TypedDict):
    # an API key, `eng_...`
    key: str


PostChatHeader = TypedDict(
    "PostChatHeader",
    {
        "idempotency-key": "NotRequired[str]",
    },
)


class PostChatBody(TypedDict):
    # what the user says
    message: str
    # goes on with a conversation; without it a new one begins
    conversationId: NotRequired[str]
    # `on`: recall, and learn from this turn; `read`: recall only; `off`: neither. The turn itself is kept in its conversation in all three
    memory: NotRequired[Literal["on", "read", "off"]]
    # `memory`: the model is told to answer from memory alone, at temperature 0.15
    mode: NotRequired[Literal["chat", "memory"]]
    # as data URLs, for a model that takes them; they are not stored
    images: NotRequired[list[str]]
    # id of the turn that this one edits or regenerates; what rested on the old turn alone is withdrawn
    replaces: NotRequired[str]
    # id of an earlier turn of yours that this one takes the place of, in a branch: a new conversation that shares the turns before it. Nothing is withdrawn
    branchFrom: NotRequired[str]


class GetConversationsQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]
    # only these
    shelf: NotRequired[Literal["pinned", "archived"]]
    # those whose title holds it, or in which each of its words was said or answered
    q: NotRequired[str]


class GetConversationsResponse(TypedDict):
    items: list[ListedConversation]
    nextCursor: str | None


class GetConversationsByIdPath(TypedDict):
    id: str


class GetConversationsByIdQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]


class PatchConversationsByIdPath(TypedDict):
    id: str


class PatchConversationsByIdBody(TypedDict):
    # `null` takes the title away
    title: NotRequired[str | None]
    # `null` puts it back; a new message in an archived one does that, too
    shelf: NotRequired[Literal["pinned", "archived"] | None]


class DeleteConversationsByIdPath(TypedDict):
    id: str


class DeleteConversationsByIdResponseForgotten(TypedDict):
    facts: int
    entities: int
    episodes: int
    conversations: int
    redactions: int
    rejections: int
    changes: int


class DeleteConversationsByIdResponseSimilar(TypedDict):
    turns: int
    episodeIds: list[str]


class DeleteConversationsByIdResponse(TypedDict):
    forgotten: DeleteConversationsByIdResponseForgotten
    # whether the words have left the files as well
    purged: Literal[True] | Literal["pending", "unknown"]
    # turns that stay and hold similar words
    similar: DeleteConversationsByIdResponseSimilar


GetMemorySearchQuery = TypedDict(
    "GetMemorySearchQuery",
    {
        "q": "str",
        "asOf": "NotRequired[str]",
        "knownAt": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "relevance": "NotRequired[Literal[\"relevant\", \"any\"]]",
        "tags": "NotRequired[str]",
        "contextTypes": "NotRequired[str]",
        "maxAgeHours": "NotRequired[float]",
        "minRelevance": "NotRequired[float]",
        "limit": "NotRequired[int]",
        "recipe": "NotRequired[str]",
        "status": "NotRequired[str]",
        "kind": "NotRequired[str]",
        "conversationId": "NotRequired[str]",
        "debug": "NotRequired[str]",
    },
)


class PostMemorySearchBodyRecipeFusion1(TypedDict):
    kind: Literal["sum"]
    weights: dict[str, float]


class PostMemorySearchBodyRecipeFusion2(TypedDict):
    kind: Literal["rrf"]
    k: float
    weights: dict[str, float]


class PostMemorySearchBodyRecipeProfileKindFactor(TypedDict):
    fact: float
    entity: float
    episode: float
    community: NotRequired[float]


class PostMemorySearchBodyRecipeProfile(TypedDict):
    relevance: float
    importance: float
    recency: float
    mentions: float
    confidence: float
    outcome: NotRequired[float]
    importanceFloor: float
    recencyHalfLifeDays: float
    kindFactor: PostMemorySearchBodyRecipeProfileKindFactor


class PostMemorySearchBodyRecipeRerank1(TypedDict):
    kind: Literal["rrf"]
    k: float


PostMemorySearchBodyRecipeRerank2 = TypedDict(
    "PostMemorySearchBodyRecipeRerank2",
    {
        "kind": "Literal[\"mmr\"]",
        "lambda": "float",
    },
)


class PostMemorySearchBodyRecipeRerank3(TypedDict):
    kind: Literal["node_distance"]


class PostMemorySearchBodyRecipeRerank4(TypedDict):
    kind: Literal["episode_mentions"]


class PostMemorySearchBodyRecipeRerank5(TypedDict):
    kind: Literal["cross_encoder"]
    top: int


class PostMemorySearchBodyRecipe(TypedDict):
    name: NotRequired[str]
    # candidates of each lane; one that is not named brings nothing
    quotas: dict[str, int]
    # how lanes become one relevance: `sum` of their scores, or `rrf` of their ranks, by weights
    fusion: PostMemorySearchBodyRecipeFusion1 | PostMemorySearchBodyRecipeFusion2
    # weights of the parts of a score
    profile: PostMemorySearchBodyRecipeProfile
    # facts between what is named and what the graph lane finds; 2 when not given
    graphDepth: NotRequired[int]
    # finds topics as well; they have the status `derived`
    communities: NotRequired[bool]
    # by what the first are put into another order at the end
    rerank: NotRequired[PostMemorySearchBodyRecipeRerank1 | PostMemorySearchBodyRecipeRerank2 | PostMemorySearchBodyRecipeRerank3 | PostMemorySearchBodyRecipeRerank4 | PostMemorySearchBodyRecipeRerank5]


PostMemorySearchBody = TypedDict(
    "PostMemorySearchBody",
    {
        "q": "str",
        "asOf": "NotRequired[str]",
        "knownAt": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "relevance": "NotRequired[Literal[\"relevant\", \"any\"]]",
        "tags": "NotRequired[list[str]]",
        "contextTypes": "NotRequired[list[Literal[\"search_result\", \"user_selection\", \"tool_output\", \"domain_entity\", \"completed_action\", \"conversation_fact\", \"temporary_state\"]]]",
        "maxAgeHours": "NotRequired[float]",
        "minRelevance": "NotRequired[float]",
        "limit": "NotRequired[int]",
        "recipe": "NotRequired[str | PostMemorySearchBodyRecipe]",
        "status": "NotRequired[list[Literal[\"staged\", \"verified\", \"disputed\", \"superseded\", \"corrected\", \"retracted\", \"archived\"]]]",
        "kind": "NotRequired[list[Literal[\"fact\", \"entity\", \"episode\", \"community\"]]]",
        "conversationId": "NotRequired[str | list[str]]",
        "origins": "NotRequired[list[str]]",
        "center": "NotRequired[str]",
        "debug": "NotRequired[bool]",
    },
)


GetMemoryFactsQuery = TypedDict(
    "GetMemoryFactsQuery",
    {
        "limit": "NotRequired[int]",
        "cursor": "NotRequired[str]",
        "entity": "NotRequired[str]",
        "status": "NotRequired[str]",
        "predicate": "NotRequired[str]",
        "q": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "minConfidence": "NotRequired[float]",
        "asOf": "NotRequired[str]",
        "knownAt": "NotRequired[str]",
        "sort": "NotRequired[Literal[\"learned\", \"valid\", \"confidence\", \"predicate\"]]",
        "order": "NotRequired[Literal[\"asc\", \"desc\"]]",
    },
)


class GetMemoryFactsResponse(TypedDict):
    items: list[Fact]
    nextCursor: str | None


class PostMemoryFactsBody(TypedDict):
    # name or id of an entity, or `user`
    subject: str
    # the relation
    predicate: str
    # name of an entity, or a value
    object: str
    # what `object` is
    objectKind: NotRequired[Literal["entity", "value"]]
    # `negative`: it is not so
    polarity: NotRequired[Literal["positive", "negative"]]
    # the fact as a sentence
    text: str
    # since when it is true in the world
    validAt: NotRequired[str | None]
    # until when it was true; not in it
    invalidAt: NotRequired[str | None]


class GetMemoryFactsByIdPath(TypedDict):
    id: str


class PatchMemoryFactsByIdPath(TypedDict):
    id: str


class PatchMemoryFactsByIdBody(TypedDict):
    # the relation
    predicate: NotRequired[str]
    # name of an entity, or a value
    object: NotRequired[str]
    # `negative`: it is not so
    polarity: NotRequired[Literal["positive", "negative"]]
    # the fact as a sentence
    text: NotRequired[str]
    # since when it is true in the world
    validAt: NotRequired[str | None]
    # until when it was true; not in it
    invalidAt: NotRequired[str | None]
    status: NotRequired[Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]]


class GetMemoryFactsByIdTracePath(TypedDict):
    id: str


class GetMemoryFactsByIdTraceResponseEvidenceItemTurn(TypedDict):
    id: str
    conversationId: str
    speaker: str | None
    userMessage: str
    assistantReply: str | None
    occurredAt: str


class GetMemoryFactsByIdTraceResponseEvidenceItem(TypedDict):
    episodeId: str
    part: Literal["user", "assistant"]
    start: int
    end: int
    quote: str
    assertedBy: str
    occurredAt: str
    turn: GetMemoryFactsByIdTraceResponseEvidenceItemTurn | None


class GetMemoryFactsByIdTraceResponsePassesItem(TypedDict):
    episodeId: str
    purpose: Literal["reply", "tools", "extract", "blind", "verdict-a", "verdict-b", "adjudicate", "confirm", "consequences", "aftermath", "web"]
    at: str
    origin: str
    model: str
    promptTokens: int
    completionTokens: int
    seconds: float
    reasoning: str | None
    suspicion: float | None
    ballot: Literal["for", "against", "unclear"] | None
    # by the id of the known fact
    rulings: dict[str, Literal["update", "ending", "correction", "duplicate", "precise", "both", "unclear"]]
    # addresses of the pages that a web check read
    sources: list[str]


class GetMemoryFactsByIdTraceResponse(TypedDict):
    # as it came in; null when that is not known any more
    proposal: Any
    evidence: list[GetMemoryFactsByIdTraceResponseEvidenceItem]
    passes: list[GetMemoryFactsByIdTraceResponsePassesItem]
    # oldest first
    changes: list[Change]
    rejections: list[Rejection]
    fact: Fact


class GetMemoryEntitiesQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]
    # things of this type
    type: NotRequired[str]
    status: NotRequired[Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]]
    # part of a name
    q: NotRequired[str]
    # those of which something was true then
    asOf: NotRequired[str]
    # those of which something was believed then
    knownAt: NotRequired[str]
    # without it `learned`, newest first; `mentioned`: when last
    sort: NotRequired[Literal["learned", "name", "mentions", "mentioned", "confidence"]]
    # without it `asc` by `name` and `predicate`, else `desc`
    order: NotRequired[Literal["asc", "desc"]]


class GetMemoryEntitiesResponse(TypedDict):
    items: list[Entity]
    nextCursor: str | None


class GetMemoryGraphQuery(TypedDict):
    # what is around this one (its id or name); without it the things that most statements join, and the user
    entity: NotRequired[str]
    # nodes at most
    limit: NotRequired[int]
    # leaves out what fewer statements join
    minDegree: NotRequired[int]
    # what was true then
    asOf: NotRequired[str]
    # what was believed then
    knownAt: NotRequired[str]


class GetMemoryCommunitiesQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]


class GetMemoryCommunitiesResponse(TypedDict):
    items: list[Community]
    nextCursor: str | None


class GetMemoryCommunitiesByIdPath(TypedDict):
    id: str


class GetMemoryCommunitiesByIdResponseMembersItem(TypedDict):
    id: str
    name: str
    type: str
    isSelf: bool


class GetMemoryCommunitiesByIdResponse(TypedDict):
    id: str
    name: str
    summary: str
    members: list[GetMemoryCommunitiesByIdResponseMembersItem]
    writtenBy: Literal["code", "model"]
    createdAt: str
    updatedAt: str
    memberCount: int
    facts: list[Fact]


class GetMemoryEntitiesByIdStatusPath(TypedDict):
    id: str


class GetMemoryEntitiesByIdPath(TypedDict):
    id: str


class GetMemoryEntitiesByIdQuery(TypedDict):
    # what was true then
    asOf: NotRequired[str]
    # what was believed then
    knownAt: NotRequired[str]


class GetMemoryEntitiesByIdResponseAliasesItem(TypedDict):
    alias: str
    kind: Literal["name", "nickname", "role", "misspelling", "merged"]


class GetMemoryEntitiesByIdResponseExternalKeysItem(TypedDict):
    system: str
    id: str


class GetMemoryEntitiesByIdResponseSummaryBasis(TypedDict):
    factIds: list[str]
    writtenBy: Literal["code", "model"]
    asked: bool


class GetMemoryEntitiesByIdResponse(TypedDict):
    id: str
    name: str
    type: str
    aliases: list[GetMemoryEntitiesByIdResponseAliasesItem]
    summary: str | None
    properties: dict[str, str | float | bool]
    confidence: float
    mentionCount: int
    createdAt: str
    lastMentionedAt: str
    status: Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]
    isSelf: bool
    externalKeys: list[GetMemoryEntitiesByIdResponseExternalKeysItem]
    mergedInto: NotRequired[str]
    summaryBasis: NotRequired[GetMemoryEntitiesByIdResponseSummaryBasis | None]
    facts: list[Fact]


class PatchMemoryEntitiesByIdPath(TypedDict):
    id: str


class PatchMemoryEntitiesByIdBodyExternalKeysItem(TypedDict):
    system: str
    id: str


class PatchMemoryEntitiesByIdBody(TypedDict):
    # its facts call it by this one; the old one stays an alias
    name: NotRequired[str]
    # such as `person`, `place`, `project`
    type: NotRequired[str]
    # its other names, in the place of those it has
    aliases: NotRequired[list[str]]
    # its ids in other systems, in the place of those it has
    externalKeys: NotRequired[list[PatchMemoryEntitiesByIdBodyExternalKeysItem]]


class PatchMemoryEntitiesByIdResponse(TypedDict):
    entity: Entity
    runId: str


class GetMemoryGraphInsightsQuery(TypedDict):
    # what is important seen from this one instead of from the user: its id, its name, or `user`. A name that several bear is refused with their ids
    entity: NotRequired[str]


GetMemoryGraphPathsQuery = TypedDict(
    "GetMemoryGraphPathsQuery",
    {
        "from": "str",
        "to": "str",
        "limit": "NotRequired[int]",
    },
)


class GetMemoryPortraitQuery(TypedDict):
    # its id or its name, or `user`
    entity: NotRequired[str]


class GetMemoryComingUpQuery(TypedDict):
    # how far ahead
    days: NotRequired[int]


class GetMemoryComingUpResponse(TypedDict):
    items: list[ComingUp]
    nextCursor: str | None


class PostMemoryEpisodesBodyAboutItem(TypedDict):
    system: str
    id: str
    # such as `account` or `case`
    type: NotRequired[str]
    # as people call it
    name: NotRequired[str]


class PostMemoryEpisodesBody(TypedDict):
    # what was said
    text: str
    # who said it, when it was not the user
    speaker: NotRequired[str]
    # when it was said; without it, or in the future, now
    occurredAt: NotRequired[str]
    # of an existing one; without it a new one begins
    conversationId: NotRequired[str]
    source: NotRequired[Literal["api", "import", "document"]]
    # your own id; the same one is stored once
    externalId: NotRequired[str]
    # how it ended
    outcome: NotRequired[Literal["success", "partial", "failure", "neutral"]]
    # without it, something that was said
    contextType: NotRequired[Literal["search_result", "user_selection", "tool_output", "domain_entity", "completed_action", "conversation_fact", "temporary_state"]]
    # words it is found by, lowercase
    tags: NotRequired[list[str]]
    # things in other systems: each is one thing in memory
    about: NotRequired[list[PostMemoryEpisodesBodyAboutItem]]


class PostMemoryEpisodesResponseExtraction(TypedDict):
    state: Literal["none", "pending", "done", "failed"]
    attempts: int
    error: str | None
    retryAt: str | None


class PostMemoryEpisodesResponseVerification(TypedDict):
    state: Literal["none", "pending", "done", "deferred", "failed"]
    attempts: int
    error: str | None


class PostMemoryEpisodesResponseIntentCandidatesItem(TypedDict):
    factIds: list[str]
    episodeIds: list[str]


class PostMemoryEpisodesResponseIntent(TypedDict):
    kind: Literal["forget", "remember", "off_record", "why", "wrong", "undo"]
    state: Literal["done", "asked", "on", "off"]
    candidates: list[PostMemoryEpisodesResponseIntentCandidatesItem]
    changeIds: list[str]
    everything: NotRequired[Literal[True]]
    pending: NotRequired[list[str]]


class PostMemoryEpisodesResponse(TypedDict):
    id: str
    conversationId: str
    ordinal: int
    userMessage: str
    assistantReply: str | None
    speaker: str | None
    source: Literal["chat", "api", "import", "document", "consolidated"]
    state: Literal["open", "complete", "interrupted"]
    memory: Literal["on", "read", "off"]
    mode: Literal["chat", "memory"]
    occurredAt: str
    recordedAt: str
    place: str | None
    summary: str | None
    emotion: str | None
    valence: float
    importance: float
    context: str | None
    extraction: PostMemoryEpisodesResponseExtraction
    verification: PostMemoryEpisodesResponseVerification
    consolidatedInto: str | None
    sourceCount: int
    externalId: str | None
    replacedBy: str | None
    model: str | None
    error: str | None
    redacted: bool
    intent: PostMemoryEpisodesResponseIntent | None
    outcome: NotRequired[Literal["success", "partial", "failure", "neutral"]]
    contextType: NotRequired[Literal["search_result", "user_selection", "tool_output", "domain_entity", "completed_action", "conversation_fact", "temporary_state"]]
    tags: NotRequired[str]
    recalled: list[Recalled]
    spooled: NotRequired[Literal[True]]
    episodeId: str


class GetMemoryEpisodesQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]
    conversationId: NotRequired[str]
    # turns that are still to be extracted: `pending` waits, `retrying` waits and an attempt failed, `failed` is set aside after its last attempt
    extraction: NotRequired[Literal["pending", "retrying", "failed"]]
    # those that the model failed at while it verified them
    verification: NotRequired[Literal["failed"]]
    # `true`: those about which the model, reading or voting, thought doubtfully: it hedged, contradicted itself or gave no grounds
    suspicious: NotRequired[str]


class GetMemoryEpisodesResponse(TypedDict):
    items: list[Episode]
    nextCursor: str | None


class PutMemoryEpisodesByIdOutcomePath(TypedDict):
    id: str


class PutMemoryEpisodesByIdOutcomeBody(TypedDict):
    outcome: Literal["success", "partial", "failure", "neutral"]


class PostMemoryEpisodesExtractBody(TypedDict):
    state: Literal["failed"]


class PostMemoryEpisodesExtractResponse(TypedDict):
    count: int


class PostMemoryEpisodesVerifyBody(TypedDict):
    state: Literal["failed"]


class PostMemoryEpisodesVerifyResponse(TypedDict):
    count: int


class PostMemoryEpisodesByIdExtractPath(TypedDict):
    id: str


class PostMemoryEpisodesByIdExtractResponse(TypedDict):
    id: str


GetMemoryTimelineQuery = TypedDict(
    "GetMemoryTimelineQuery",
    {
        "limit": "NotRequired[int]",
        "cursor": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class GetMemoryTimelineResponseItemsItemExtraction(TypedDict):
    state: Literal["none", "pending", "done", "failed"]
    attempts: int
    error: str | None
    retryAt: str | None


class GetMemoryTimelineResponseItemsItemVerification(TypedDict):
    state: Literal["none", "pending", "done", "deferred", "failed"]
    attempts: int
    error: str | None


class GetMemoryTimelineResponseItemsItemIntentCandidatesItem(TypedDict):
    factIds: list[str]
    episodeIds: list[str]


class GetMemoryTimelineResponseItemsItemIntent(TypedDict):
    kind: Literal["forget", "remember", "off_record", "why", "wrong", "undo"]
    state: Literal["done", "asked", "on", "off"]
    candidates: list[GetMemoryTimelineResponseItemsItemIntentCandidatesItem]
    changeIds: list[str]
    everything: NotRequired[Literal[True]]
    pending: NotRequired[list[str]]


class GetMemoryTimelineResponseItemsItem(TypedDict):
    id: str
    conversationId: str
    ordinal: int
    userMessage: str
    assistantReply: str | None
    speaker: str | None
    source: Literal["chat", "api", "import", "document", "consolidated"]
    state: Literal["open", "complete", "interrupted"]
    memory: Literal["on", "read", "off"]
    mode: Literal["chat", "memory"]
    occurredAt: str
    recordedAt: str
    place: str | None
    summary: str | None
    emotion: str | None
    valence: float
    importance: float
    context: str | None
    extraction: GetMemoryTimelineResponseItemsItemExtraction
    verification: GetMemoryTimelineResponseItemsItemVerification
    consolidatedInto: str | None
    sourceCount: int
    externalId: str | None
    replacedBy: str | None
    model: str | None
    error: str | None
    redacted: bool
    intent: GetMemoryTimelineResponseItemsItemIntent | None
    outcome: NotRequired[Literal["success", "partial", "failure", "neutral"]]
    contextType: NotRequired[Literal["search_result", "user_selection", "tool_output", "domain_entity", "completed_action", "conversation_fact", "temporary_state"]]
    tags: NotRequired[str]
    facts: list[Fact]


class GetMemoryTimelineResponse(TypedDict):
    items: list[GetMemoryTimelineResponseItemsItem]
    nextCursor: str | None


class GetMemoryEntitiesByIdHistoryPath(TypedDict):
    id: str


class GetMemoryEntitiesByIdHistoryResponse(TypedDict):
    items: list[Fact]


class GetMemoryEpisodesByIdPath(TypedDict):
    id: str


class PostMemoryLinksBodyFrom(TypedDict):
    kind: Literal["episode", "entity", "fact", "conversation"]
    id: str


class PostMemoryLinksBodyTo(TypedDict):
    kind: Literal["episode", "entity", "fact", "conversation"]
    id: str


PostMemoryLinksBody = TypedDict(
    "PostMemoryLinksBody",
    {
        "type": "Literal[\"led_to\", \"relates_to\", \"depends_on\", \"contradicts\", \"refines\", \"answers\"]",
        "from": "PostMemoryLinksBodyFrom",
        "to": "PostMemoryLinksBodyTo",
        "weight": "NotRequired[float]",
        "persistent": "NotRequired[bool]",
        "expiresAt": "NotRequired[str | None]",
    },
)


class GetMemoryLinksQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]
    # of an episode, an entity, a fact or a conversation at either end
    id: NotRequired[str]
    type: NotRequired[Literal["led_to", "relates_to", "depends_on", "contradicts", "refines", "answers"]]


class GetMemoryLinksResponse(TypedDict):
    items: list[Link]
    nextCursor: str | None


class DeleteMemoryLinksByIdPath(TypedDict):
    id: str


class GetMemoryProceduresQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]


class GetMemoryProceduresResponse(TypedDict):
    items: list[Procedure]
    nextCursor: str | None


class PostMemoryProceduresBody(TypedDict):
    # what it is for
    name: str
    # in order
    steps: list[str]
    # words it is found by, lowercase
    tags: NotRequired[list[str]]


class GetMemoryProceduresByIdPath(TypedDict):
    id: str


class PostMemoryProceduresByIdOutcomePath(TypedDict):
    id: str


class PostMemoryProceduresByIdOutcomeBody(TypedDict):
    outcome: Literal["success", "partial", "failure", "neutral"]
    # kept as a message of yours
    note: NotRequired[str]


PostMemoryForgetBody = TypedDict(
    "PostMemoryForgetBody",
    {
        "factId": "NotRequired[str]",
        "entityId": "NotRequired[str]",
        "episodeId": "NotRequired[str]",
        "conversationId": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "everything": "NotRequired[Literal[True]]",
        "removeCopies": "NotRequired[bool]",
    },
)


class PostMemoryForgetResponseForgotten(TypedDict):
    facts: int
    entities: int
    episodes: int
    conversations: int
    redactions: int
    rejections: int
    changes: int


class PostMemoryForgetResponseSimilar(TypedDict):
    turns: int
    episodeIds: list[str]


class PostMemoryForgetResponse(TypedDict):
    forgotten: PostMemoryForgetResponseForgotten
    # whether the words have left the files as well
    purged: Literal[True] | Literal["pending", "unknown"]
    # turns that stay and hold similar words
    similar: PostMemoryForgetResponseSimilar
    # files that still hold it
    copies: list[str]


class GetMemoryCopiesResponseItemsItem(TypedDict):
    name: str


class GetMemoryCopiesResponse(TypedDict):
    items: list[GetMemoryCopiesResponseItemsItem]
    nextCursor: str | None


class DeleteMemoryCopiesResponse(TypedDict):
    removed: int


class GetMemoryChangesQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]
    # changes of one thing
    targetId: NotRequired[str]
    # changes made by one run
    runId: NotRequired[str]


class GetMemoryChangesResponse(TypedDict):
    items: list[Change]
    nextCursor: str | None


class PostMemoryChangesByIdUndoPath(TypedDict):
    id: str


class GetMemoryStagingQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]


class GetMemoryStagingResponse(TypedDict):
    items: list[StoredFact]
    nextCursor: str | None


class PostMemoryFeedbackBody(TypedDict):
    # of a fact, an entity, an episode or a community
    id: str
    helpful: bool
    # the turn it was recalled for: its question teaches the ranking
    turnId: NotRequired[str]


PutSettingsBodyQuietHours = TypedDict(
    "PutSettingsBodyQuietHours",
    {
        "from": "str",
        "to": "str",
    },
)


class PutSettingsBodyIdTemplatesItem(TypedDict):
    system: str
    template: str


class PutSettingsBody(TypedDict):
    # an IANA name such as `Europe/Berlin`; decides what "yesterday" means and how dates are written
    timeZone: str
    # code of two or three letters; how dates in your words are read (else it is told from the text)
    language: NotRequired[str | None]
    # an episode older than this is forgotten, as by `POST /memory/forget`, within the hour
    retentionDays: NotRequired[int | None]
    # a conversation whose last message is older is archived: left out of lists, found by search
    archiveAfterDays: NotRequired[int | None]
    # `HH:MM`, local time: the idle clock starts no pass and sends no reminder then; a pass asked for by hand runs
    quietHours: NotRequired[PutSettingsBodyQuietHours | None]
    # recipe of `GET /memory/search` by which a chat ranks what it recalls; `null` is `default`
    recallRecipe: NotRequired[str | None]
    # what the assistant is to know or do in every conversation; it comes before all else
    instructions: NotRequired[str | None]
    # of replies, 0 to 2; `null` leaves it to the service
    temperature: NotRequired[float | None]
    # how hard the model thinks about a reply; `null` is `low`
    effort: NotRequired[Literal["low", "medium", "high"] | None]
    # forms of ids in systems of yours, such as `TKT-{digits}`; `{letters}` and `{alnum}` may stand in them too
    idTemplates: NotRequired[list[PutSettingsBodyIdTemplatesItem]]
    # `true`: plans are brought up when they are due, by mail or webhook and in chat
    reminders: NotRequired[bool]


class GetMemoryFeedbackByIdPath(TypedDict):
    # of a fact, an entity, an episode or a community
    id: str


class GetMemoryFeedbackByIdResponse(TypedDict):
    usefulness: float
    lastUsedAt: str | None
    events: list[Feedback]


GetMemoryRejectionsQuery = TypedDict(
    "GetMemoryRejectionsQuery",
    {
        "limit": "NotRequired[int]",
        "cursor": "NotRequired[str]",
        "reason": "NotRequired[Literal[\"invalid_syntax\", \"invalid_schema\", \"low_confidence\", \"no_evidence\", \"not_in_turn\", \"question\", \"hypothetical\", \"negation_lost\", \"pasted_text\", \"fiction\", \"reported_speech\", \"sarcasm\", \"assistant_only\", \"recall_echo\", \"instruction\", \"off_record\", \"wrong_subject\", \"forgotten\", \"duplicate\", \"contradicted\", \"fact_check_failed\", \"ensemble_disagreement\", \"rejected_by_user\"]]",
        "stage": "NotRequired[Literal[\"syntax\", \"shape\", \"grounding\", \"consistency\", \"ensemble\", \"adjudication\", \"web\", \"confidence\", \"review\"]]",
        "episodeId": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class GetMemoryRejectionsResponse(TypedDict):
    items: list[Rejection]
    nextCursor: str | None


GetMemoryRejectionsPatternsQuery = TypedDict(
    "GetMemoryRejectionsPatternsQuery",
    {
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "by": "NotRequired[Literal[\"day\", \"week\"]]",
    },
)


GetMemoryRejectionsExportQuery = TypedDict(
    "GetMemoryRejectionsExportQuery",
    {
        "reason": "NotRequired[Literal[\"invalid_syntax\", \"invalid_schema\", \"low_confidence\", \"no_evidence\", \"not_in_turn\", \"question\", \"hypothetical\", \"negation_lost\", \"pasted_text\", \"fiction\", \"reported_speech\", \"sarcasm\", \"assistant_only\", \"recall_echo\", \"instruction\", \"off_record\", \"wrong_subject\", \"forgotten\", \"duplicate\", \"contradicted\", \"fact_check_failed\", \"ensemble_disagreement\", \"rejected_by_user\"]]",
        "stage": "NotRequired[Literal[\"syntax\", \"shape\", \"grounding\", \"consistency\", \"ensemble\", \"adjudication\", \"web\", \"confidence\", \"review\"]]",
        "episodeId": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "limit": "NotRequired[int]",
    },
)


class GetMemoryTrainingQuery(TypedDict):
    # lines at most
    limit: NotRequired[int]


class GetMemoryRejectionsByIdPath(TypedDict):
    id: str


class GetMemoryRejectionsByIdResponseEvidenceItemTurn(TypedDict):
    id: str
    conversationId: str
    speaker: str | None
    userMessage: str
    assistantReply: str | None
    occurredAt: str


class GetMemoryRejectionsByIdResponseEvidenceItem(TypedDict):
    episodeId: str
    part: Literal["user", "assistant"]
    start: int
    end: int
    quote: str
    assertedBy: str
    occurredAt: str
    turn: GetMemoryRejectionsByIdResponseEvidenceItemTurn | None


class GetMemoryRejectionsByIdResponsePassesItem(TypedDict):
    episodeId: str
    purpose: Literal["reply", "tools", "extract", "blind", "verdict-a", "verdict-b", "adjudicate", "confirm", "consequences", "aftermath", "web"]
    at: str
    origin: str
    model: str
    promptTokens: int
    completionTokens: int
    seconds: float
    reasoning: str | None
    suspicion: float | None
    ballot: Literal["for", "against", "unclear"] | None
    # by the id of the known fact
    rulings: dict[str, Literal["update", "ending", "correction", "duplicate", "precise", "both", "unclear"]]
    # addresses of the pages that a web check read
    sources: list[str]


class GetMemoryRejectionsByIdResponse(TypedDict):
    # as it came in; null when that is not known any more
    proposal: Any
    evidence: list[GetMemoryRejectionsByIdResponseEvidenceItem]
    passes: list[GetMemoryRejectionsByIdResponsePassesItem]
    # oldest first
    changes: list[Change]
    rejections: list[Rejection]
    rejection: Rejection


class PostMemoryRejectionsByIdAcceptPath(TypedDict):
    id: str


class PostMemoryRejectionsByIdAcceptResponse(TypedDict):
    fact: Fact
    runId: str | None


class GetMemoryReviewQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]
    kind: NotRequired[Literal["dispute", "closing", "merge", "inferred", "insight", "forget"]]
    # `accepted` and `rejected`: what was decided, disputes excepted
    state: NotRequired[Literal["open", "accepted", "rejected"]]


class GetMemoryReviewResponse(TypedDict):
    items: list[ReviewItem]
    nextCursor: str | None


class PostMemoryReviewDecideBody(TypedDict):
    # each is decided once
    ids: list[str]
    decision: Literal["accept", "reject"]


class PostMemoryReviewDecideResponseLeftItem(TypedDict):
    id: str
    code: str


class PostMemoryReviewDecideResponse(TypedDict):
    runId: str
    # not decided, and why; what is to be forgotten is decided alone
    left: list[PostMemoryReviewDecideResponseLeftItem]


class PostMemoryReviewByIdAcceptPath(TypedDict):
    id: str


class PostMemoryReviewByIdRejectPath(TypedDict):
    id: str


class PostMemoryReviewByIdEditPath(TypedDict):
    id: str


class PostMemoryReviewByIdEditBody(TypedDict):
    # the relation
    predicate: NotRequired[str]
    # name of an entity, or a value
    object: NotRequired[str]
    # `negative`: it is not so
    polarity: NotRequired[Literal["positive", "negative"]]
    # the fact as a sentence
    text: NotRequired[str]
    # since when it is true in the world
    validAt: NotRequired[str | None]
    # until when it was true; not in it
    invalidAt: NotRequired[str | None]
    status: NotRequired[Literal["staged", "verified", "disputed", "superseded", "corrected", "retracted", "archived"]]
    # of a merge: name of the entity that stays
    name: NotRequired[str]
    # of a merge: type of the entity that stays
    type: NotRequired[str]


class PostMemoryEntitiesByIdMergePath(TypedDict):
    id: str


class PostMemoryEntitiesByIdMergeBody(TypedDict):
    # id of the other one
    into: str


class PostMemoryEntitiesByIdMergeResponse(TypedDict):
    entity: Entity
    runId: str | None


class GetMemoryExportQuery(TypedDict):
    # `true`: takes the vectors along
    vectors: NotRequired[str]
    # `true`: takes the keyed hashes of what was forgotten along, never their key
    tombstones: NotRequired[str]
    # `true`: compressed (`application/gzip`)
    gzip: NotRequired[str]


class PostMemoryImportQuery(TypedDict):
    # `true`: writes nothing, and tells the conflict as text
    dryRun: NotRequired[str]
    # `true`: you say that the file is yours, whoever signed it: it is taken as it is, with all it believes
    trust: NotRequired[str]


class PostMemoryImportChatsQuery(TypedDict):
    # `true`: tells what the file holds and stores nothing
    dryRun: NotRequired[str]
    # which speaker is you, in chats of WhatsApp or Signal and in mails (a name, or a mail address); without it each is a speaker
    me: NotRequired[str]
    # the file's name: a journal is called by it, and may have its date in it
    name: NotRequired[str]


class GetMaintenanceJobsResponse(TypedDict):
    items: list[Job]
    nextCursor: str | None


class PostMaintenanceJobsByNameRunPath(TypedDict):
    # a job of `GET /maintenance/jobs`
    name: str


class PostMaintenanceJobsByNameRunBody(TypedDict):
    # `true`: changes nothing and asks no model; it counts, and keeps what the job would change. Without it as the job says
    dryRun: NotRequired[bool]


class PostMaintenanceJobsByNameRunResponse(TypedDict):
    runId: str
    dryRun: bool


class GetMaintenanceRunsQuery(TypedDict):
    # runs at most; there is no cursor
    limit: NotRequired[int]


class GetMaintenanceRunsResponse(TypedDict):
    items: list[Run]
    nextCursor: str | None


class GetMaintenanceRunsByIdPath(TypedDict):
    id: str


class GetMaintenanceRunsByIdDiffPath(TypedDict):
    id: str


class GetMaintenanceRunsByIdDiffQuery(TypedDict):
    # items in a page
    limit: NotRequired[int]
    # `nextCursor` of the page before
    cursor: NotRequired[str]


class GetMaintenanceRunsByIdDiffResponse(TypedDict):
    items: list[DiffLine]
    nextCursor: str | None


class PostMaintenanceRunsByIdCancelPath(TypedDict):
    id: str


class PostMaintenanceRunsByIdCancelResponse(TypedDict):
    runId: str


class PostMaintenanceRunsByIdUndoPath(TypedDict):
    id: str


class PostMaintenanceRunsByIdUndoBody(TypedDict):
    # `true`: facts that a pass judged are judged once more by the next one
    again: NotRequired[bool]


class PostMaintenanceRunsByIdUndoResponseSkippedItem(TypedDict):
    changeId: str
    targetId: str


class PostMaintenanceRunsByIdUndoResponse(TypedDict):
    undone: int
    # changes that stay, because something changed the same thing later
    skipped: list[PostMaintenanceRunsByIdUndoResponseSkippedItem]
    # turns that will be judged again
    judgedAgain: int
    runId: str


class PostMaintenanceUndoBody(TypedDict):
    # a time, or a day
    since: str


class PostMaintenanceUndoResponseSkippedItem(TypedDict):
    changeId: str
    targetId: str


class PostMaintenanceUndoResponse(TypedDict):
    undone: int
    # changes that stay, because something changed the same thing later
    skipped: list[PostMaintenanceUndoResponseSkippedItem]
    # those with at least one undone change
    runs: int
    # wishes to forget whose memories were restored
    wishes: int


class GetMaintenanceScheduleResponse(TypedDict):
    items: list[ScheduledJob]
    nextCursor: str | None
    paused: bool


class PutMaintenanceScheduleBody(TypedDict):
    # `true` lets the times go by until `false`; they are not made up for
    paused: bool


class PutMaintenanceScheduleResponse(TypedDict):
    items: list[ScheduledJob]
    nextCursor: str | None
    paused: bool


class PutMaintenanceScheduleByJobPath(TypedDict):
    # a job of `GET /maintenance/schedule`
    job: str


class PutMaintenanceScheduleByJobBody(TypedDict):
    # `true` lets the times go by until `false`; they are not made up for
    paused: bool


GetReportsQuery = TypedDict(
    "GetReportsQuery",
    {
        "limit": "NotRequired[int]",
        "cursor": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class GetReportsResponse(TypedDict):
    items: list[Report]
    nextCursor: str | None


class GetReportsAlertsQuery(TypedDict):
    # alerts at most
    limit: NotRequired[int]


class GetReportsAlertsResponse(TypedDict):
    items: list[Alert]
    nextCursor: str | None


class GetReportsByDatePath(TypedDict):
    # a day in your time zone
    date: str


class GetMaintenanceDeadLettersResponse(TypedDict):
    items: list[DeadLetter]
    nextCursor: str | None


class PostMaintenanceDeadLettersByIdRetryPath(TypedDict):
    id: str


class PostMaintenanceDeadLettersByIdRetryResponse(TypedDict):
    id: str


class GetMaintenanceNotificationsResponse(TypedDict):
    channels: list[str]


class PostMaintenanceNotificationsTestResponseItemsItem(TypedDict):
    channel: str
    # why it was not sent
    error: str | None


class PostMaintenanceNotificationsTestResponse(TypedDict):
    items: list[PostMaintenanceNotificationsTestResponseItemsItem]


class GetMaintenanceAuditQuery(TypedDict):
    # rows at most; older ones are kept
    limit: NotRequired[int]


class GetMaintenanceAuditResponse(TypedDict):
    items: list[AuditRecord]
    nextCursor: str | None


class PutModelsBodyChat(TypedDict):
    # of a server that speaks OpenAI's API, with or without `/v1`
    url: str
    # empty: the one it serves
    model: NotRequired[str]
    # sent to that server alone; never shown again
    apiKey: NotRequired[str]


class PutModelsBodyMemory(TypedDict):
    # of a server that speaks OpenAI's API, with or without `/v1`
    url: str
    # empty: the one it serves
    model: NotRequired[str]
    # sent to that server alone; never shown again
    apiKey: NotRequired[str]


class PutModelsBodyEmbeddings(TypedDict):
    # of a server that speaks OpenAI's API, with or without `/v1`
    url: str
    # empty: the one it serves
    model: NotRequired[str]
    # sent to that server alone; never shown again
    apiKey: NotRequired[str]


class PutModelsBody(TypedDict):
    # answers messages; `null` leaves it to the search
    chat: NotRequired[PutModelsBodyChat | None]
    # reads and judges; `null`: the chat's model does
    memory: NotRequired[PutModelsBodyMemory | None]
    # makes vectors; `null` leaves it to the search
    embeddings: NotRequired[PutModelsBodyEmbeddings | None]
    # how far the model of the memory is trusted, whatever its exam says; `null` leaves it to the exam
    trust: NotRequired[Literal["full", "staged", "turns"] | None]


class PostModelsTryBody(TypedDict):
    # of a server that speaks OpenAI's API, with or without `/v1`
    url: str
    # empty: the one it serves
    model: NotRequired[str]
    # sent to that server alone; never shown again
    apiKey: NotRequired[str]


class GetKeysResponse(TypedDict):
    items: list[Key]
    nextCursor: str | None


class PostKeysBody(TypedDict):
    # without it yours; never more than yours
    rights: NotRequired[list[Literal["read", "write", "admin"]]]


class PostKeysResponse(TypedDict):
    id: str
    key: str


class DeleteKeysByIdPath(TypedDict):
    id: str


class GetSessionsResponse(TypedDict):
    items: list[Session]
    nextCursor: str | None


class DeleteSessionsResponse(TypedDict):
    ended: int


class DeleteSessionsByIdPath(TypedDict):
    id: str


class GetConversationsByIdGraphEventsPath(TypedDict):
    id: str


class GetV1ModelsResponseDataItem(TypedDict):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str
    # tokens, if the model server tells
    context_length: NotRequired[int]


class GetV1ModelsResponse(TypedDict):
    object: Literal["list"]
    data: list[GetV1ModelsResponseDataItem]


class GetV1ModelsByIdPath(TypedDict):
    id: str


class GetV1ModelsByIdResponse(TypedDict):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str
    # tokens, if the model server tells
    context_length: NotRequired[int]


class PostV1EmbeddingsResponseDataItem(TypedDict):
    object: Literal["embedding"]
    index: int
    embedding: list[float] | str


class PostV1EmbeddingsResponseUsage(TypedDict):
    prompt_tokens: int
    total_tokens: int


class PostV1EmbeddingsResponse(TypedDict):
    object: Literal["list"]
    model: str
    data: list[PostV1EmbeddingsResponseDataItem]
    usage: PostV1EmbeddingsResponseUsage


class Engram(Protocol):
    """Every route, by method and path: `engram("GET /memory/facts/{id}", path={"id": id})`."""

    @overload
    def __call__(self, route: Literal["GET /health"]) -> Health:
        """The state of the service and its parts; without a key its status alone"""
        ...

    @overload
    def __call__(self, route: Literal["POST /session"], *, body: PostSessionBody) -> None:
        """Sign a browser in with a key"""
        ...

    @overload
    def __call__(self, route: Literal["DELETE /session"]) -> None:
        """Sign a browser out; its session ends"""
        ...

    @overload
    def __call__(self, route: Literal["POST /chat"], *, header: PostChatHeader | None = None, body: PostChatBody) -> ChatReply:
        """Say something; the reply comes as JSON or, with Accept: text/event-stream, as events"""
        ...

    @overload
    def __call__(self, route: Literal["GET /conversations"], *, query: GetConversationsQuery | None = None) -> GetConversationsResponse:
        """Threads, newest first, without archived ones; with q all whose title holds it or in which its words were said"""
        ...

    @overload
    def __call__(self, route: Literal["GET /conversations/{id}"], *, path: GetConversationsByIdPath, query: GetConversationsByIdQuery | None = None) -> Thread:
        """One thread with its turns in order, each with the facts that were noted in it"""
        ...

    @overload
    def __call__(self, route: Literal["PATCH /conversations/{id}"], *, path: PatchConversationsByIdPath, body: PatchConversationsByIdBody) -> Conversation:
        """Rename, pin or archive"""
        ...

    @overload
    def __call__(self, route: Literal["DELETE /conversations/{id}"], *, path: DeleteConversationsByIdPath) -> DeleteConversationsByIdResponse:
        """Forget a thread with everything that rests on it alone"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/search"], *, query: GetMemorySearchQuery) -> Found:
        """Find memories; every result explains its score"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/search"], *, body: PostMemorySearchBody) -> Found:
        """The same as a body, with a recipe of one's own"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/facts"], *, query: GetMemoryFactsQuery | None = None) -> GetMemoryFactsResponse:
        """Facts, newest first or sorted, of one entity (its id or name) or all"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/facts"], *, body: PostMemoryFactsBody) -> Fact:
        """State a fact by hand; it is verified"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/facts/{id}"], *, path: GetMemoryFactsByIdPath) -> Fact:
        """One fact with its evidence"""
        ...

    @overload
    def __call__(self, route: Literal["PATCH /memory/facts/{id}"], *, path: PatchMemoryFactsByIdPath, body: PatchMemoryFactsByIdBody) -> Fact:
        """Correct a fact"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/facts/{id}/trace"], *, path: GetMemoryFactsByIdTracePath) -> GetMemoryFactsByIdTraceResponse:
        """Why a fact is believed: all that went into it"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/entities"], *, query: GetMemoryEntitiesQuery | None = None) -> GetMemoryEntitiesResponse:
        """Entities, newest first or sorted; with `q` those first that have just that name"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/graph"], *, query: GetMemoryGraphQuery | None = None) -> Graph:
        """Things and what joins them, for drawing: around one (its id or name), or those joined most"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/schema"]) -> Vocabulary:
        """Kinds of things and relations that are in use, most used first"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/communities"], *, query: GetMemoryCommunitiesQuery | None = None) -> GetMemoryCommunitiesResponse:
        """Topics: things that are known and talked of together, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/communities/{id}"], *, path: GetMemoryCommunitiesByIdPath) -> GetMemoryCommunitiesByIdResponse:
        """One topic with its members and the facts it tells"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/entities/{id}/status"], *, path: GetMemoryEntitiesByIdStatusPath) -> EntityStatus:
        """What stands around one entity: the things linked to it by type, last actions, plans, newest facts, turns"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/entities/{id}"], *, path: GetMemoryEntitiesByIdPath, query: GetMemoryEntitiesByIdQuery | None = None) -> GetMemoryEntitiesByIdResponse:
        """One entity with its facts, those of a time with asOf or knownAt; of a merged one, the entity it is now"""
        ...

    @overload
    def __call__(self, route: Literal["PATCH /memory/entities/{id}"], *, path: PatchMemoryEntitiesByIdPath, body: PatchMemoryEntitiesByIdBody) -> PatchMemoryEntitiesByIdResponse:
        """Correct what a thing is called and what it is; taken back by undoing the run"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/graph/insights"], *, query: GetMemoryGraphInsightsQuery | None = None) -> GraphInsights:
        """The shape of the graph: what is important, what links the rest, what occurs often"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/graph/paths"], *, query: GetMemoryGraphPathsQuery) -> GraphPaths:
        """How two things are connected: the facts on the ways from one to the other"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/portrait"], *, query: GetMemoryPortraitQuery | None = None) -> Portrait:
        """What is known about you, or about one entity, as prose: each sentence with the verified facts it states"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/coming-up"], *, query: GetMemoryComingUpQuery | None = None) -> GetMemoryComingUpResponse:
        """What lies ahead: dated plans and changes, birthdays, then intentions without a date"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/episodes"], *, body: PostMemoryEpisodesBody) -> PostMemoryEpisodesResponse:
        """Remember something that was said elsewhere; extracted in the background"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/episodes"], *, query: GetMemoryEpisodesQuery | None = None) -> GetMemoryEpisodesResponse:
        """Episodes, newest first; or those whose extraction waits, is retried or failed, or whose verification failed, with the reason; or those about which a reasoning of the model looked suspicious"""
        ...

    @overload
    def __call__(self, route: Literal["PUT /memory/episodes/{id}/outcome"], *, path: PutMemoryEpisodesByIdOutcomePath, body: PutMemoryEpisodesByIdOutcomeBody) -> Episode:
        """Say how something that was tried ended: what was recalled for it is credited"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/episodes/extract"], *, body: PostMemoryEpisodesExtractBody) -> PostMemoryEpisodesExtractResponse:
        """Extract again all episodes whose extraction failed"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/episodes/verify"], *, body: PostMemoryEpisodesVerifyBody) -> PostMemoryEpisodesVerifyResponse:
        """Verify again, with the next pass, all episodes that the model failed at"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/episodes/{id}/extract"], *, path: PostMemoryEpisodesByIdExtractPath) -> PostMemoryEpisodesByIdExtractResponse:
        """Extract again one episode whose extraction failed or waits for its next attempt"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/timeline"], *, query: GetMemoryTimelineQuery | None = None) -> GetMemoryTimelineResponse:
        """What was said when, newest first, with the facts that rest on it"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/entities/{id}/history"], *, path: GetMemoryEntitiesByIdHistoryPath) -> GetMemoryEntitiesByIdHistoryResponse:
        """All that was ever true of one entity, in the order in which it began"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/episodes/{id}"], *, path: GetMemoryEpisodesByIdPath) -> EpisodeDetail:
        """One episode with what it mentions, the facts that rest on it, those that ended as well, and what the model thought of it"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/links"], *, body: PostMemoryLinksBody) -> Link:
        """Link two memories; the same type between the same two again replaces the link"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/links"], *, query: GetMemoryLinksQuery | None = None) -> GetMemoryLinksResponse:
        """Links between memories, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["DELETE /memory/links/{id}"], *, path: DeleteMemoryLinksByIdPath) -> None:
        """Remove a link; what it linked stays"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/procedures"], *, query: GetMemoryProceduresQuery | None = None) -> GetMemoryProceduresResponse:
        """How-tos with their steps and record, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/procedures"], *, body: PostMemoryProceduresBody) -> Procedure:
        """Save a how-to; one of the same name gets the new steps and keeps its record"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/procedures/{id}"], *, path: GetMemoryProceduresByIdPath) -> Procedure:
        """A how-to"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/procedures/{id}/outcome"], *, path: PostMemoryProceduresByIdOutcomePath, body: PostMemoryProceduresByIdOutcomeBody) -> Procedure:
        """Report how a use of it ended"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/forget"], *, body: PostMemoryForgetBody) -> PostMemoryForgetResponse:
        """Forget for good; cannot be undone"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/copies"]) -> GetMemoryCopiesResponse:
        """Files that hold this memory as it was: your backups, what was pruned, the database before an upgrade"""
        ...

    @overload
    def __call__(self, route: Literal["DELETE /memory/copies"]) -> DeleteMemoryCopiesResponse:
        """Remove your own copies; those of the whole database stay"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/changes"], *, query: GetMemoryChangesQuery | None = None) -> GetMemoryChangesResponse:
        """Every change of the graph, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/changes/{id}/undo"], *, path: PostMemoryChangesByIdUndoPath) -> Change:
        """Restore what stood before one change"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/staging"], *, query: GetMemoryStagingQuery | None = None) -> GetMemoryStagingResponse:
        """What was heard but not checked yet"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/feedback"], *, body: PostMemoryFeedbackBody) -> None:
        """Say whether a recalled memory helped"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/stats"]) -> Stats:
        """Counts"""
        ...

    @overload
    def __call__(self, route: Literal["GET /settings"]) -> Settings:
        """Time zone, language, retention, quiet hours, recall recipe, reminders"""
        ...

    @overload
    def __call__(self, route: Literal["PUT /settings"], *, body: PutSettingsBody) -> Settings:
        """Replace the settings"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/ranking"]) -> LearnedRanking:
        """What your questions taught the ranking: a weight for each part of the score, and how well the memories that were of use rank with it (`learned`) and without (`shipped`), as mean reciprocal rank. No score changes by more than the factor `factorMax`"""
        ...

    @overload
    def __call__(self, route: Literal["DELETE /memory/ranking"]) -> LearnedRanking:
        """Return to the shipped ranking; feedback until now no longer teaches it"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/feedback/{id}"], *, path: GetMemoryFeedbackByIdPath) -> GetMemoryFeedbackByIdResponse:
        """Whether a memory was of use: its newest feedback, and the sum of it from -1 to 1, older events counting less"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/rejections"], *, query: GetMemoryRejectionsQuery | None = None) -> GetMemoryRejectionsResponse:
        """Proposals that were refused, with the reason"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/rejections/patterns"], *, query: GetMemoryRejectionsPatternsQuery | None = None) -> RejectionPatterns:
        """What is refused most, and whether it grows"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/rejections/export"], *, query: GetMemoryRejectionsExportQuery | None = None) -> HTTPResponse:
        """Refused proposals with the words around them, as training pairs (JSONL)"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/training"], *, query: GetMemoryTrainingQuery | None = None) -> HTTPResponse:
        """Extraction requests with a right answer (what was verified) or a wrong one (what was refused), as chats for training (JSONL)"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/rejections/{id}"], *, path: GetMemoryRejectionsByIdPath) -> GetMemoryRejectionsByIdResponse:
        """Why one proposal was refused: all that is known"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/rejections/{id}/accept"], *, path: PostMemoryRejectionsByIdAcceptPath) -> PostMemoryRejectionsByIdAcceptResponse:
        """Overrule: it is true after all"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/review"], *, query: GetMemoryReviewQuery | None = None) -> GetMemoryReviewResponse:
        """What waits for a decision of yours, with the evidence"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/review/decide"], *, body: PostMemoryReviewDecideBody) -> PostMemoryReviewDecideResponse:
        """Decide many of them alike, in one run that can be undone"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/review/{id}/accept"], *, path: PostMemoryReviewByIdAcceptPath) -> Decision:
        """This statement holds; these two are one; it is so"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/review/{id}/reject"], *, path: PostMemoryReviewByIdRejectPath) -> Decision:
        """This statement goes; these two are two; it is not so"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/review/{id}/edit"], *, path: PostMemoryReviewByIdEditPath, body: PostMemoryReviewByIdEditBody) -> Decision:
        """Accept with a correction: fields of the fact, or a name and type"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/entities/{id}/merge"], *, path: PostMemoryEntitiesByIdMergePath, body: PostMemoryEntitiesByIdMergeBody) -> PostMemoryEntitiesByIdMergeResponse:
        """Two entities are one; split again by undoing the run"""
        ...

    @overload
    def __call__(self, route: Literal["GET /memory/export"], *, query: GetMemoryExportQuery | None = None) -> HTTPResponse:
        """The whole memory as JSON Lines with a checksum; its end is missing when something went wrong"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/import"], *, query: PostMemoryImportQuery | None = None, body: Any) -> Taken:
        """Take what /memory/export gave; dryRun=true tells what would happen and writes nothing"""
        ...

    @overload
    def __call__(self, route: Literal["POST /memory/import/chats"], *, query: PostMemoryImportChatsQuery | None = None, body: Any) -> HTTPResponse:
        """Take chats of other systems, mails, or a journal; a zip is unpacked as it is read; server-sent events tell how far it is"""
        ...

    @overload
    def __call__(self, route: Literal["GET /maintenance/jobs"]) -> GetMaintenanceJobsResponse:
        """Jobs that can be run, and what each does"""
        ...

    @overload
    def __call__(self, route: Literal["POST /maintenance/jobs/{name}/run"], *, path: PostMaintenanceJobsByNameRunPath, body: PostMaintenanceJobsByNameRunBody | None | None = None) -> PostMaintenanceJobsByNameRunResponse:
        """Run a job now; asked for again while it runs: the same run"""
        ...

    @overload
    def __call__(self, route: Literal["GET /maintenance/runs"], *, query: GetMaintenanceRunsQuery | None = None) -> GetMaintenanceRunsResponse:
        """Runs, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["GET /maintenance/runs/{id}"], *, path: GetMaintenanceRunsByIdPath) -> Run:
        """One run"""
        ...

    @overload
    def __call__(self, route: Literal["GET /maintenance/runs/{id}/diff"], *, path: GetMaintenanceRunsByIdDiffPath, query: GetMaintenanceRunsByIdDiffQuery | None = None) -> GetMaintenanceRunsByIdDiffResponse:
        """What a run changed; of a dry run, what it would change"""
        ...

    @overload
    def __call__(self, route: Literal["POST /maintenance/runs/{id}/cancel"], *, path: PostMaintenanceRunsByIdCancelPath) -> PostMaintenanceRunsByIdCancelResponse:
        """End a run at its next step; what it did by then stays, and can be undone"""
        ...

    @overload
    def __call__(self, route: Literal["POST /maintenance/runs/{id}/undo"], *, path: PostMaintenanceRunsByIdUndoPath, body: PostMaintenanceRunsByIdUndoBody | None | None = None) -> PostMaintenanceRunsByIdUndoResponse:
        """Undo all that a run changed, but not what was changed since"""
        ...

    @overload
    def __call__(self, route: Literal["POST /maintenance/undo"], *, body: PostMaintenanceUndoBody) -> PostMaintenanceUndoResponse:
        """Undo everything that memory did by itself since a time; your own decisions stay"""
        ...

    @overload
    def __call__(self, route: Literal["GET /maintenance/schedule"]) -> GetMaintenanceScheduleResponse:
        """Jobs, when they are due, and whether they are paused"""
        ...

    @overload
    def __call__(self, route: Literal["PUT /maintenance/schedule"], *, body: PutMaintenanceScheduleBody) -> PutMaintenanceScheduleResponse:
        """Pause or resume all scheduled jobs"""
        ...

    @overload
    def __call__(self, route: Literal["PUT /maintenance/schedule/{job}"], *, path: PutMaintenanceScheduleByJobPath, body: PutMaintenanceScheduleByJobBody) -> ScheduledJob:
        """Pause or resume one scheduled job; a run on demand goes on"""
        ...

    @overload
    def __call__(self, route: Literal["GET /reports"], *, query: GetReportsQuery | None = None) -> GetReportsResponse:
        """Reports of days, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["GET /reports/alerts"], *, query: GetReportsAlertsQuery | None = None) -> GetReportsAlertsResponse:
        """Alerts about the service and about this user, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["GET /reports/{date}"], *, path: GetReportsByDatePath) -> Report:
        """The report of one day, as JSON, Markdown or a page, by Accept"""
        ...

    @overload
    def __call__(self, route: Literal["GET /maintenance/dead-letters"]) -> GetMaintenanceDeadLettersResponse:
        """Background jobs that failed for good, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["POST /maintenance/dead-letters/{id}/retry"], *, path: PostMaintenanceDeadLettersByIdRetryPath) -> PostMaintenanceDeadLettersByIdRetryResponse:
        """Try a failed job again"""
        ...

    @overload
    def __call__(self, route: Literal["GET /maintenance/notifications"]) -> GetMaintenanceNotificationsResponse:
        """Ways reports and alerts are sent by"""
        ...

    @overload
    def __call__(self, route: Literal["POST /maintenance/notifications/test"]) -> PostMaintenanceNotificationsTestResponse:
        """Send a test by every channel, once"""
        ...

    @overload
    def __call__(self, route: Literal["GET /maintenance/audit"], *, query: GetMaintenanceAuditQuery | None = None) -> GetMaintenanceAuditResponse:
        """Administrative acts, newest first; needs the right admin"""
        ...

    @overload
    def __call__(self, route: Literal["GET /models"]) -> Models:
        """The models that are used, why, what they can do and how far they are trusted"""
        ...

    @overload
    def __call__(self, route: Literal["PUT /models"], *, body: PutModelsBody) -> Models:
        """Choose models; at once, and kept over restarts"""
        ...

    @overload
    def __call__(self, route: Literal["POST /models/look"]) -> Models:
        """Look for model servers at the usual addresses of this machine"""
        ...

    @overload
    def __call__(self, route: Literal["POST /models/try"], *, body: PostModelsTryBody) -> TriedModel:
        """Ask a server what it can do, by two short requests without content"""
        ...

    @overload
    def __call__(self, route: Literal["POST /models/exam"]) -> Models:
        """Examine the model of the memory; GET /models tells how far it is, and its marks"""
        ...

    @overload
    def __call__(self, route: Literal["GET /keys"]) -> GetKeysResponse:
        """Your API keys, newest first; never the keys themselves"""
        ...

    @overload
    def __call__(self, route: Literal["POST /keys"], *, body: PostKeysBody | None | None = None) -> PostKeysResponse:
        """Make a key for yourself, with your rights or fewer; it is shown once"""
        ...

    @overload
    def __call__(self, route: Literal["DELETE /keys/{id}"], *, path: DeleteKeysByIdPath) -> None:
        """Revoke a key of yours; what it has open ends"""
        ...

    @overload
    def __call__(self, route: Literal["GET /sessions"]) -> GetSessionsResponse:
        """Browsers that are signed in to your memory, newest first"""
        ...

    @overload
    def __call__(self, route: Literal["DELETE /sessions"]) -> DeleteSessionsResponse:
        """Sign out every browser but the one that asks"""
        ...

    @overload
    def __call__(self, route: Literal["DELETE /sessions/{id}"], *, path: DeleteSessionsByIdPath) -> None:
        """Sign a browser out; what it has open ends"""
        ...

    @overload
    def __call__(self, route: Literal["GET /events"]) -> HTTPResponse:
        """Server-sent events of memory"""
        ...

    @overload
    def __call__(self, route: Literal["GET /conversations/{id}/graph/events"], *, path: GetConversationsByIdGraphEventsPath) -> HTTPResponse:
        """Server-sent events of the graph that one conversation makes"""
        ...

    @overload
    def __call__(self, route: Literal["POST /v1/chat/completions"], *, body: dict[str, Any]) -> OpenAiCompletion:
        """OpenAI-compatible chat completions with memory"""
        ...

    @overload
    def __call__(self, route: Literal["GET /v1/models"]) -> GetV1ModelsResponse:
        """The model that answers, in a list"""
        ...

    @overload
    def __call__(self, route: Literal["GET /v1/models/{id}"], *, path: GetV1ModelsByIdPath) -> GetV1ModelsByIdResponse:
        """The model that answers"""
        ...

    @overload
    def __call__(self, route: Literal["POST /v1/responses"], *, body: dict[str, Any]) -> OpenAiResponse:
        """OpenAI-compatible responses with memory"""
        ...

    @overload
    def __call__(self, route: Literal["POST /v1/embeddings"], *, body: dict[str, Any]) -> PostV1EmbeddingsResponse:
        """Vectors of texts, by the embedding model"""
        ...

    @overload
    def __call__(self, route: Literal["POST /v1/audio/transcriptions"], *, body: Any) -> HTTPResponse:
        """The text of a recording, by the server of `TRANSCRIPTION_URL`: `multipart/form-data` with `file`, and fields as OpenAI has them"""
        ...

    @overload
    def __call__(self, route: Literal["POST /v1/audio/speech"], *, body: dict[str, Any]) -> HTTPResponse:
        """A text read aloud, by the server of `SPEECH_URL`; fields as OpenAI has them"""
        ...

    @overload
    def __call__(self, route: Literal["POST /mcp"], *, body: Any) -> HTTPResponse:
        """The memory as tools of the Model Context Protocol"""
        ...

    def open(
        self,
        route: str,
        *,
        path: Any = None,
        query: Any = None,
        header: Any = None,
        body: Any = None,
        accept: str | None = None,
        content_type: str | None = None,
    ) -> HTTPResponse:
        """The response unread: for streams of events and files."""
        ...
