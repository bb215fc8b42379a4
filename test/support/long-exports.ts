/** A made-up export of one format with so many messages, user and assistant in turn, as its file would stand. */
export const LONG_EXPORTS: Record<string, { file: string; of: (messages: number) => string }> = {
  chatgpt: {
    file: "conversations.json",
    of: (messages) => {
      const mapping = Object.fromEntries(
        rows(messages).map(({ id, above, role, text, seconds }) => {
          const content = { content_type: "text", parts: [text] };
          return [
            id,
            {
              id,
              parent: above,
              children: [],
              message: { id, author: { role }, create_time: seconds, content },
            },
          ];
        }),
      );
      return JSON.stringify([{ id: "long", title: "Long", create_time: START, mapping }]);
    },
  },
  claude: {
    file: "conversations.json",
    of: (messages) => {
      const chat_messages = rows(messages).map(({ id, above, role, text, seconds }) => ({
        uuid: id,
        parent_message_uuid: above ?? "00000000-0000-4000-8000-000000000000",
        sender: role === "user" ? "human" : role,
        content: [{ type: "text", text }],
        created_at: iso(seconds),
      }));
      return JSON.stringify([{ uuid: "long", name: "Long", created_at: iso(START), chat_messages }]);
    },
  },
  "open-webui": {
    file: "chats.json",
    of: (messages) => {
      const tree = rows(messages).map(({ id, above, role, text, seconds }) => {
        return [id, { id, parentId: above, childrenIds: [], role, content: text, timestamp: seconds }];
      });
      const history = { messages: Object.fromEntries(tree), currentId: `m${messages - 1}` };
      return JSON.stringify([{ id: "long", title: "Long", chat: { history } }]);
    },
  },
  librechat: {
    file: "chat.json",
    of: (messages) =>
      JSON.stringify({
        conversationId: "long",
        title: "Long",
        messages: rows(messages).map(({ id, above, role, text, seconds }) => ({
          messageId: id,
          parentMessageId: above ?? "00000000-0000-0000-0000-000000000000",
          isCreatedByUser: role === "user",
          text,
          createdAt: iso(seconds),
        })),
      }),
  },
  "lm-studio": {
    file: "long.conversation.json",
    of: (messages) =>
      JSON.stringify({
        name: "Long",
        createdAt: START * 1000,
        messages: rows(messages).map(({ role, text, seconds }) => {
          const content = [{ type: "text", text }];
          const step = { type: "contentBlock", stepIdentifier: `${seconds * 1000}-0.1`, content };
          const version = role === "user" ? { role, content } : { role, steps: [step] };
          return { versions: [version], currentlySelected: 0 };
        }),
      }),
  },
  "llama.cpp": {
    file: "conversations.json",
    of: (messages) => {
      const said = rows(messages).map(({ id, above, role, text, seconds }) => {
        return {
          id,
          convId: "long",
          type: "text",
          role,
          content: text,
          parent: above,
          timestamp: seconds * 1000,
        };
      });
      return JSON.stringify([{ conv: { id: "long", name: "Long" }, messages: said }]);
    },
  },
  json: {
    file: "chat.jsonl",
    of: (messages) =>
      rows(messages)
        .map(({ id, role, text, seconds }) => JSON.stringify({ id, role, content: text, timestamp: seconds }))
        .join("\n"),
  },
  whatsapp: {
    file: "chat.txt",
    of: (messages) =>
      rows(messages)
        .map(({ role, text, seconds }) => {
          const at = iso(seconds);
          const date = `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)}, ${at.slice(11, 16)}`;
          return `${date} - ${role === "user" ? "Mia" : "Jon"}: ${text}`;
        })
        .join("\n"),
  },
  signal: {
    file: "Jon (+4912345).txt",
    of: (messages) =>
      [
        "Conversation: Jon (+4912345)\n",
        ...rows(messages).map(({ role, text, seconds }) => {
          const [from, type] = role === "user" ? ["You", "outgoing"] : ["Jon (+4912345)", "incoming"];
          return `From: ${from}\nType: ${type}\nSent: ${new Date(seconds * 1000).toUTCString()}\n\n${text}\n`;
        }),
      ].join("\n"),
  },
  mail: {
    file: "walks.mbox",
    of: (messages) =>
      rows(messages)
        .map(({ id, above, role, text, seconds }) => {
          const date = new Date(seconds * 1000).toUTCString();
          const from = role === "user" ? "Mia <mia@example.org>" : "Jon <jon@example.org>";
          const answers =
            above === null ? "" : `In-Reply-To: <${above}@x>\nReferences: <m0@x> <${above}@x>\n`;
          const head = `From: ${from}\nDate: ${date}\nMessage-ID: <${id}@x>\n${answers}Subject: Walks`;
          return `From - ${date}\n${head}\n\n${text}\n\nOn ${date}, Jon wrote:\n> An earlier walk.\n`;
        })
        .join("\n"),
  },
  journal: {
    file: "journal.md",
    of: (messages) =>
      rows(messages)
        .map(({ text, seconds }) => `## ${iso(seconds).slice(0, 16).replace("T", " ")}\n${text}\n`)
        .join("\n"),
  },
};

/** 2023-11-14T22:13:20Z */
const START = 1_700_000_000;

interface Row {
  id: string;
  above: string | null;
  role: "user" | "assistant";
  text: string;
  seconds: number;
}

function rows(messages: number): Row[] {
  return Array.from({ length: messages }, (_, n) => ({
    id: `m${n}`,
    above: n === 0 ? null : `m${n - 1}`,
    role: n % 2 === 0 ? "user" : "assistant",
    text: `On walk ${n} we counted ${n % 97} herons by the weir, and the ${n % 13}th gate was shut.`,
    seconds: START + n * 120,
  }));
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
