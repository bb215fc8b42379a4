import { hrefTo } from "../router.ts";
import { toYou } from "../../language/second-person.ts";
import { StatusBadge } from "./status.tsx";

/** Facts, each with its status and a way to its page. */
export function FactList({ facts }: { facts: { id: string; text: string; status: string }[] }) {
  return (
    <ul class="plain-list">
      {facts.map(({ id, text, status }) => (
        <li key={id} class="row">
          <StatusBadge status={status} />
          <a class="grow" href={hrefTo("memory", "facts", id)}>
            {toYou(text)}
          </a>
        </li>
      ))}
    </ul>
  );
}
