import { Views, type View } from "../../ui/views.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { Empty } from "../../ui/parts.tsx";
import { AboutYou } from "./portrait/portrait.tsx";
import { AsOf, chosenDay, memoryHref, ofToday } from "./as-of.tsx";
import { ComingUp } from "./coming-up.tsx";
import { Communities, CommunityPage } from "./topics.tsx";
import { Entities } from "./entities/table.tsx";
import { EntityPage } from "./entities/entity.tsx";
import { EpisodePage } from "./episode.tsx";
import { FactPage } from "./facts/fact.tsx";
import { Facts } from "./facts/table.tsx";
import { SchemaView } from "./schema.tsx";
import { SearchView } from "./search.tsx";
import { Timeline } from "./timeline.tsx";
import { t } from "../../language/text.ts";
import "./memory.css";

const VIEWS: View[] = [
  { name: "about", title: t("About you"), view: ofToday(t("About you"), AboutYou) },
  { name: "entities", title: t("People and things"), view: Entities, one: EntityPage },
  { name: "facts", title: t("Facts"), view: Facts, one: FactPage },
  // The drawing loads libraries that nothing else needs.
  { name: "graph", title: t("Graph"), view: lazyPage(() => import("./graph/page.tsx"), false) },
  { name: "timeline", title: t("Timeline"), view: Timeline },
  { name: "coming-up", title: t("Coming up"), view: ofToday(t("Coming up"), ComingUp) },
  { name: "search", title: t("Search"), view: SearchView },
  { name: "schema", title: t("Schema"), view: ofToday(t("The schema"), SchemaView) },
  {
    name: "communities",
    title: t("Topics"),
    view: ofToday(t("Topics"), Communities),
    one: ofToday(t("A topic"), CommunityPage),
  },
];
/** A turn is reached from the facts based on it. */
const HIDDEN: View[] = [{ name: "episodes", title: t("Turn"), view: Timeline, one: EpisodePage }];

export default function MemoryPage() {
  return (
    <Views
      section="memory"
      title={t("Memory")}
      label={t("Views of memory")}
      views={VIEWS}
      hidden={HIDDEN}
      query={chosenDay()}
      aside={<AsOf />}
      nowhere={
        <Empty title={t("There is no such view")}>
          <a href={memoryHref("entities")}>{t("Go to all entities")}</a>
        </Empty>
      }
    />
  );
}
