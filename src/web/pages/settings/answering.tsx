import type { Settings } from "#client";
import { Field, Select } from "../../ui/field.tsx";

/** The service's limits. */
const INSTRUCTIONS_CHARS_MAX = 2_000;
const TEMPERATURE_MAX = 2;

const EFFORTS = { low: "little: fast", medium: "some", high: "much: slow, for hard questions" };

interface AnsweringProps {
  draft: Settings;
  set: (given: Partial<Settings>) => void;
}

/** How the assistant answers this person. */
export function Answering({ draft, set }: AnsweringProps) {
  return (
    <>
      <h2>How the assistant answers</h2>
      <Field label="Your instructions, for every conversation">
        <textarea
          class="input"
          rows={3}
          maxLength={INSTRUCTIONS_CHARS_MAX}
          placeholder="Call me Lena, be brief."
          value={draft.instructions ?? ""}
          onInput={(event) => set({ instructions: event.currentTarget.value || null })}
        />
      </Field>
      <Field label="Temperature, 0 (sober) to 2 (wild); empty: the default">
        <input
          class="input"
          type="number"
          min={0}
          max={TEMPERATURE_MAX}
          step="any"
          value={draft.temperature ?? ""}
          onInput={({ currentTarget: { value, valueAsNumber } }) =>
            set({ temperature: value === "" ? null : valueAsNumber })
          }
        />
      </Field>
      <Select
        label="How long the model thinks first, where it can"
        value={draft.effort ?? ""}
        options={{ "": "default", ...EFFORTS }}
        set={(effort) => set({ effort: effort || null })}
      />
    </>
  );
}
