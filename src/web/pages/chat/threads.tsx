import { effect, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import { observe } from "../../api/live.ts";
import type { ListedConversation as Conversation } from "#client";
import { goTo, hrefTo } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ForgetDialog } from "../../ui/forget.tsx";
import { agoOf, countOf, dayGroupOf } from "../../ui/format.ts";
import { Icon } from "../../ui/icons.tsx";
import { attempt, notifyError } from "../../ui/toast.tsx";
import { openThread, thread } from "./conversation.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

const PER_PAGE = 40;
const TYPING_MS = 150;

const items = signal<Conversation[]>([]);
const next = signal<string | null>(null);
const sought = signal("");

async function load(cursor?: string): Promise<void> {
  const q = sought.value.trim();
  try {
    const page = await api("GET /conversations", { query: { q, limit: PER_PAGE, cursor } });
    if (q !== sought.value.trim()) return;
    items.value = cursor === undefined ? page.items : [...items.value, ...page.items];
    next.value = page.nextCursor;
    const current = items.value.find(({ id }) => id === thread.id.value);
    if (current) thread.title.value = current.title;
  } catch (error) {
    notifyError(error);
  }
}

export function Threads({ current, close }: { current: string | null; close: () => void }) {
  useEffect(() => {
    let typed: ReturnType<typeof setTimeout> | undefined;
    const ends = [
      effect(() => {
        void sought.value;
        clearTimeout(typed);
        typed = setTimeout(() => void load(), TYPING_MS);
      }),
      // A new conversation, or a new title of one.
      thread.id.subscribe(() => void load()),
      observe((frame) => {
        if (frame.type === "memory.turn" || frame.type === "memory.forgotten") void load();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  return (
    <aside class="threads" aria-label="Conversations">
      <div class="row">
        <a
          class="button grow"
          href={hrefTo()}
          onClick={() => {
            close();
            void openThread(null);
          }}
        >
          <Icon name="plus" size={16} /> New conversation
        </a>
      </div>
      <input
        class="input"
        type="search"
        aria-label="Search conversations"
        placeholder="Search conversations"
        value={sought.value}
        onInput={(event) => (sought.value = event.currentTarget.value)}
      />
      {[...Map.groupBy(items.value, ({ lastMessageAt }) => dayGroupOf(lastMessageAt))].map(([day, ones]) => (
        <section key={day}>
          <h2 class="small muted">{day}</h2>
          <ul>
            {ones.map((one) => (
              <ThreadItem key={one.id} one={one} isCurrent={one.id === current} />
            ))}
          </ul>
        </section>
      ))}
      {items.value.length === 0 && (
        <p class="muted small">
          {sought.value === "" ? "No conversations yet." : "No conversation has these words."}
        </p>
      )}
      {next.value !== null && (
        <Button quiet small onClick={() => void load(next.value ?? undefined)}>
          Older
        </Button>
      )}
    </aside>
  );
}

function ThreadItem({ one, isCurrent }: { one: Conversation; isCurrent: boolean }) {
  const [act, setAct] = useState<"rename" | "forget" | null>(null);
  const title = one.title ?? "Untitled";
  const done = (): void => {
    void load();
    if (isCurrent && act === "forget") goTo();
  };
  return (
    <li class={isCurrent ? "thread current" : "thread"}>
      <a
        href={hrefTo("chat", one.id, { at: one.found?.episodeId })}
        aria-current={isCurrent ? "page" : undefined}
      >
        <span class="clip">{title}</span>
        <span class="muted small">
          {one.found?.text ?? `${agoOf(one.lastMessageAt)} · ${countOf(one.episodeCount, "message")}`}
        </span>
      </a>
      <IconButton
        icon="edit"
        label={`Rename ${title}
       
       `}
        title="Rename"
        onClick={() => setAct("rename")}
      />
      <IconButton
        icon="trash"
        label={`Forget ${title}
       
       `}
        title="Forget"
        onClick={() => setAct("forget")}
      />
      {act === "rename" && <Rename one={one} onClose={() => setAct(null)} />}
      {act === "forget" && (
        <ForgetDialog
          target={{ conversationId: one.id }}
          name={title}
          preview={[`${countOf(one.episodeCount, "message")}, and everything known only from them`]}
          onClose={() => setAct(null)}
          onDone={done}
        />
      )}
    </li>
  );
}

function Rename({ one, onClose }: { one: Conversation; onClose: () => void }) {
  const [title, setTitle] = useState(one.title ?? "");
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = { title: title.trim() === "" ? null : title.trim() };
    if (!(await attempt(() => api("PATCH /conversations/{id}", { path: { id: one.id }, body })))) return;
    if (thread.id.value === one.id) thread.title.value = body.title;
    void load();
    onClose();
  };
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form class="stack" onSubmit={(event) => void save(event)}>
        <Field label="Title">
          <input
            class="input"
            autofocus
            maxLength={200}
            value={title}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </Field>
        <div class="actions">
          <Button primary type="submit">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
