import { useEffect, useRef, useState } from "preact/hooks";
import { api, told } from "../../api/client.ts";
import { health } from "../../api/health.ts";
import { IconButton } from "../../ui/controls.tsx";
import { joined } from "../../ui/format.ts";
import { notify } from "../../ui/toast.ts";
import { draft, draftText } from "./draft.ts";
import { t } from "../../language/text.ts";

/** Speech to text and back, by the audio servers of the service, if it has them. */

/** Records the user, and puts the words into the composer, to be read before they are sent. */
export function Microphone() {
  const recorder = useRef<MediaRecorder | null>(null);
  const [state, setState] = useState<"idle" | "recording" | "reading">("idle");
  useEffect(() => () => recorder.current?.stop(), []);
  if (health.value?.audio?.transcription !== true) return null;

  const start = async (): Promise<void> => {
    const sound = await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => null);
    if (!sound) return notify(t("I can't hear you: the browser gives me no microphone."));
    const parts: Blob[] = [];
    const made = new MediaRecorder(sound);
    recorder.current = made;
    made.ondataavailable = ({ data }) => parts.push(data);
    made.onstop = () => {
      recorder.current = null;
      for (const track of sound.getTracks()) track.stop();
      setState("reading");
      void transcribe(new Blob(parts, { type: made.mimeType })).finally(() => setState("idle"));
    };
    made.start();
    setState("recording");
  };

  if (state === "recording")
    return <IconButton icon="stop" label={t("Stop recording")} onClick={() => recorder.current?.stop()} />;
  return (
    <IconButton
      icon="microphone"
      label={state === "reading" ? t("Writing down what you said ...") : t("Speak")}
      disabled={state === "reading"}
      onClick={() => start()}
    />
  );
}

async function transcribe(recording: Blob): Promise<void> {
  const form = new FormData();
  // Servers tell the format by the name; Safari records MP4.
  form.append("file", recording, `speech.${/^\w+\/(\w+)/.exec(recording.type)?.[1] ?? "webm"}`);
  form.append("model", "whisper-1");
  form.append("response_format", "json");
  try {
    const response = await api.open("POST /v1/audio/transcriptions", { body: form });
    const answer = (await response.json()) as { text?: string };
    const words = (answer.text ?? "").trim();
    if (words === "") notify(t("I heard no words."));
    else draft(joined([draftText.value.trimEnd(), words], " "));
  } catch (error) {
    notify(told(error));
  }
}

let playing: HTMLAudioElement | null = null;

/** Reads a reply aloud, or stops. */
export function ReadAloud({ text }: { text: string }) {
  const [isOn, setOn] = useState(false);
  if (health.value?.audio?.speech !== true || text === "") return null;
  const stop = (): void => {
    playing?.pause();
    playing = null;
    setOn(false);
  };
  const read = async (): Promise<void> => {
    playing?.pause();
    setOn(true);
    try {
      const body = { model: "tts-1", voice: "alloy", input: plain(text) };
      const response = await api.open("POST /v1/audio/speech", { body });
      const address = URL.createObjectURL(await response.blob());
      playing = new Audio(address);
      playing.onended = playing.onpause = () => {
        URL.revokeObjectURL(address);
        setOn(false);
      };
      await playing.play();
    } catch (error) {
      setOn(false);
      notify(told(error));
    }
  };
  return (
    <IconButton
      icon={isOn ? "stop" : "speaker"}
      label={isOn ? t("Stop reading") : t("Read aloud")}
      onClick={() => (isOn ? stop() : void read())}
    />
  );
}

/** Without the marks of Markdown and the numbers of memories, which nobody wants to hear. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[\d+\]/g, "").replaceAll(/[*_`#>]/g, "");
}
