import type { Settings } from "#client";
import { Field, Select, TextArea } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

/** The service's limits. */
const INSTRUCTIONS_CHARS_MAX = 2_000;
const TEMPERATURE_MAX = 2;

const EFFORTS = { low: t("little: fast"), medium: t("some"), high: t("much: slow, for hard questions") };

interface AnsweringProps {
  draft: Settings;
  set: (given: Partial<Settings>) => void;
}

/** How the assistant answers this person. */
export function Answering({ draft, set }: AnsweringProps) {
  return (
    <>
      <h2>{t("How the assistant answers")}</h2>
      <TextArea
        label={t("Your instructions, for every conversation")}
        rows={3}
        maxLength={INSTRUCTIONS_CHARS_MAX}
        placeholder={t("Call me Lena, be brief.")}
        value={draft.instructions ?? ""}
        set={(text) => set({ instructions: text || null })}
      />
      <Field label={t("Temperature, 0 (sober) to 2 (wild); empty: the default")}>
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
        label={t("How long the model thinks first, where it can")}
        value={draft.effort ?? ""}
        options={{ "": t("default"), ...EFFORTS }}
        set={(effort) => set({ effort: effort || null })}
      />
    </>
  );
}
