import type { Thread } from "#client";
import { Dialog } from "../../ui/dialog.tsx";
import { momentOf } from "../../ui/format.ts";
import { wholeThread } from "./conversation.ts";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

interface Props {
  id: string;
  title: string;
  onClose: () => void;
}

/** Saves or prints a conversation. */
export function KeepDialog({ id, title, onClose }: Props) {
  const save = async (kind: "md" | "json"): Promise<void> => {
    const { forks: _, ...whole } = await wholeThread(id);
    const text = kind === "md" ? markdownOf(title, whole) : JSON.stringify(whole, null, 2);
    download(`${title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60)}.${kind}`, text);
    onClose();
  };
  return (
    <Dialog title={t("Export this conversation")} onClose={onClose}>
      <div class="row">
        <Button onClick={() => save("md")}>Markdown</Button>
        <Button onClick={() => save("json")}>JSON</Button>
        <Button
          onClick={() => {
            onClose();
            requestAnimationFrame(() => print());
          }}
        >
          {t("Print or PDF")}
        </Button>
      </div>
    </Dialog>
  );
}

function markdownOf(title: string, { episodes }: Pick<Thread, "episodes">): string {
  const turns = episodes
    .filter(({ replacedBy }) => replacedBy === null)
    .map(({ speaker, occurredAt, userMessage, assistantReply, model }) => {
      const said = `**${speaker ?? t("You")}**, ${momentOf(occurredAt)}\n\n${userMessage}`;
      return assistantReply === null ? said : `${said}\n\n**${model ?? "Engram"}**\n\n${assistantReply}`;
    });
  return `# ${title}\n\n${turns.join("\n\n---\n\n")}\n`;
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
