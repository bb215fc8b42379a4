import { useRef } from "preact/hooks";
import { IconButton } from "../../ui/controls.tsx";
import { notify } from "../../ui/toast.ts";
import { attached, beingRead, fits, focusAsked, sentOf, unpadded, type Attachment } from "./draft.ts";
import { t } from "../../language/text.ts";

/** Files of one message, as they are sent: they leave room for words. */
const BYTES_MAX = 1_000_000;
const NAME_CHARS_MAX = 100;

/** Adds files to the message, or says why one cannot be added. */
async function attach(files: File[]): Promise<void> {
  beingRead.value++;
  for (const file of files) {
    const name = file.name.replaceAll(/[[\]`\s]+/g, " ").slice(-NAME_CHARS_MAX);
    try {
      const { read } = await import("./read-file.ts");
      const one = await read(file, name, BYTES_MAX - sizeOf(attached.value));
      // Others may have been added meanwhile.
      const all = [...attached.value, one];
      if (!fits(sentOf("", all))) throw new Error(t("is too long for one message"));
      attached.value = all;
    } catch (error) {
      notify(`${name} ${(error as Error).message}.`);
    }
  }
  beingRead.value--;
  focusAsked.value++;
}

/** Files dropped or pasted; anything else stays with the browser, as does the picture that Excel copies with its text. */
export function takeFiles(event: Event, data: DataTransfer | null): void {
  if (!data?.types.includes("Files")) return;
  if (data.types.includes("text/html") && data.types.includes("text/plain")) return;
  event.preventDefault();
  if (event.type !== "dragover") void attach([...data.files]);
}

const sizeOf = (all: Attachment[]): number =>
  all.reduce((sum, { text, image = "" }) => sum + new Blob([text]).size + image.length, 0);

export function AttachButton() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("Files")}
        onChange={({ currentTarget }) => {
          void attach([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <IconButton icon="clip" label={t("Attach files")} onClick={() => input.current?.click()} />
    </>
  );
}

export function Attached() {
  if (attached.value.length === 0) return null;
  return (
    <ul class="chips" aria-label={t("Attached")}>
      {attached.value.map((one) => (
        <li key={one} class="chip">
          <span class="clip">{one.name}</span>
          <IconButton
            icon="close"
            label={t("Remove {name}", { name: one.name })}
            onClick={() => (attached.value = attached.value.filter((other) => other !== one))}
          />
        </li>
      ))}
    </ul>
  );
}

const FILE = /\[file: ([^\]\n]{1,100})\]\n(`{3,})\n([\s\S]*?)\n\2(?=\n|$)/g;

/** A message with its files folded. */
export function Said({ message }: { message: string }) {
  const files = [...message.matchAll(FILE)].map(([, name = "", , text = ""]) => ({ name, text }));
  return (
    <>
      {unpadded(message.replaceAll(FILE, ""))}
      {files.map(({ name, text }, at) => (
        <details key={at} class="file small">
          <summary>{name}</summary>
          <pre tabIndex={0}>{text}</pre>
        </details>
      ))}
    </>
  );
}
