import { toYou } from "../../../language/second-person.ts";
import type { Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isOfInputMethod, isToSend } from "../../ui/input-method.ts";
import { copyText } from "../../ui/clipboard.ts";
import { shortMomentOf } from "../../ui/format.ts";
import { Markdown } from "../../ui/markdown.tsx";
import { goTo } from "../../router.ts";
import { say, thread } from "./conversation.ts";
import { looked } from "./evidence.tsx";
import { Said } from "./attach.tsx";
import { isOffRecord, unpadded } from "./draft.ts";
import { Acts, NotedFacts } from "./noted.tsx";
import { isRunning, type Turn } from "./turn.ts";
import { ReadAloud } from "./voice.tsx";
import { Button, IconButton, Form } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

/** Further from the end than this, px, the user is reading, and the page does not scroll. */
const NEAR_END = 120;

/** `at` is the turn to begin at: the source of a quote. */
export function Transcript({ at }: { at: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const seen = useRef({ top: 0, height: 0 });
  const [isAway, setAway] = useState(false);
  const turns = thread.turns.value;
  const isBusy = turns.some(({ value }) => isRunning(value));
  const reached = useRef<string | null>(null);
  useLayoutEffect(() => {
    const isReached = at === null || at === reached.current;
    follows.current = isReached && (follows.current || isBusy || turns.length === 0);
    const named = isReached ? null : document.getElementById(`turn-${at}`);
    if (named) {
      reached.current = at;
      named.scrollIntoView({ block: "center" });
    } else if (!isReached || follows.current) end.current?.scrollIntoView({ block: "end" });
  }, [turns.length, at]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const grown = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    const content = element.firstElementChild;
    if (content) grown.observe(content);
    // A keyboard on the screen and a long message make it smaller.
    grown.observe(element);
    return () => grown.disconnect();
  }, []);
  const scrolled = (): void => {
    const element = box.current;
    if (!element) return;
    const { scrollTop: top, clientHeight: height } = element;
    // Of a box that became smaller or larger, the browser tells before the end is back in view.
    const isOfReader = height === seen.current.height;
    const isUp = top < seen.current.top;
    seen.current = { top, height };
    const left = element.scrollHeight - top - height;
    // A step up is small on a trackpad, and would be taken back by the next word.
    if (isUp && isOfReader) follows.current = left < 2;
    else if (left < NEAR_END) follows.current = true;
    setAway(!follows.current);
  };
  const toLatest = (): void => end.current?.scrollIntoView({ block: "end" });
  return (
    <>
      <ReadOut turns={turns} />
      <div
        ref={box}
        class="transcript"
        onScroll={scrolled}
        tabIndex={0}
        role="region"
        aria-label={t("Turns")}
      >
        <div class="turns">
          {turns.map((turn, index) => (
            <TurnView
              key={turn.value.id}
              turn={turn}
              before={turns[index - 1]}
              isLast={index === turns.length - 1}
              isBusy={isBusy}
            />
          ))}
          <div ref={end} />
        </div>
        {isAway && (
          <Button small class="to-latest" onClick={toLatest}>
            {t("To the latest")}
          </Button>
        )}
      </div>
    </>
  );
}

const READ_OUT_MS = 1_000;

/** Has a reply read out once it is whole: not each part of it, nor the turns of a conversation that is opened. */
function ReadOut({ turns }: { turns: Signal<Turn>[] }) {
  const [text, setText] = useState("");
  const running = useRef<Signal<Turn> | undefined>(undefined);
  const now = turns.find(({ value }) => isRunning(value));
  useEffect(() => {
    const ended = running.current;
    running.current = now;
    if (!ended || now || !turns.includes(ended)) return;
    const parts = document.querySelectorAll<HTMLElement>(".turn:last-of-type > :is(.reply, .failed)");
    setText([...parts].map((part) => part.innerText).join("\n"));
    // Who reads on by keys meets it once.
    setTimeout(() => setText(""), READ_OUT_MS);
  }, [now]);
  return (
    <p class="visually-hidden" role="status">
      {text}
    </p>
  );
}

