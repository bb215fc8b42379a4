import { toYou } from "../../ui/second-person.ts";
import { FactList } from "../../ui/fact-list.tsx";
import { api } from "../../api/client.ts";
import { momentOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { NotAsOf } from "./as-of.tsx";
import { memoryHref } from "./links.ts";

export function CommunityPage({ id }: { id: string }) {
  const community = useQuery((signal) => api("GET /memory/communities/{id}", { path: { id }, signal }), [id]);
  return (
    <Show of={community}>
      {({ name, summary, members, memberCount, facts, writtenBy, updatedAt }) => (
        <article class="stack wide">
          <NotAsOf>A topic</NotAsOf>
          <header class="card stack">
            <h2>{name}</h2>
            <p>{summary === "" ? "Nothing that is believed joins its members yet." : toYou(summary)}</p>
            <p class="muted small">
              written by {writtenBy === "model" ? "the model" : "code"} from the facts below,{" "}
              {momentOf(updatedAt)}
            </p>
          </header>
          <section class="stack" aria-label="Members">
            <h3>
              {memberCount} members{memberCount > members.length && `, the ${members.length} most central`}
            </h3>
            <p class="row">
              {members.map((one) => (
                <a key={one.id} class="badge" href={memoryHref("entities", one.id)}>
                  {one.isSelf ? "You" : one.name}
                </a>
              ))}
            </p>
          </section>
          <section class="stack" aria-label="Facts">
            <h3>What it tells</h3>
            <FactList facts={facts} />
          </section>
        </article>
      )}
    </Show>
  );
}
