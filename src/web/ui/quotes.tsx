import type { Recalled } from "#client";
import { graphemeEnd, graphemeStart } from "../../language/graphemes.ts";
import { t } from "../language/text.ts";
import { hrefTo } from "../router.ts";
import { momentOf } from "./format.ts";
import { useAnswer } from "./query.ts";
import { Show } from "./states.tsx";

type Quote = Recalled["evidence"][number];

/** The words that something is based on, each marked in its turn. */
export const Quotes = ({ of }: { of: Quote[] }) => (
  <>
    {of.map((quote) => (
      <QuoteInTurn key={`${quote.episodeId}.${quote.start}`} quote={quote} />
    ))}
  </>
);

function QuoteInTurn({ quote }: { quote: Quote }) {
  const episode = useAnswer("GET /memory/episodes/{id}", { path: { id: quote.episodeId } });
  return (
    <Show of={episode}>
      {({ id, userMessage, assistantReply, conversationId, speaker }) => {
        const isReply = quote.assertedBy === "assistant";
        const words = (isReply ? assistantReply : userMessage) ?? "";
        const holds = words.slice(quote.start, quote.end) === quote.quote;
        return (
          <figure class="quote">
            <blockquote class="evidence" dir="auto">
              {holds ? (
                <Around text={words} start={quote.start} end={quote.end} />
              ) : (
                <mark>{quote.quote}</mark>
              )}
            </blockquote>
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
