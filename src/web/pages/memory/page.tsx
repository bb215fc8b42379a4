import type { ComponentType } from "preact";
import { lazy, Suspense } from "preact/compat";
import { route } from "../../router.ts";
import { Empty, Loading } from "../../ui/states.tsx";
import { AboutYou } from "./portrait/about-you.tsx";
import { AsOf } from "./as-of.tsx";
import { ComingUp } from "./coming-up.tsx";
import { Communities } from "./communities.tsx";
import { CommunityPage } from "./community.tsx";
import { Entities } from "./entities/table.tsx";
import { EntityPage } from "./entities/entity.tsx";
import { EpisodePage } from "./episode.tsx";
import { FactPage } from "./facts/fact.tsx";
import { Facts } from "./facts/table.tsx";
import { memoryHref } from "./links.ts";
import { SchemaView } from "./schema.tsx";
import { SearchView } from "./search.tsx";
import { Timeline } from "./timeline.tsx";
import { t } from "../../language/text.ts";
import "./memory.css";

interface View {
  name: string;
  title: string;
  list: ComponentType;
  one?: ComponentType<{ id: string }>;
}

const VIEWS: View[] = [
  { name: "about", title: t("About you"), list: AboutYou },
  { name: "entities", title: t("People and things"), list: Entities, one: EntityPage },
  { name: "facts", title: t("Facts"), list: Facts, one: FactPage },
  // The drawing loads libraries that nothing else needs.
  { name: "graph", title: t("Graph"), list: lazy(() => import("./graph/page.tsx")) },
  { name: "timeline", title: t("Timeline"), list: Timeline },
  { name: "coming-up", title: t("Coming up"), list: ComingUp },
  { name: "search", title: t("Search"), list: SearchView },
  { name: "schema", title: t("Schema"), list: SchemaView },
  { name: "communities", title: t("Topics"), list: Communities, one: CommunityPage },
];
/** A turn is reached from the facts based on it. */
const HIDDEN: View[] = [{ name: "episodes", title: t("Turn"), list: Timeline, one: EpisodePage }];

export default function MemoryPage() {
  const [, name = "about", id] = route.value.parts;
  const view = [...VIEWS, ...HIDDEN].find((one) => one.name === name);
  return (
    <div class="inner memory">
      <header class="page-head">
        <h1 class="grow">{t("Memory")}</h1>
        <AsOf />
      </header>
      <nav class="tabs" aria-label={t("Views of memory")}>
        {VIEWS.map(({ name: one, title }) => (
          <a key={one} href={memoryHref(one)} aria-current={one === name ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>{view ? <Shown of={view} id={id} /> : <Nowhere />}</Suspense>
    </div>
  );
}

function Shown({ of, id }: { of: View; id: string | undefined }) {
  if (id !== undefined && of.one) return <of.one key={id} id={id} />;
  return <of.list key={of.name} />;
}

const Nowhere = () => (
  <Empty title={t("There is no such view")}>
    <a href={memoryHref("entities")}>{t("Go to all entities")}</a>
  </Empty>
);
