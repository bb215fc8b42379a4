import { useState } from "preact/hooks";
import type { Settings } from "#client";
import { api } from "../../api/client.ts";
import { zone } from "../../ui/format.ts";
import { RECIPES } from "../../ui/recipes.ts";
import { useAnswer } from "../../ui/query.ts";
import { Card, Show } from "../../ui/parts.tsx";
import { fromLines, toLines } from "../../ui/system-lines.ts";
import { theme, THEMES } from "../../ui/theme.ts";
import { notify } from "../../ui/toast.ts";
import { ForgetEverything } from "./forget-everything.tsx";
import { Learned } from "./learned.tsx";
import { Button, Form, Check, Field, Select, Suggestions, TextArea, TextInput } from "../../ui/controls.tsx";
import { chooseLanguage, chosenLanguage, LANGUAGES, t } from "../../language/text.ts";

const LANGUAGE_NAMES = {
  "": t("as the browser"),
  ...Object.fromEntries(
    LANGUAGES.map((code) => [code, new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code]),
  ),
};
/** The service's limits. */
const INSTRUCTIONS_CHARS_MAX = 2_000;
const TEMPERATURE_MAX = 2;

const EFFORTS = { low: t("little: fast"), medium: t("some"), high: t("much: slow, for hard questions") };
const ENDS = [
  ["from", t("from")],
  ["to", t("to")],
] as const;
const NIGHT = { from: "22:00", to: "07:00" };

/** What a person sets for themselves. */
export function Preferences() {
  const settings = useAnswer("GET /settings");
  return (
    <>
      <Show of={settings}>{(data) => <SettingsForm data={data} />}</Show>
      <Card title={t("Appearance")}>
        <Select
          label={t("Language of these pages, in this browser")}
          value={chosenLanguage}
          options={LANGUAGE_NAMES}
          set={chooseLanguage}
        />
        <Select
          label={t("Colours, in this browser")}
          value={theme.value}
          options={THEMES}
          set={(name) => (theme.value = name)}
        />
      </Card>
      <Learned />
      <ForgetEverything />
    </>
  );
}

function SettingsForm({ data }: { data: Settings }) {
  const [stored, setStored] = useState(data);
  const [draft, setDraft] = useState(data);
  const [ids, setIds] = useState(toLines(data.idTemplates, "template"));
  const set = (given: Partial<Settings>): void => setDraft((was) => ({ ...was, ...given }));
  /** One that may be left empty. */
  const optional = (name: "instructions" | "effort" | "language" | "recallRecipe") => ({
    value: draft[name] ?? "",
    set: (text: string) => set({ [name]: text || null }),
  });
  const save = async (): Promise<void> => {
    const changed = Object.entries({ ...draft, idTemplates: fromLines(ids, "template") }).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof Settings]),
    );
    // What another window changed meanwhile stays.
    const body = { ...(await api("GET /settings")), ...Object.fromEntries(changed) };
    const now = await api("PUT /settings", { body });
    zone.value = now.timeZone;
    setStored(now);
    setDraft(now);
    notify(t("Saved"));
  };
  return (
    <Form class="card stack" submit={save}>
      <h2>{t("How the assistant answers")}</h2>
      <TextArea
        label={t("Your instructions, for every conversation")}
        rows={3}
        maxLength={INSTRUCTIONS_CHARS_MAX}
        placeholder={t("Call me Lena, be brief.")}
        {...optional("instructions")}
      />
      <TextInput
        label={t("Temperature, 0 (sober) to 2 (wild); empty: the default")}
        type="number"
        min={0}
        max={TEMPERATURE_MAX}
        step="any"
        value={draft.temperature ?? ""}
        set={(text) => set({ temperature: text === "" ? null : Number(text) })}
      />
      <Select
        label={t("How long the model thinks first, where it can")}
        options={{ "": t("default"), ...EFFORTS }}
        {...optional("effort")}
      />
      <h2>{t("Time and language")}</h2>
      <TimeZone value={draft.timeZone} set={(timeZone) => set({ timeZone })} />
      <TextInput
        label={t("Language of dates (a code such as en or de; empty: automatic)")}
        pattern="[a-z]{2,3}"
        maxLength={3}
        {...optional("language")}
      />
      <h2>{t("Recall")}</h2>
      <Select
        label={t("How the chat looks into memory")}
        options={{ "": t("default"), ...RECIPES }}
        {...optional("recallRecipe")}
      />
      <h2>{t("Ids of other systems")}</h2>
      <TextArea
        label={t("Forms of ids, one a line: the system, then the form, such as {example}", {
          example: "desk TKT-{digits}",
        })}
        rows={3}
        value={ids}
        set={setIds}
      />
      <h2>{t("Archived conversations")}</h2>
      <Days
        says={t("Archive conversations after some days; search still finds them")}
        label={t("Days after the last message")}
        first={90}
        days={draft.archiveAfterDays}
        set={(archiveAfterDays) => set({ archiveAfterDays })}
      />
      <h2>{t("Retention")}</h2>
      <Days
        says={t("Delete messages after some days")}
        label={t("Days a message is kept; older ones are forgotten within the hour")}
        first={365}
        days={draft.retentionDays}
        set={(retentionDays) => set({ retentionDays })}
      />
      <h2>{t("Coming up")}</h2>
      <Check isOn={draft.reminders} set={(reminders) => set({ reminders })}>
        {t("Remind me of plans when they are due, in chat and by the channels in Notifications")}
      </Check>
      <h2>{t("Quiet hours")}</h2>
      <Check isOn={draft.quietHours !== null} set={(isOn) => set({ quietHours: isOn ? NIGHT : null })}>
        {t("Pause background work at certain hours")}
      </Check>
      {draft.quietHours !== null && (
        <div class="row">
          {ENDS.map(([end, words]) => (
            <TextInput
              key={end}
              label={words}
              type="time"
              required
              value={draft.quietHours?.[end] ?? ""}
              set={(time) => set({ quietHours: { ...(draft.quietHours ?? NIGHT), [end]: time } })}
            />
          ))}
        </div>
      )}
      <div class="row">
        <Button primary type="submit">
          {t("Save")}
        </Button>
      </div>
    </Form>
  );
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = Intl.supportedValuesOf("timeZone");

function TimeZone({ value, set }: { value: string; set: (timeZone: string) => void }) {
  return (
    <div class="row ends">
      <TextInput label={t("Time zone")} grow list="time-zones" required value={value} set={set}>
        <Suggestions id="time-zones" of={ZONES} />
      </TextInput>
      {value !== here && <Button onClick={() => set(here)}>{t("Use {zone}", { zone: here })}</Button>}
    </div>
  );
}

interface DaysProps {
  says: string;
  label: string;
  /** Offered when it is turned on. */
  first: number;
  /** Null: off. */
  days: number | null;
  set: (days: number | null) => void;
}

function Days({ says, label, first, days, set }: DaysProps) {
  return (
    <>
      <Check isOn={days !== null} set={(isOn) => set(isOn ? first : null)}>
        {says}
      </Check>
      {days !== null && (
        <Field label={label}>
          <input
            class="input"
            type="number"
            min={1}
            max={36_500}
            required
            value={days}
            onInput={(event) => set(event.currentTarget.valueAsNumber)}
          />
        </Field>
      )}
    </>
  );
}
