import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../ui/icons.tsx";
import { isOfInputMethod, isTouch, isToSend, useKeyDown } from "../../ui/input-method.ts";
import { notify } from "../../ui/toast.ts";
import { runningTurn, say } from "./conversation.ts";
import { AttachButton, Attached, takeFiles } from "./attach.tsx";
import {
  attached,
  draftText,
  fits,
  focusAsked,
  goOffRecord,
  isOffRecord,
  isQueued,
  isReading,
  isTemporary,
  sentOf,
  write,
} from "./draft.ts";
import { Microphone } from "./voice.tsx";
import { isFollowed, stop } from "./turn.ts";
import { Button, Form } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

export function Composer() {
  const area = useRef<HTMLTextAreaElement>(null);
  const running = runningTurn();
  const isUnsaved = isOffRecord.value || isTemporary.value;
  const isEmpty = draftText.value.trim() === "" && attached.value.length === 0;
  const shownAt = useRef(focusAsked.value);
  const focus = (): void => {
    if (!isTouch) area.current?.focus();
  };
  useEffect(() => {
    const element = area.current;
    if (!element || (isTouch && focusAsked.value === shownAt.current)) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [focusAsked.value]);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [draftText.value]);
  useKeyDown((event) => {
    if (event.key !== "Escape" || isOfInputMethod(event)) return;
    // A search is cleared by it, and an edit given up.
    if ((event.target as Element).matches("input, .turn textarea")) return;
    if (running && document.querySelector("dialog[open]") === null) stop(running);
  });
  const send = (): void => {
    if (isEmpty) return;
    focus();
    if (running || isReading.value) {
      isQueued.value = true;
      return;
    }
    const sent = sentOf(draftText.value, attached.value);
    if (!fits(sent)) return notify(t("That is too long for one message."));
    say({ ...sent, memory: "on", isOffRecord: isOffRecord.value });
    attached.value = [];
    write("");
  };
  useEffect(() => {
    if (!running && !isReading.value && isQueued.value) send();
  }, [running, isReading.value]);
  return (
    <Form class={isUnsaved ? "composer off-record" : "composer"} submit={send}>
      <textarea
        ref={area}
        dir="auto"
        rows={1}
        aria-label={t("Message")}
        placeholder={isUnsaved ? t("None of this will be saved") : t("Message Engram")}
        value={draftText.value}
        onInput={(event) => write(event.currentTarget.value)}
        onPaste={(event) => takeFiles(event, event.clipboardData)}
        onKeyDown={(event) => {
          if (!isToSend(event)) return;
          event.preventDefault();
          send();
        }}
      />
      <Attached />
      <div class="composer-foot">
        <AttachButton />
        {!isTemporary.value && (
          <Button
            quiet
            small
            aria-pressed={isOffRecord.value}
            title={t("I answer what you say off the record, but never save it")}
            onClick={() => goOffRecord(!isOffRecord.value)}
          >
            <Icon name={isOffRecord.value ? "eyeOff" : "eye"} size={16} />
            {isOffRecord.value ? t("Off the record") : t("On the record")}
          </Button>
        )}
        <span class="grow small muted" role="status">
          {isReading.value ? t("Loading ...") : isQueued.value && t("Sends when this reply is finished")}
        </span>
        {isQueued.value && (
          <Button quiet small onClick={() => (isQueued.value = false)}>
            {t("Don't send")}
          </Button>
        )}
        <Microphone />
        {running && (isTemporary.value || isFollowed(running)) ? (
          <Button
            onClick={() => {
              stop(running);
              focus();
            }}
          >
            <Icon name="stop" /> {t("Stop")}
          </Button>
        ) : (
          <Button primary type="submit" disabled={isEmpty}>
            <Icon name="send" /> {t("Send")}
          </Button>
        )}
      </div>
    </Form>
  );
}
