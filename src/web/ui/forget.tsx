import { useState } from "preact/hooks";
import { api } from "../api/client.ts";
import { Dialog } from "./dialog.tsx";
import { attempt, notify } from "./toast.tsx";

type ForgetTarget =
  | { factId: string }
  | { entityId: string }
  | { episodeId: string }
  | { conversationId: string }
  | { from: string; to: string }
  | { everything: true };

interface Forgotten {
  forgotten: Record<string, number>;
  purged: boolean | "pending" | "unknown";
  copies: unknown[];
}

interface Props {
  target: ForgetTarget;
  /** What goes, as its owner knows it. */
  name: string;
  /** What else goes along, line by line. */
  preview?: string[];
  onClose: () => void;
  onDone: () => void;
}

const PREVIEW_MAX = 12;

/** Says what goes before it goes: a forgetting cannot be taken back. */
export function ForgetDialog({ target, name, preview = [], onClose, onDone }: Props) {
  const [removeCopies, setRemoveCopies] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const forget = async (): Promise<void> => {
    setBusy(true);
    const done = await attempt(async () => {
      const body = { ...target, ...(removeCopies ? { removeCopies } : {}) };
      notify(toldOf(await api<Forgotten>("/memory/forget", { body })));
    });
    setBusy(false);
    if (!done) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title="Forget for good?" onClose={onClose}>
      <blockquote class="evidence" dir="auto">
        {name}
      </blockquote>
      {preview.length > 0 && (
        <>
          <p>With it goes:</p>
          <ul class="small">
            {preview.slice(0, PREVIEW_MAX).map((text, at) => (
              <li key={at}>{text}</li>
            ))}
            {preview.length > PREVIEW_MAX && <li>and {preview.length - PREVIEW_MAX} more</li>}
          </ul>
        </>
      )}
      <p class="muted small">
        Its words leave the conversations, the search and every file of this memory. This cannot be undone,
        and what was forgotten is not learned again from the same words.
      </p>
      <label class="row">
        <input
          type="checkbox"
          checked={removeCopies}
          onChange={(event) => setRemoveCopies(event.currentTarget.checked)}
        />
        Remove my backups that may hold it, too
      </label>
      <div class="actions">
        <button type="button" class="button" autofocus onClick={onClose}>
          Keep it
        </button>
        <button type="button" class="button danger" disabled={isBusy} onClick={() => void forget()}>
          Forget
        </button>
      </div>
    </Dialog>
  );
}

function toldOf({ forgotten, purged, copies }: Forgotten): string {
  const counts = Object.entries(forgotten).filter(([, count]) => count > 0);
  const what =
    counts.length === 0
      ? "Nothing was left of it"
      : `Forgotten: ${counts.map(([n, c]) => `${c} ${n}`).join(", ")}`;
  const where = purged === "pending" ? " The files are cleaned as soon as nobody reads the old state." : "";
  return `${what}.${where}${copies.length > 0 ? ` ${copies.length} older copies may still hold it: see Settings.` : ""}`;
}
