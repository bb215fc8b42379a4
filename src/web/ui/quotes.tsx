import type { ComponentChildren } from "preact";
import type { Recalled } from "#client";
import { graphemeEnd, graphemeStart } from "../../language/graphemes.ts";
import { t } from "../language/text.ts";
import { hrefTo } from "../router.ts";
import { momentOf } from "./format.ts";
import { useAnswer } from "./query.ts";
import { Show, useSome } from "./parts.tsx";

type Quote = Recalled["evidence"][number];

/** What somebody said, as it was said. */
export const Words = ({ children }: { children: ComponentChildren }) => (
  <blockquote class="evidence" dir="auto">
    {children}
  </blockquote>
);

interface QuotesProps {
  of: Quote[];
  /** Said if there are none. */
  none?: string;
}

const AT_ONCE = 10;

/** The words that something is based on, each marked in its turn. */
export function Quotes({ of, none }: QuotesProps) {
  const [shown, more] = useSome(of, AT_ONCE);
  return (
    <>
      {none !== undefined && of.length === 0 && <p class="muted">{none}</p>}
      {shown.map((quote) => (
        <QuoteInTurn key={`${quote.episodeId}.${quote.start}`} quote={quote} />
      ))}
      {more}
    </>
  );
}

function QuoteInTurn({ quote }: { quote: Quote }) {
  return (
    <Show of={useAnswer("GET /memory/episodes/{id}", { path: { id: quote.episodeId } })}>
      {({ id, userMessage, assistantReply, conversationId, speaker }) => {
        const isReply = quote.assertedBy === "assistant";
        const words = (isReply ? assistantReply : userMessage) ?? "";
        const holds = words.slice(quote.start, quote.end) === quote.quote;
        return (
          <figure class="quote">
            <Words>
              {holds ? (
                <Around text={words} start={quote.start} end={quote.end} />
              ) : (
                <mark>{quote.quote}</mark>
              )}
            </Words>
            <figcaption class="muted small">
              {isReply ? "Engram" : (speaker ?? t("you"))}, {momentOf(quote.occurredAt)} ·{" "}
              <a href={hrefTo("chat", conversationId, { at: id })}>{t("open conversation")}</a>
            </figcaption>
          </figure>
        );
      }}
    </Show>
  );
}

const AROUND = 240;

function Around({ text, ...quote }: { text: string; start: number; end: number }) {
  const [start, end] = [graphemeStart(text, quote.start), graphemeEnd(text, quote.end)];
  const from = graphemeStart(text, Math.max(0, start - AROUND));
  const to = graphemeEnd(text, Math.min(text.length, end + AROUND));
  return (
    <>
      {from > 0 && "... "}
      {text.slice(from, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end, to)}
      {to < text.length && " ..."}
    </>
  );
}
