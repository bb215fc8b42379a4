import { Empty } from "../../../ui/states.tsx";
import { NotAsOf } from "../as-of.tsx";
import { Portrait } from "./portrait.tsx";
import { t } from "../../../language/text.ts";

export function AboutYou() {
  return (
    <>
      <NotAsOf>{t("About you")}</NotAsOf>
      <Portrait
        empty={
          <Empty
            title={t("I don't know you yet")}
            says={t("What you tell me about yourself appears here as sentences, once it is checked.")}
            begin={t("Start a conversation")}
          />
        }
      />
    </>
  );
}
