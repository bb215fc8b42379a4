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

interface TabbedProps {
  /** The page's part of the address. */
  section: string;
  title: string;
  /** Of the tabs. */
  label: string;
  /** Beside the title. */
  aside?: ComponentChildren;
  tabs: { title: string; href: string; isCurrent: boolean }[];
  children: ComponentChildren;
}

/** A page under its title and tabs. */
export const Tabbed = ({ section, title, label, aside, tabs, children }: TabbedProps) => (
  <div class={`inner ${section}`}>
    <header class="page-head">
      <h1 class="grow">{title}</h1>
      {aside}
    </header>
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.isCurrent ? "page" : undefined}>
          {tab.title}
        </a>
      ))}
    </nav>
    {children}
  </div>
);

interface Props extends Omit<TabbedProps, "tabs" | "children"> {
  /** The first is the page itself. */
  views: View[];
  /** Those that no tab leads to. */
  hidden?: View[];
  /** Kept from view to view. */
  query?: Record<string, string>;
  /** For an address that names no view; else the first is shown. */
  nowhere?: ComponentChildren;
}

/** A page of several views, each with its address. */
export function Views({ views, hidden = [], query = {}, nowhere, ...page }: Props) {
  const [first] = views;
  const [, name = first?.name, id] = route.value.parts;
  const tabs = views.map((one) => ({
    title: one.title,
    href: hrefTo(page.section, ...(one === first ? [] : [one.name]), query),
    isCurrent: one.name === name,
  }));
  const shown = [...views, ...hidden].find((one) => one.name === name) ?? (nowhere ? undefined : first);
  return (
    <Tabbed {...page} tabs={tabs}>
      <Suspense fallback={<Loading />}>
        {shown === undefined ? (
          nowhere
        ) : id !== undefined && shown.one ? (
          <shown.one key={id} id={id} />
        ) : (
          <shown.view key={shown.name} />
        )}
      </Suspense>
    </Tabbed>
  );
}
