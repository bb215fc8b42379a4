import { useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { attempt, notify } from "../../../ui/toast.tsx";

const EMPTY = { subject: "user", predicate: "", object: "", objectKind: "value", text: "", validAt: "" };

/** A fact in the owner's own words: believed at once. */
export function StateDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [stated, setStated] = useState(EMPTY);
  const field = (name: keyof typeof EMPTY) => ({
    class: "input",
    value: stated[name],
    onInput: (event: { currentTarget: HTMLInputElement }) =>
      setStated({ ...stated, [name]: event.currentTarget.value }),
  });
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = { ...stated, validAt: stated.validAt === "" ? null : stated.validAt };
    if (!(await attempt(() => api("/memory/facts", { body })))) return;
    notify("Believed from now on");
    onClose();
    onDone();
  };
  return (
    <Dialog title="State a fact" onClose={onClose}>
      <form class="stack" onSubmit={(event) => void save(event)}>
        <label class="field">
          <span>In one sentence</span>
          <input
            {...field("text")}
            required
            autofocus
            maxLength={1000}
            placeholder="My sister lives in Lyon."
          />
        </label>
        <label class="field">
          <span>About whom or what ("user" is you)</span>
          <input {...field("subject")} required maxLength={200} />
        </label>
        <label class="field">
          <span>Relation</span>
          <input {...field("predicate")} required maxLength={64} placeholder="lives in" />
        </label>
        <label class="field">
          <span>To what</span>
          <input {...field("object")} required maxLength={500} />
        </label>
        <label class="row">
          <input
            type="checkbox"
            checked={stated.objectKind === "entity"}
            onChange={({ currentTarget }) =>
              setStated({ ...stated, objectKind: currentTarget.checked ? "entity" : "value" })
            }
          />
          That is a person, a place or a thing of its own
        </label>
        <label class="field">
          <span>True since (optional)</span>
          <input {...field("validAt")} type="date" />
        </label>
        <div class="actions">
          <button type="submit" class="button primary">
            Remember
          </button>
        </div>
      </form>
    </Dialog>
  );
}
