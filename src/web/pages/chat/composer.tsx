import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../ui/icons.tsx";
import { runningTurn, say } from "./conversation.ts";
import { isOfInputMethod } from "../../ui/input-method.ts";
import { stop } from "./turn.ts";

const KEPT = "engram.draft";
/** As the service bounds a message. */
const CHARS_MAX = 200_000;

/** What is being written outlives a reload of the page, except off the record. */
const text = signal(sessionStorage.getItem(KEPT) ?? "");
const isOffRecord = signal(false);
const focusAsked = signal(0);
effect(() => {
  if (isOffRecord.value) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, text.value);
});

/** Puts words into the composer for the user to go on with. */
export function draft(words: string): void {
  text.value = words;
  focusAsked.value++;
}

export function Composer() {
  const area = useRef<HTMLTextAreaElement>(null);
  const running = runningTurn();
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [focusAsked.value]);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [text.value]);
  useEffect(() => {
    const escape = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && running && document.querySelector("dialog[open]") === null) stop(running);
    };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, [running]);
  const send = (): void => {
    const message = text.value.trim();
    if (message === "" || running) return;
    say({ message, memory: "on", isOffRecord: isOffRecord.value });
    text.value = "";
  };
  return (
    <form
      class={isOffRecord.value ? "composer off-record" : "composer"}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={area}
        dir="auto"
        rows={1}
        maxLength={CHARS_MAX}
        aria-label="Message"
        placeholder={isOffRecord.value ? "Nothing of this is written down" : "Say something"}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isOfInputMethod(event)) return;
          event.preventDefault();
          send();
        }}
      />
      <div class="composer-foot">
        <button
          type="button"
          class="button quiet small"
          aria-pressed={isOffRecord.value}
          title="What you say off the record is answered, but never written down"
          onClick={() => (isOffRecord.value = !isOffRecord.value)}
        >
          <Icon name={isOffRecord.value ? "eyeOff" : "eye"} size={16} />
          {isOffRecord.value ? "Off the record" : "On the record"}
        </button>
        <span class="grow" />
        {running ? (
          <button type="button" class="button" onClick={() => stop(running)}>
            <Icon name="stop" /> Stop
          </button>
        ) : (
          <button type="submit" class="button primary" disabled={text.value.trim() === ""}>
            <Icon name="send" /> Send
          </button>
        )}
      </div>
    </form>
  );
}
