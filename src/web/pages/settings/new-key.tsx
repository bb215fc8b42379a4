import { signal } from "@preact/signals";
import { copyText } from "../../ui/clipboard.ts";

export interface MadeKey {
  id: string;
  key: string;
}

/** Shown until its owner says so: nobody can tell it again, whatever happens to this page meanwhile. */
export const newKey = signal<MadeKey | null>(null);

export function NewKey({ made }: { made: MadeKey }) {
  return (
    <section class="card stack new-key" role="status" aria-label="The new key">
      <h2>Your new key</h2>
      <p>Keep it now: it is not shown again.</p>
      <input
        class="input key-text"
        readOnly
        aria-label="Key"
        value={made.key}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row">
        <button type="button" class="button primary" onClick={() => copyText(made.key)}>
          Copy
        </button>
        <button type="button" class="button" onClick={() => (newKey.value = null)}>
          I have it
        </button>
      </div>
    </section>
  );
}
