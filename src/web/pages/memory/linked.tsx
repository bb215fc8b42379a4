import type { Link } from "#client";
import { api } from "../../api/client.ts";
import { hrefTo } from "../../router.ts";
import { t } from "../../language/text.ts";
import { useQuery } from "../../ui/query.ts";
import { toYou } from "../../../language/second-person.ts";
import { MEMORY_PLACES } from "../../ui/facts.tsx";
import { Section, Show } from "../../ui/parts.tsx";
import { memoryHref } from "./as-of.tsx";

const SHOWN_MAX = 20;

interface Linked {
  linkId: string;
  words: string;
  label: string;
  href: string;
}

/** Memories that are linked to this one, by a program or by how they came about; nothing where there are none. */
export function LinkedMemories({ id }: { id: string }) {
  return (
    <Show of={useQuery((signal) => load(id, signal), [id])}>
      {(found) =>
        found.length > 0 && (
          <Section title={t("Linked")}>
            <ul class="plain-list">
              {found.map(({ linkId, words, label, href }) => (
                <li key={linkId} class="row">
                  <span class="badge">{words}</span>
                  <a class="grow clip" href={href} dir="auto">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        )
      }
    </Show>
  );
}

async function load(id: string, signal: AbortSignal): Promise<Linked[]> {
  const { items } = await api("GET /memory/links", { query: { id, limit: SHOWN_MAX }, signal });
  const ends = items.map(async (link) => {
    const isFrom = link.fromId === id;
    const [kind, other] = isFrom ? [link.toKind, link.toId] : [link.fromKind, link.fromId];
    const label = await LABEL[kind](other, signal).catch(() => null);
    const href = kind === "conversation" ? hrefTo("chat", other) : memoryHref(MEMORY_PLACES[kind], other);
    return label !== null && { linkId: link.id, words: WORDS[link.type][isFrom ? 0 : 1], label, href };
  });
  return (await Promise.all(ends)).filter((end) => end !== false);
}

const LABEL: Record<Link["toKind"], (id: string, signal: AbortSignal) => Promise<string>> = {
  episode: async (id, signal) =>
    (await api("GET /memory/episodes/{id}", { path: { id }, signal })).userMessage,
  entity: async (id, signal) => (await api("GET /memory/entities/{id}", { path: { id }, signal })).name,
  fact: async (id, signal) => toYou((await api("GET /memory/facts/{id}", { path: { id }, signal })).text),
  conversation: async (id, signal) => {
    const { title } = await api("GET /conversations/{id}", { path: { id }, query: { limit: 1 }, signal });
    return title ?? t("Untitled");
  },
};

/** Seen from its start, and from its end. */
const WORDS: Record<Link["type"], [string, string]> = {
  led_to: [t("led to"), t("came from")],
  relates_to: [t("related to"), t("related to")],
  depends_on: [t("depends on"), t("needed by")],
  contradicts: [t("contradicts"), t("contradicts")],
  refines: [t("refines"), t("refined by")],
  answers: [t("answers"), t("answered by")],
};