interface TurnProps {
  turn: Signal<Turn>;
  before: Signal<Turn> | undefined;
  isLast: boolean;
  isBusy: boolean;
}

function TurnView({ turn, before, isLast, isBusy }: TurnProps) {
  const { former } = turn.value;
  const [version, setVersion] = useState<number | null>(null);
  const now = former[version ?? former.length] ?? turn.value;
  const isFormer = now !== turn.value;
  const [isEdited, setEdited] = useState(false);
  const again = (message: string, isOff = now.isOffRecord): void => {
    setEdited(false);
    const id = now.episodeId ?? undefined;
    if (id === undefined) thread.turns.value = thread.turns.value.filter((one) => one !== turn);
    const [replaces, branchFrom] = isLast ? [id, id ? undefined : now.branchFrom] : [undefined, id];
    say({ message, replaces, branchFrom, images: now.images, memory: "on", isOffRecord: isOff });
  };
  const canBranch = !isBusy && !now.isForeign && now.episodeId !== null;
  const branches = thread.forks.value.get(turn.value.episodeId ?? "") ?? [];
  const running = isRunning(now);
  return (
    <article class="turn" id={`turn-${now.episodeId ?? now.id}`}>
      {isEdited ? (
        <EditMessage
          message={now.message}
          save={(message) => again(message, now.isOffRecord || isOffRecord.value)}
          cancel={() => setEdited(false)}
        />
      ) : (
        <div class={now.isOffRecord ? "said off-record" : "said"} dir="auto">
          <span class="visually-hidden" dir="ltr">
            {t("You:")}{" "}
          </span>
          <Said message={now.message} />
        </div>
      )}
      {branches.length > 1 && (
        <Versions
          names={[t("Branches"), t("Earlier branch"), t("Later branch")]}
          at={branches.indexOf(now.conversationId ?? "")}
          count={branches.length}
          go={(to) => goTo("chat", branches[to] ?? "", { at: before?.value.episodeId ?? undefined })}
        />
      )}
      {(now.recall !== null || now.recalled.length > 0) && now.acts.length === 0 && <RecallLine turn={now} />}
      {now.thought !== "" && (
        <details class="thought">
          <summary>{running && now.reply === "" ? t("Thinking ...") : t("Thought")}</summary>
          <p dir="auto">{now.thought}</p>
        </details>
      )}
      <div class="reply" onClick={(event) => citedBy(event, now)}>
        <span class="visually-hidden">{t("Reply:")} </span>
        {now.reply === "" && running ? (
          <p class="waiting muted">...</p>
        ) : (
          <Markdown text={now.reply} streaming={running} memories={now.recalled.length} />
        )}
      </div>
      <Ended turn={now} canContinue={isLast && !isFormer && !now.isOffRecord} />
      <Acts turn={now} />
      {!isFormer && <NotedFacts turn={turn} />}
      {!running && (
        <div class="turn-foot">
          {former.length > 0 && (
            <Versions
              names={[t("Versions"), t("Earlier version"), t("Later version")]}
              at={former.indexOf(now) < 0 ? former.length : former.indexOf(now)}
              count={former.length + 1}
              go={setVersion}
            />
          )}
          <IconButton
            icon="copy"
            label={t("Copy reply")}
            title={t("Copy")}
            onClick={() => copyText(now.reply)}
          />
          <ReadAloud text={now.reply} />
          {isLast && !isFormer && !now.isOffRecord && (
            <IconButton icon="retry" label={t("Try again")} onClick={() => again(now.message)} />
          )}
          {!isFormer && !now.isOffRecord && (isLast || canBranch) && (
            <IconButton
              icon="edit"
              label={t("Edit message")}
              title={isLast ? t("Edit") : t("Edit: begins a branch here; this one stays")}
              onClick={() => setEdited(true)}
            />
          )}
          <span class="muted small">
            {shortMomentOf(now.at)}
            {now.model !== null && ` · ${now.model}`}
            {now.usage !== null && (
              <span title={t("{count} of them from the cache", { count: now.usage.cachedTokens })}>
                {" · "}
                {t("{read} tokens in, {written} out", {
                  read: now.usage.promptTokens,
                  written: now.usage.completionTokens,
                })}
              </span>
            )}
          </span>
        </div>
      )}
    </article>
  );
}

