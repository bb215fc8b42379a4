import { Show } from "../../ui/parts.tsx";
import { Commands } from "./models/commands.tsx";
import { Connect } from "./models/connect.tsx";
import { Found } from "./models/found.tsx";
import { useModels } from "./models/state.ts";
import { TrustCard } from "./models/trust.tsx";
import { Used } from "./models/used.tsx";

/** Which models are used, how far they are trusted, and how another one is connected. */
export function Models() {
  return (
    <Show of={useModels()}>
      {(data) => (
        <>
          <Used data={data} />
          {data.memory.kind === "none" ? <Commands /> : <TrustCard data={data} />}
          <Found data={data} />
          <Connect data={data} />
        </>
      )}
    </Show>
  );
}
