import { hrefTo } from "../../../router.ts";
import { Empty } from "../../../ui/states.tsx";
import { NotAsOf } from "../as-of.tsx";
import { Portrait } from "./portrait.tsx";
import { t } from "../../../language/text.ts";

export function AboutYou() {
  return (
    <>
      <NotAsOf>{t("About you")}</NotAsOf>
      <Portrait empty={<Nothing />} />
    </>
  );
}

const Nothing = () => (
  <Empty title={t("I don't know you yet")}>
    <p>{t("What you tell me about yourself appears here as sentences, once it is checked.")}</p>
    <a class="button primary" href={hrefTo()}>
      {t("Start a conversation")}
    </a>
  </Empty>
);
