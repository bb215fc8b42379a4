import type { ComponentChildren, ComponentType } from "preact";
import { Suspense } from "preact/compat";
import { hrefTo, route } from "../router.ts";
import { Loading } from "./parts.tsx";

export interface View {
  /** Its part of the address. */
  name: string;
  title: string;
  view: ComponentType;
  /** One thing of the list, by the next part of the address. */
  one?: ComponentType<{ id: string }>;
}

interface Props {
  /** The page's part of the address. */
  section: string;
  title: string;
  /** Of the tabs. */
  label: string;
  /** The first is the page itself. */
  views: View[];
  /** Those that no tab leads to. */
  hidden?: View[];
  /** Kept from view to view. */
  query?: Record<string, string>;
  /** Beside the title. */
  aside?: ComponentChildren;
  /** For an address that names no view; else the first is shown. */
  nowhere?: ComponentChildren;
}

/** A page of several views, each with its address. */
export function Views({ section, title, label, views, hidden = [], query = {}, aside, nowhere }: Props) {
  const [first] = views;
  const [, name = first?.name, id] = route.value.parts;
  const shown = [...views, ...hidden].find((one) => one.name === name) ?? (nowhere ? undefined : first);
  return (
    <div class={`inner ${section}`}>
      <header class="page-head">
        <h1 class="grow">{title}</h1>
        {aside}
      </header>
      <nav class="tabs" aria-label={label}>
        {views.map((one) => (
          <a
            key={one.name}
            href={hrefTo(section, ...(one === first ? [] : [one.name]), query)}
            aria-current={one.name === name ? "page" : undefined}
          >
            {one.title}
          </a>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        {shown === undefined ? (
          nowhere
        ) : id !== undefined && shown.one ? (
          <shown.one key={id} id={id} />
        ) : (
          <shown.view key={shown.name} />
        )}
      </Suspense>
    </div>
  );
}
