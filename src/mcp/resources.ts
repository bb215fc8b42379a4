import { ResourceTemplate, type McpServer } from "@modelcontextprotocol/server";
import type { Fact } from "../domain/model/fact.ts";
import { BELIEVED_STATUSES } from "../domain/model/status.ts";
import { existing } from "../errors.ts";
import { clip } from "../language/text.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { hiddenTurns } from "../services/forgetting/hide.ts";
import { namedEntity } from "../services/named-entity.ts";
import { messageOf } from "./tool.ts";
import { timesTold } from "./tools/facts.ts";

const LISTED_MAX = 100;
/** Newest facts on an entity's page. */
const FACTS_MAX = 200;
const TURNS_MAX = 200;
const TURN_CHARS_MAX = 2000;

/** Pages of the memory that a client can attach to a conversation, as Markdown. */
export function registerResources(server: McpServer, user: UserStore): void {
  const mimeType = "text/markdown";
  const contents = async (uri: URL, text: Promise<string>) => {
    try {
      return { contents: [{ uri: uri.href, mimeType, text: await text }] };
    } catch (error) {
      throw new Error(messageOf(error), { cause: error });
    }
  };

  server.registerResource(
    "about-you",
    "engram://about-you",
    {
      title: "What I know about you",
      description: "The user, by the facts that are believed now.",
      mimeType,
    },
    async (uri) => contents(uri, aboutEntity(user, "user")),
  );

  server.registerResource(
    "entity",
    new ResourceTemplate("engram://entities/{id}", {
      list: async () => {
        const { items } = await user.entityPage({ limit: LISTED_MAX });
        const listed = items.map(({ id, name, type }) => ({
          uri: `engram://entities/${id}`,
          name,
          title: name,
          description: type,
        }));
        return { resources: listed };
      },
    }),
    { title: "A person or thing", description: "By its id or name, with its facts.", mimeType },
    async (uri, { id }) => contents(uri, aboutEntity(user, decoded(id))),
  );

  server.registerResource(
    "conversation",
    new ResourceTemplate("engram://conversations/{id}", {
      list: async () => {
        const { items } = await user.conversationPage({ limit: LISTED_MAX });
        // A title is the beginning of a turn, which may be hidden.
        const turns = await user.episodesById([...(await hiddenTurns(user))]);
        const hiding = new Set(turns.map(({ conversationId }) => conversationId));
        const listed = items.map(({ id, title, lastMessageAt: at }) => {
          const name = hiding.has(id) ? at : (title ?? at);
          return { uri: `engram://conversations/${id}`, name, title: name, description: at };
        });
        return { resources: listed };
      },
    }),
    { title: "A conversation", description: "Its turns, oldest first.", mimeType },
    async (uri, { id }) => contents(uri, conversationText(user, decoded(id))),
  );
}

function decoded(variable: string | string[] | undefined): string {
  return decodeURIComponent([variable].flat()[0] ?? "");
}

async function aboutEntity(user: UserStore, name: string): Promise<string> {
  const entity = await namedEntity(user, "uri", name);
  const { items } = await user.factPage({
    entityId: entity.id,
    statuses: BELIEVED_STATUSES,
    limit: FACTS_MAX,
  });
  const { timeZone } = await user.settings();
  const lines =
    items.length === 0 ? ["Nothing is known yet."] : items.map((fact) => factLine(fact, timeZone));
  const heading = entity.isSelf ? "The user" : `${entity.name} (${entity.type})`;
  return [`# ${heading}`, "", ...lines].join("\n");
}

function factLine(fact: Fact, timeZone: string): string {
  const { id, text, status } = fact;
  const { trueFrom, trueUntil } = timesTold(fact, timeZone);
  const times = [trueFrom && `since ${trueFrom}`, trueUntil && `until ${trueUntil}`].filter(Boolean);
  const marks = [status, ...times, `fact ${id}`];
  return `- ${text} (${marks.join(", ")})`;
}

async function conversationText(user: UserStore, id: string): Promise<string> {
  const conversation = existing(await user.conversation(id), "conversation");
  const [turns, hidden] = await Promise.all([
    user.episodes({ conversationId: id, order: "newest", limit: TURNS_MAX }),
    hiddenTurns(user),
  ]);
  const shown = turns.filter(
    (turn) => turn.memory === "on" && turn.replacedBy === null && !hidden.has(turn.id),
  );
  const lines = shown
    .toReversed()
    .flatMap(({ occurredAt, speaker, userMessage, assistantReply }) => [
      `**${speaker ?? "User"}**, ${occurredAt}: ${clip(userMessage, TURN_CHARS_MAX)}`,
      "",
      ...(assistantReply ? [`**Assistant**: ${clip(assistantReply, TURN_CHARS_MAX)}`, ""] : []),
    ]);
  const title = turns.some((turn) => hidden.has(turn.id)) ? null : conversation.title;
  return [`# ${title ?? "Conversation"}`, "", ...lines].join("\n");
}
