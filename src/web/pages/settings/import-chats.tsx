import { useEffect, useRef, useState } from "preact/hooks";
import type { ImportEvent, ImportProgress } from "../../../services/imports/types.ts";
import { hrefTo } from "../../router.ts";
import { joined } from "../../ui/format.ts";
import { notify, notifyError } from "../../ui/toast.ts";
import { eventsOf } from "../../api/event-stream.ts";
import { api } from "../../api/client.ts";
import { FileInput, TextInput } from "../../ui/controls.tsx";
import { Underway, Card } from "../../ui/parts.tsx";
import { t } from "../../language/text.ts";

/** A file's media type, by its name; a zip is also recognised by its content. */
const TYPES: Record<string, string> = {
  json: "application/json",
  zip: "application/zip",
  md: "text/markdown",
  markdown: "text/markdown",
  eml: "message/rfc822",
  mbox: "application/mbox",
};

function typeOf(name: string): string {
  return TYPES[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "text/plain";
}

/** Imports another assistant's conversations, turn by turn. Stored turns remain if it is stopped. */
export function ImportChats() {
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [state, setState] = useState<"idle" | "running" | "done">("idle");
  const [me, setMe] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const take = async (file: File): Promise<void> => {
    const here = new AbortController();
    running.current = here;
    setState("running");
    setProgress(null);
    try {
      const given = {
        query: { name: file.name, me: me.trim() },
        body: file.slice(0, file.size, typeOf(file.name)),
        signal: here.signal,
      };
      for await (const told of eventsOf(await api.open("POST /memory/import/chats", given))) {
        const { event, data } = told as ImportEvent;
        if (event === "error") throw new Error(data.detail);
        setProgress(data);
        if (event === "done") setState("done");
      }
    } catch (error) {
      setState("idle");
      if (here.signal.aborted) notify(t("Stopped. Choose the same file again, and it goes on."));
      else notifyError(error);
    }
  };
  return (
    <Card title={t("Import chats")}>
      <p class="muted">
        {t(
          "Exports of ChatGPT, Claude, Gemini, Grok, DeepSeek, Open WebUI, LibreChat, LM Studio, llama.cpp, WhatsApp, Signal and Telegram, memories of Mem0, Graphiti and Letta, other chats in JSON, mails, and journals in Markdown or text: the zip, or one file. Each turn keeps its own date. Engram reads them in the background afterwards, which takes a while.",
        )}
      </p>
      {state !== "running" && (
        <>
          <TextInput
            label={t("Your name in chats and mails between people")}
            value={me}
            set={setMe}
            maxLength={200}
            placeholder={t("Without it, each person in it is a speaker")}
          />
          <FileInput
            label={t("File with chats")}
            accept=".json,.jsonl,.ndjson,.af,.zip,.txt,.md,.markdown,.eml,.mbox"
            take={(file) => void take(file)}
          />
        </>
      )}
      {state === "running" && (
        <Underway
          label={t("Conversations imported")}
          max={progress?.total}
          value={progress?.conversations}
          cancel={() => running.current?.abort()}
        />
      )}
      <p role="status">
        {state === "running" && progress === null ? t("Sending the file ...") : <Told progress={progress} />}
      </p>
      {state === "done" && (
        <p>
          <a href={hrefTo("settings")}>{t("See how far reading them is")}</a>
        </p>
      )}
    </Card>
  );
}

function Told({ progress }: { progress: ImportProgress | null }) {
  if (progress === null) return null;
  const { conversations, total, stored, known, forgotten, skipped } = progress;
  const rest = joined([
    known > 0 && t("{n} was here already | {n} were here already", { n: known }),
    forgotten > 0 && t("{n} stays forgotten | {n} stay forgotten", { n: forgotten }),
    skipped > 0 && t("{n} had no words", { n: skipped }),
  ]);
  return (
    <>
      {t("{conversations} of {total} conversations, {turns} turns stored", {
        conversations,
        total,
        turns: stored,
      })}
      {rest !== "" && `; ${rest}`}.
    </>
  );
}