interface VersionsProps {
  names: [all: string, earlier: string, later: string];
  at: number;
  count: number;
  go: (to: number) => void;
}

function Versions({ names: [all, earlier, later], at, count, go }: VersionsProps) {
  return (
    <span class="versions small muted" role="group" aria-label={all}>
      <IconButton icon="back" label={earlier} disabled={at === 0} onClick={() => go(at - 1)} />
      {at + 1}/{count}
      <IconButton icon="on" label={later} disabled={at + 1 === count} onClick={() => go(at + 1)} />
    </span>
  );
}

/** The instruction that makes a model go on with a reply. */
const CONTINUE = "Please continue.";

function Ended({ turn, canContinue }: { turn: Turn; canContinue: boolean }) {
  if (turn.state === "failed") {
    return (
      <p class="ended failed">
        {sentence(turn.error ?? t("I could not answer this"))}
        {turn.episodeId !== null && ` ${t("Your message is saved.")}`}
      </p>
    );
  }
  if (turn.state !== "interrupted" && !turn.isCut) return null;
  return (
    <p class="ended muted">
      {turn.isCut ? t("The reply reached its greatest length.") : t("Stopped here.")}{" "}
      {canContinue && turn.reply !== "" && (
        <Button link onClick={() => say({ message: CONTINUE, memory: "read", isOffRecord: false })}>
          {t("Continue")}
        </Button>
      )}
    </p>
  );
}

/** Ends as a sentence does, before another follows. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const SAYS: Record<string, string> = {
  nothing: t("No related memories"),
  unavailable: t("Memory could not be searched just now"),
  off: t("Memory was off for this message"),
};

function RecallLine({ turn }: { turn: Turn }) {
  const state = turn.recall ?? "";
  if (turn.recalled.length === 0) return <p class="recall-line muted small">{SAYS[state] ?? ""}</p>;
  return (
    <details class="recall-line">
      <summary class="small muted">
        {t("{n} memory | {n} memories", { n: turn.recalled.length })}
        {state === "partial" && `, ${t("part of memory did not answer in time")}`}
      </summary>
      <ul class="chips">
        {turn.recalled.map((recalled) => (
          <li key={recalled.n}>
            <button
              type="button"
              class={`chip ${recalled.status}`}
              onClick={() => (looked.value = { recalled, turnId: turn.episodeId })}
            >
              <span class="chip-n">{recalled.n}</span>
              <span class="clip" dir="auto">
                {recalled.status === "gone" ? t("no longer remembered") : toYou(recalled.text)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A `[2]` in the reply opens the second memory. */
function citedBy(event: MouseEvent, turn: Turn): void {
  const n = (event.target as HTMLElement).closest<HTMLElement>("[data-recall]")?.dataset.recall;
  const recalled = turn.recalled.find((one) => String(one.n) === n);
  if (recalled) looked.value = { recalled, turnId: turn.episodeId };
}

function EditMessage(props: { message: string; save: (message: string) => void; cancel: () => void }) {
  const [message, setMessage] = useState(props.message);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    area.current?.focus();
    area.current?.setSelectionRange(message.length, message.length);
    return () => before?.focus();
  }, []);
  return (
    <Form submit={() => message.trim() !== "" && props.save(unpadded(message))}>
      <textarea
        class="input"
        dir="auto"
        rows={3}
        ref={area}
        aria-label={t("Edit message")}
        value={message}
        onInput={(event) => setMessage(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !isOfInputMethod(event)) props.cancel();
          if (!isToSend(event)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <div class="row">
        <Button primary small type="submit">
          {t("Send again")}
        </Button>
        <Button small onClick={props.cancel}>
          {t("Cancel")}
        </Button>
      </div>
    </Form>
  );
}
