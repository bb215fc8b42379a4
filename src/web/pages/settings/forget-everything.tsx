import { useState } from "preact/hooks";
import { goTo } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ForgetDialog } from "../../ui/forget.tsx";

const WORDS = "forget everything";

/** The one act after which nothing is left: asked for in words, then once more. */
export function ForgetEverything() {
  const [step, setStep] = useState<"none" | "typing" | "sure">("none");
  const close = (): void => setStep("none");
  return (
    <section class="card stack" aria-labelledby="forget-everything">
      <h2 id="forget-everything">Forget everything</h2>
      <p class="muted">
        Every conversation, fact, person and thing of yours goes for good. An export beforehand is the only
        way back.
      </p>
      <div class="row">
        <button type="button" class="button danger" onClick={() => setStep("typing")}>
          Forget everything ...
        </button>
      </div>
      {step === "typing" && <Typed onClose={close} onTyped={() => setStep("sure")} />}
      {step === "sure" && (
        <ForgetDialog
          target={{ everything: true }}
          name="Everything this memory holds of you"
          onClose={close}
          onDone={() => goTo("chat")}
        />
      )}
    </section>
  );
}

function Typed({ onClose, onTyped }: { onClose: () => void; onTyped: () => void }) {
  const [text, setText] = useState("");
  return (
    <Dialog title="Forget everything?" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim().toLowerCase() === WORDS) onTyped();
        }}
      >
        <label class="field">
          <span>
            Write <strong>{WORDS}</strong> to go on
          </span>
          <input
            class="input"
            autofocus
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button danger" disabled={text.trim().toLowerCase() !== WORDS}>
            Go on
          </button>
        </div>
      </form>
    </Dialog>
  );
}
