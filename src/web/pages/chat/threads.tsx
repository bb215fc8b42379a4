import { effect, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import type { Given, ListedConversation as Conversation } from "#client";
import { goTo, hrefTo } from "../../router.ts";
import { readItems, useMemoryFrames } from "../../ui/query.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ForgetDialog } from "../../ui/forget.tsx";
import { agoOf, dayGroupOf } from "../../ui/format.ts";
import { Icon } from "../../ui/icons.tsx";
import { notifyError } from "../../ui/toast.ts";
import { openThread, thread } from "./conversation.ts";
import { Button, IconButton, Form, SearchInput, TextInput } from "../../ui/controls.tsx";
import { moveByArrows } from "../../ui/row-keys.ts";
import { t } from "../../language/text.ts";

const PER_PAGE = 40;
/** Conversations that somebody may have pinned. */
const PINNED_MAX = 200;
const TYPING_MS = 150;
const CHANGES = new Set(["memory.turn", "memory.conversation", "memory.forgotten", "page.stale"]);

/** Null until they are read. */
const items = signal<Conversation[] | null>(null);
const next = signal<string | null>(null);
const sought = signal("");
const showsArchive = signal(false);

/** Numbers of the last request, and of the last whose response is shown. */
let [asked, answered] = [0, 0];

/** The page behind the cursor; without one, what is shown is read again. */
async function load(cursor?: string): Promise<void> {
  const here = ++asked;
  const [q, isArchive] = [sought.value.trim(), showsArchive.value];
  const isPlain = q === "" && !isArchive;
  const shown = cursor === undefined ? (items.value?.length ?? 0) : 0;
  const read = (count: number, shelf?: "pinned" | "archived", from?: string) =>
    readItems("GET /conversations", { query: { q, shelf } }, count, from);
  try {
    const [page, pinned] = await Promise.all([
      read(Math.max(shown, PER_PAGE), isArchive ? "archived" : undefined, cursor),
      isPlain && cursor === undefined ? read(PINNED_MAX, "pinned") : null,
    ]);
    if (here < answered || (cursor !== undefined && cursor !== next.value)) return;
    answered = here;
    const others = isPlain ? page.items.filter(({ shelf }) => shelf !== "pinned") : page.items;
    items.value = [...((cursor === undefined ? pinned?.items : items.value) ?? []), ...others];
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
        void [sought.value, showsArchive.value];
        clearTimeout(typed);
        typed = setTimeout(() => void load(), TYPING_MS);
      }),
      thread.id.subscribe((id) => {
        if (!items.peek()?.some((one) => one.id === id)) void load();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  useMemoryFrames(({ type }) => {
    if (CHANGES.has(type)) void load();
  });
  return (
    <aside
      class="threads"
      aria-label={t("Conversations")}
      onKeyDown={moveByArrows}
      onClick={(event) => {
        const link = (event.target as Element).closest("a");
        // With a key it opens elsewhere.
        if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
        close();
        // The address is this one already where a branch of it could not begin.
        void openThread(link.dataset.id ?? null);
      }}
    >
      <div class="row">
        <a class="button grow" href={hrefTo()}>
          <Icon name="plus" size={16} /> {t("New conversation")}
        </a>
      </div>
      <SearchInput
        label={t("Search conversations")}
        value={sought.value}
        set={(text) => (sought.value = text)}
      />
      {[...Map.groupBy(items.value ?? [], groupOf)].map(([day, ones]) => (
        <section key={day}>
          <h2 class="small muted">{day}</h2>
          <ul>
            {ones.map((one) => (
              <ThreadItem key={one.id} one={one} isCurrent={one.id === current} />
            ))}
          </ul>
        </section>
      ))}
      {!items.value?.length && (
        <p class="muted small">
          {items.value === null
            ? t("Loading ...")
            : sought.value !== ""
              ? t("No conversation has these words.")
              : showsArchive.value
                ? t("Nothing is archived. Search finds archived conversations, too.")
                : t("No conversations yet.")}
        </p>
      )}
      {next.value !== null && (
        <Button quiet small onClick={() => load(next.value ?? undefined)}>
          {t("Older")}
        </Button>
      )}
      <Button quiet small onClick={() => (showsArchive.value = !showsArchive.value)}>
        {showsArchive.value ? t("All conversations") : t("Archived conversations")}
      </Button>
    </aside>
  );
}

const groupOf = ({ shelf, lastMessageAt }: Conversation): string =>
  shelf === "pinned" && sought.peek() === "" ? t("Pinned") : dayGroupOf(lastMessageAt);

function ThreadItem({ one, isCurrent }: { one: Conversation; isCurrent: boolean }) {
  const [act, setAct] = useState<"change" | "forget" | null>(null);
  const title = one.title ?? t("Untitled");
  const done = (): void => {
    void load();
    if (isCurrent) goTo();
  };
  const count = t("{n} message | {n} messages", { n: one.episodeCount });
  const told = one.found?.text ?? `${agoOf(one.lastMessageAt)} · ${count}`;
  return (
    <li class={isCurrent ? "thread current" : "thread"}>
      <a
        href={hrefTo("chat", one.id, { at: one.found?.episodeId })}
        aria-current={isCurrent ? "page" : undefined}
        data-id={one.id}
      >
        <span class="clip">
          {one.branchOf !== null && (
            <span
              class="branch-mark"
              role="img"
              aria-label={t("Branch")}
              title={t("Begins with messages of another conversation")}
            >
              <Icon name="branch" size={14} />
            </span>
          )}
          {title}
        </span>
        <span class="muted small">{one.shelf === "archived" ? `${t("Archived")} · ${told}` : told}</span>
      </a>
      <IconButton
        icon="more"
        tabIndex={-1}
        label={t("Change {title}", { title })}
        title={t("Rename, pin, archive, forget")}
        onClick={() => setAct("change")}
      />
      {act === "change" && <Change one={one} onClose={() => setAct(null)} forget={() => setAct("forget")} />}
      {act === "forget" && (
        <ForgetDialog
          target={{ conversationId: one.id }}
          name={title}
          preview={[t("{count}, and everything known only from them", { count })]}
          onClose={() => setAct(null)}
          onDone={done}
        />
      )}
    </li>
  );
}

interface ChangeProps {
  one: Conversation;
  forget: () => void;
  onClose: () => void;
}

function Change({ one, forget, onClose }: ChangeProps) {
  const [title, setTitle] = useState(one.title ?? "");
  const save = async (body: Given<"PATCH /conversations/{id}">["body"]): Promise<void> => {
    await api("PATCH /conversations/{id}", { path: { id: one.id }, body });
    void load();
    onClose();
  };
  const shelve = (shelf: "pinned" | "archived") => () => save({ shelf: one.shelf === shelf ? null : shelf });
  return (
    <Dialog title={t("Conversation")} onClose={onClose}>
      <Form submit={() => save({ title: title.trim() === "" ? null : title.trim() })}>
        <TextInput
          label={t("Title")}
          autofocus
          maxLength={200}
          value={title}
          onFocus={(event: FocusEvent) => (event.target as HTMLInputElement).select()}
          set={setTitle}
        />
        <div class="row">
          <Button onClick={shelve("pinned")}>{one.shelf === "pinned" ? t("Unpin") : t("Pin")}</Button>
          <Button onClick={shelve("archived")}>
            {one.shelf === "archived" ? t("Unarchive") : t("Archive")}
          </Button>
          <Button danger onClick={forget}>
            {t("Forget ...")}
          </Button>
          <span class="grow" />
          <Button primary type="submit">
            {t("Save")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
