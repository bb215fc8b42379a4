import { useState } from "preact/hooks";
import type { Fact } from "../../../api/types.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { attempt } from "../../../ui/toast.tsx";

interface Props {
  fact: Fact;
  title: string;
  action: string;
  /** Sends what was changed; the fact itself, or the question about it. */
  save: (changed: Record<string, string | null>) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

/** The fields of a fact as a person corrects them; only what was changed is sent. */
export function CorrectDialog({ fact, title, action, save, onClose, onDone }: Props) {
  const was = fieldsOf(fact);
  const [now, setNow] = useState(was);
  const field = (name: keyof typeof was) => ({
    class: "input",
    value: now[name],
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      setNow({ ...now, [name]: event.currentTarget.value }),
  });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const changed = Object.entries(now).filter(([name, value]) => value !== was[name as keyof typeof was]);
    if (changed.length === 0) return onClose();
    const body = Object.fromEntries(changed.map(([name, value]) => [name, value === "" ? null : value]));
    if (!(await attempt(() => save(body)))) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Statement</span>
          <textarea {...field("text")} rows={2} required autofocus maxLength={1000} />
        </label>
        <label class="field">
          <span>Relation</span>
          <input {...field("predicate")} required maxLength={64} />
        </label>
        <label class="field">
          <span>To what</span>
          <input {...field("object")} required maxLength={500} />
        </label>
        <div class="row">
          <label class="field grow">
            <span>True since</span>
            <input {...field("validAt")} type="date" />
          </label>
          <label class="field grow">
            <span>True until</span>
            <input {...field("invalidAt")} type="date" />
          </label>
        </div>
        <div class="actions">
          <button type="submit" class="button primary">
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function fieldsOf({ text, predicate, object, value, validAt, invalidAt }: Fact) {
  return {
    text,
    predicate,
    object: object?.name ?? value ?? "",
    validAt: validAt?.slice(0, 10) ?? "",
    invalidAt: invalidAt?.slice(0, 10) ?? "",
  };
}
