import { useEffect, useState } from "preact/hooks";
import type { Portrait as Told } from "#client";
import { dateOf } from "../../../ui/format.ts";
import { useAnswer } from "../../../ui/query.ts";
import { Empty, Show, type EmptyProps } from "../../../ui/parts.tsx";
import { memoryHref } from "../as-of.tsx";
import { remember, seenBefore } from "./seen.ts";
import { t } from "../../../language/text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { CorrectFact } from "../facts/correct.tsx";
import { BasedOn, FactActs } from "../facts/fact.tsx";

type Sentence = Told["paragraphs"][number]["sentences"][number];

export const AboutYou = () => (
  <Portrait
    empty={{
      title: t("I don't know you yet"),
      says: t("What you tell me about yourself appears here as sentences, once it is checked."),
      begin: t("Start a conversation"),
    }}
  />
);

interface Props {
  /** Without one: the user. */
  entity?: string;
  /** Shown if nothing is known. */
  empty?: EmptyProps;
}

/** What is known, as prose: every sentence opens its evidence. */
export function Portrait({ entity = "user", empty }: Props) {
  return (
    <Show of={useAnswer("GET /memory/portrait", { query: { entity } }, () => entity === "user")}>
      {(told) =>
        told.paragraphs.length > 0 ? (
          <Prose key={told.entity.id} told={told} />
        ) : (
          empty && <Empty {...empty} />
        )
      }
    </Show>
  );
}

function Prose({ told }: { told: Told }) {
  const { entity, paragraphs, more } = told;
  const [before] = useState(() => seenBefore(entity.id));
  const [open, setOpen] = useState<Sentence | null>(null);
  const sentences = paragraphs.flatMap((paragraph) => paragraph.sentences);
  useEffect(
    () =>
      remember(
        entity.id,
        sentences.flatMap(({ facts }) => facts.map(({ version }) => version)),
      ),
    [told],
  );
  const isNew = ({ facts }: Sentence): boolean =>
    before !== null && facts.some(({ version }) => !before.has(version));
  const news = sentences.filter(isNew).length;
  return (
    <section class="stack portrait" aria-label={entity.isSelf ? t("About you") : entity.name}>
      {news > 0 && (
        <p class="muted small" role="status">
          {t("{n} sentence is new since your last visit. | {n} sentences are new since your last visit.", {
            n: news,
          })}
        </p>
      )}
      {paragraphs.map((paragraph, at) => (
        <p key={at}>
          {paragraph.sentences.map((sentence) => (
            <Line
              key={sentence.facts[0]?.id}
              of={sentence}
              isNew={isNew(sentence)}
              open={() => setOpen(sentence)}
            />
          ))}
        </p>
      ))}
      <p class="muted small">
        {t(
          "Only what is checked. Select a sentence to see what it is based on, to correct it or to forget it.",
        )}{" "}
        <a href={memoryHref("facts", { entity: entity.id })}>
          {more > 0 ? t("{n} more fact | {n} more facts", { n: more }) : t("All facts")}
        </a>
      </p>
      {open && <SentenceDrawer sentence={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** A link, as a button would not break across lines; followed in another tab, it leads to the fact. */
function Line({ of, isNew, open }: { of: Sentence; isNew: boolean; open: () => void }) {
  const { text, saidAt, facts } = of;
  const show = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  return (
    <>
      <a class="sentence" dir="auto" href={memoryHref("facts", facts[0]?.id ?? "")} onClick={show}>
        {isNew ? <mark>{text}</mark> : text}
      </a>{" "}
      {saidAt !== null && <span class="muted">({t("said on {day}", { day: dateOf(saidAt) })}) </span>}
    </>
  );
}

interface DrawerProps {
  sentence: Sentence;
  onClose: () => void;
}

/** What a sentence states, each fact to be typed over, and the words it is based on. */
function SentenceDrawer({ sentence, onClose }: DrawerProps) {
  return (
    <Dialog title={t("What this says")} drawer onClose={onClose}>
      <p dir="auto">{sentence.text}</p>
      {sentence.facts.map(({ id }) => (
        <Stated key={id} id={id} onClose={onClose} />
      ))}
    </Dialog>
  );
}

function Stated({ id, onClose }: Pick<DrawerProps, "onClose"> & { id: string }) {
  return (
    <Show of={useAnswer("GET /memory/facts/{id}/trace", { path: { id } })}>
      {({ fact, evidence, changes }) => (
        <section class="stack card">
          <CorrectFact fact={fact} onClose={onClose} />
          <div class="row">
            <FactActs fact={fact} marked={onClose} forgotten={onClose} />
            <a class="button small" href={memoryHref("facts", id)}>
              {t("Open in memory")}
            </a>
          </div>
          <BasedOn evidence={evidence} changes={changes} />
        </section>
      )}
    </Show>
  );
}
