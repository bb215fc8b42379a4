import { useState } from "preact/hooks";
import type { Settings } from "#client";
import { api } from "../../api/client.ts";
import { RECIPES } from "../../ui/recipes.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { fromLines, toLines } from "../../ui/system-lines.ts";
import { theme } from "../../ui/theme.ts";
import { attempt, notify } from "../../ui/toast.tsx";
import { Answering } from "./answering.tsx";
import { ForgetEverything } from "./forget-everything.tsx";
import { Learned } from "./learned.tsx";
import { Button } from "../../ui/button.tsx";
import { Check, Field, Select, TextInput } from "../../ui/field.tsx";

const DEFAULT_RETENTION_DAYS = 365;
const DEFAULT_ARCHIVE_DAYS = 90;
const NIGHT = { from: "22:00", to: "07:00" };
const THEME_NAMES = { system: "as this device", light: "light", dark: "dark" };

/** What a person sets for themselves. */
export function Preferences() {
  const settings = useQuery((signal) => api("GET /settings", { signal }), []);
  return (
    <>
      <Show of={settings}>{(data) => <SettingsForm data={data} saved={settings.reload} />}</Show>
      <section class="card stack" aria-labelledby="theme">
        <h2 id="theme">Appearance</h2>
        <Select
          label="Colours, in this browser"
          value={theme.value}
          options={THEME_NAMES}
          set={(name) => (theme.value = name)}
        />
      </section>
      <Learned />
      <ForgetEverything />
    </>
  );
}

function SettingsForm({ data, saved }: { data: Settings; saved: () => void }) {
  const [draft, setDraft] = useState(data);
  const [ids, setIds] = useState(toLines(data.idTemplates.map(({ system, template }) => [system, template])));
  const set = (given: Partial<Settings>): void => setDraft((was) => ({ ...was, ...given }));
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const idTemplates = fromLines(ids).map(([system, template]) => ({ system, template }));
    const done = await attempt(() => api("PUT /settings", { body: { ...draft, idTemplates } }));
    if (!done) return;
    notify("Saved");
    saved();
  };
  return (
    <form class="card stack" onSubmit={(event) => void save(event)}>
      <Answering draft={draft} set={set} />
      <h2>Time and language</h2>
      <TimeZone value={draft.timeZone} set={(timeZone) => set({ timeZone })} />
      <TextInput
        label="Language of dates (a code such as en or de; empty: automatic)"
        pattern="[a-z]{2,3}"
        maxLength={3}
        value={draft.language ?? ""}
        set={(text) => set({ language: text || null })}
      />
      <h2>Recall</h2>
      <Select
        label="How the chat looks into memory"
        value={draft.recallRecipe ?? ""}
        options={{ "": "default", ...RECIPES }}
        set={(name) => set({ recallRecipe: name || null })}
      />
      <h2>Ids of other systems</h2>
      <Field label="Forms of ids, one a line: the system, then the form, such as desk TKT-{digits}">
        <textarea class="input" rows={3} value={ids} onInput={(event) => setIds(event.currentTarget.value)} />
      </Field>
      <h2>Retention</h2>
      <Check
        isOn={draft.retentionDays !== null}
        set={(isOn) => set({ retentionDays: isOn ? DEFAULT_RETENTION_DAYS : null })}
      >
        Delete messages after some days
      </Check>
      {draft.retentionDays !== null && (
        <Field label="Days a message is kept; older ones are forgotten within the hour">
          <input
            class="input"
            type="number"
            min={1}
            max={36_500}
            required
            value={draft.retentionDays}
            onInput={(event) => set({ retentionDays: event.currentTarget.valueAsNumber })}
          />
        </Field>
      )}
      <h2>Archive</h2>
      <Check
        isOn={draft.archiveAfterDays !== null}
        set={(isOn) => set({ archiveAfterDays: isOn ? DEFAULT_ARCHIVE_DAYS : null })}
      >
        Archive conversations after some days; search still finds them
      </Check>
      {draft.archiveAfterDays !== null && (
        <Field label="Days after the last message">
          <input
            class="input"
            type="number"
            min={1}
            max={36_500}
            required
            value={draft.archiveAfterDays}
            onInput={(event) => set({ archiveAfterDays: event.currentTarget.valueAsNumber })}
          />
        </Field>
      )}
      <h2>Coming up</h2>
      <Check isOn={draft.reminders} set={(reminders) => set({ reminders })}>
        Remind me of plans when they are due, in chat and by the channels in Notifications
      </Check>
      <h2>Quiet hours</h2>
      <Check isOn={draft.quietHours !== null} set={(isOn) => set({ quietHours: isOn ? NIGHT : null })}>
        Pause background work at certain hours
      </Check>
      {draft.quietHours !== null && (
        <div class="row">
          {(["from", "to"] as const).map((end) => (
            <Field key={end} label={end}>
              <input
                class="input"
                type="time"
                required
                value={draft.quietHours?.[end]}
                onInput={(event) =>
                  set({ quietHours: { ...(draft.quietHours ?? NIGHT), [end]: event.currentTarget.value } })
                }
              />
            </Field>
          ))}
        </div>
      )}
      <div class="row">
        <Button primary type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = Intl.supportedValuesOf("timeZone");

function TimeZone({ value, set }: { value: string; set: (timeZone: string) => void }) {
  return (
    <div class="row ends">
      <Field label="Time zone" grow>
        <input
          class="input"
          list="time-zones"
          required
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
        />
        <datalist id="time-zones">
          {ZONES.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </Field>
      {value !== here && <Button onClick={() => set(here)}>Use {here}</Button>}
    </div>
  );
}
