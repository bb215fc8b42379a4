import { Words } from "./quotes.tsx";
import { Check } from "./controls.tsx";
import { toYou } from "../../language/second-person.ts";
import { useState } from "preact/hooks";
import { api } from "../api/client.ts";
import { Confirm, DialogButton } from "./dialog.tsx";
import { useSome } from "./parts.tsx";
import { joined } from "./format.ts";
import { notify } from "./toast.ts";
import { t } from "../language/text.ts";

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
  /** The owner's name for what is forgotten. */
  name: string;
  /** Dependents that are deleted too, line by line. */
  preview?: string[];
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

const PREVIEW_MAX = 12;

/** Lists what will be deleted: a forgetting cannot be undone. */
export function ForgetDialog({ target, name, preview = [], onClose, onDone }: Props) {
  const [removeCopies, setRemoveCopies] = useState(false);
  const [shown, more] = useSome(preview, PREVIEW_MAX);
  const forget = async (): Promise<void> => {
    const body = { ...target, ...(removeCopies ? { removeCopies } : {}) };
    notify(toldOf(await api("POST /memory/forget", { body })));
    onDone?.();
  };
  return (
    <Confirm
      title={t("Forget for good?")}
      action={t("Forget")}
      keep={t("Keep it")}
      onConfirm={forget}
      onClose={onClose}
    >
      <Words>{name}</Words>
      {preview.length > 0 && (
        <>
          <p>{t("This also deletes:")}</p>
          <ul class="small">
            {shown.map((text, at) => (
              <li key={at}>{toYou(text)}</li>
            ))}
            {more && <li>{more}</li>}
          </ul>
        </>
      )}
      <p class="muted small">
        {t(
          "The words are also removed from your conversations, the search index and the database. This cannot be undone, and I don't learn it again from the same words.",
        )}
      </p>
      <Check isOn={removeCopies} set={setRemoveCopies}>
        {t("Also delete my backups that may hold it")}
      </Check>
    </Confirm>
  );
}

/** Asks before anything is forgotten. */
export const ForgetButton = (props: Omit<Props, "onClose">) => (
  <DialogButton danger small dialog={(close) => <ForgetDialog {...props} onClose={close} />}>
    {t("Forget ...")}
  </DialogButton>
);

function toldOf({ forgotten, purged, copies }: Forgotten): string {
  const { facts = 0, episodes = 0, redactions = 0 } = forgotten;
  const parts = joined([
    facts > 0 && t("{n} fact deleted | {n} facts deleted", { n: facts }),
    episodes > 0 && t("{n} message deleted | {n} messages deleted", { n: episodes }),
    redactions > 0 &&
      t("words removed from {n} message | words removed from {n} messages", { n: redactions }),
  ]);
  const said = [
    parts === "" ? t("Forgotten.") : t("Forgotten: {parts}.", { parts }),
    purged === "pending" && t("The files are cleaned in a moment."),
    copies.length > 0 &&
      t(
        "{n} older copy may still hold it: see Settings. | {n} older copies may still hold it: see Settings.",
        { n: copies.length },
      ),
  ];
  return joined(said, " ");
}
