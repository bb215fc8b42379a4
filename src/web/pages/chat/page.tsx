import { useLayoutEffect, useState } from "preact/hooks";
import { health } from "../../api/health.ts";
import { route, useTitle } from "../../router.ts";
import { useMemoryFrames } from "../../ui/query.ts";
import { Failed } from "../../ui/parts.tsx";
import { takeFiles } from "./attach.tsx";
import { Composer } from "./composer.tsx";
import { followMemory, openThread, thread } from "./conversation.ts";
import { goTemporary, isTemporary } from "./draft.ts";
import { EvidenceDrawer, looked } from "./evidence.tsx";
import { KeepDialog } from "./keep.tsx";
import { Starters } from "./starters.tsx";
import { Threads } from "./threads.tsx";
import { Transcript } from "./transcript.tsx";
import { DialogButton } from "../../ui/dialog.tsx";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";
import "./chat.css";

export function ChatPage() {
  const { parts, query } = route.value;
  const id = parts[1] ?? null;
  const [listOpen, setListOpen] = useState(false);
  // Before the user can type: the stored draft would overwrite their text.
  useLayoutEffect(() => {
    // Of a new conversation, what was sent and has no answer yet stays for who looks at another page.
    if (id !== thread.id.value || isTemporary.value || thread.turns.value.length === 0) void openThread(id);
  }, []);
  useLayoutEffect(() => {
    setListOpen(false);
    // The address follows a click on a conversation, and a message may have been sent in between.
    if (id !== thread.id.value) void openThread(id);
  }, [id]);
  useMemoryFrames(followMemory);
  const isEmpty = thread.turns.value.length === 0;
  return (
    <div
      class={listOpen ? "chat with-list" : "chat"}
      onDragOver={(event) => takeFiles(event, event.dataTransfer)}
      onDrop={(event) => takeFiles(event, event.dataTransfer)}
    >
      <Threads current={thread.id.value} close={() => setListOpen(false)} />
      <section class="talk" aria-label={t("Conversation")}>
        <Head toggle={() => setListOpen(!listOpen)} listOpen={listOpen} />
        {thread.error.value !== null && (
          <Failed
            error={thread.error.value}
            retry={() => {
              thread.id.value = null;
              void openThread(id);
            }}
          />
        )}
        {!isEmpty || (thread.loading.value && thread.error.value === null) ? (
          <Transcript at={query.get("at")} />
        ) : (
          thread.error.value === null && <Starters />
        )}
        <Composer />
      </section>
      {looked.value && <EvidenceDrawer {...looked.value} />}
    </div>
  );
}

function Head({ toggle, listOpen }: { toggle: () => void; listOpen: boolean }) {
  const [id, title] = [thread.id.value, thread.title.value];
  useTitle(title);
  return (
    <header class="talk-head">
      <Button quiet small class="list-toggle" aria-expanded={listOpen} onClick={toggle}>
        {t("Conversations")}
      </Button>
      <h1 class="clip grow">
        {title ??
          (id !== null ? t("Conversation") : isTemporary.value ? t("Temporary chat") : t("New conversation"))}
      </h1>
      {id === null && thread.turns.value.length === 0 && health.value?.model?.kind !== "none" && (
        <Button quiet small onClick={() => goTemporary(!isTemporary.value)}>
          {isTemporary.value ? t("Normal chat") : t("Temporary chat")}
        </Button>
      )}
      {id !== null && (
        <DialogButton
          quiet
          small
          dialog={(close) => <KeepDialog id={id} title={title ?? t("Conversation")} onClose={close} />}
        >
          {t("Export ...")}
        </DialogButton>
      )}
    </header>
  );
}
