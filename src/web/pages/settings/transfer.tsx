import { Check } from "../../ui/controls.tsx";
import { useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import { Backups } from "./backups.tsx";
import { ImportChats } from "./import-chats.tsx";
import { ImportMemory } from "./import-memory.tsx";
import { Card } from "../../ui/parts.tsx";
import { t } from "../../language/text.ts";

/** Memory out of this Engram, and into it. */
export default function Transfer() {
  return (
    <>
      <Export />
      <ImportMemory />
      <ImportChats />
      <Backups />
    </>
  );
}

const OPTIONS = [
  { name: "gzip", label: t("Compressed") },
  {
    name: "vectors",
    label: t("Include search vectors (larger file, no re-indexing later)"),
  },
  {
    name: "tombstones",
    label: t("Include marks of what was forgotten, so that it is not learned again"),
  },
] as const;

function Export() {
  const [chosen, setChosen] = useState<Record<string, boolean>>({ gzip: true });
  const query = Object.fromEntries(
    Object.entries(chosen).flatMap(([name, isOn]) => (isOn ? [[name, "true"]] : [])),
  );
  return (
    <Card title={t("Export")}>
      <p class="muted">
        {t(
          "Your whole memory in one file that any Engram can take. What you had forgotten is not in it. Keep it as safe as the memory itself.",
        )}
      </p>
      {OPTIONS.map(({ name, label }) => (
        <Check key={name} isOn={chosen[name] ?? false} set={(isOn) => setChosen({ ...chosen, [name]: isOn })}>
          {label}
        </Check>
      ))}
      <div class="row">
        <a class="button primary" href={api.address("GET /memory/export", { query })} download>
          {t("Download my memory")}
        </a>
      </div>
    </Card>
  );
}
