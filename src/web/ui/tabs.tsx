import { hrefTo } from "../router.ts";

interface Props {
  label: string;
  section: string;
  /** The first is the section itself. */
  views: { name: string; title: string }[];
  current: string;
  query?: Record<string, string>;
}

/** The views of a page, each with its address. */
export function Tabs({ label, section, views, current, query = {} }: Props) {
  return (
    <nav class="tabs" aria-label={label}>
      {views.map(({ name, title }, at) => (
        <a
          key={name}
          href={hrefTo(section, ...(at === 0 ? [] : [name]), query)}
          aria-current={name === current ? "page" : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
