import type { ComponentChildren } from "preact";
import { told } from "../api/client.ts";
import type { Loaded } from "./query.ts";
import { Button } from "./button.tsx";
import { t } from "../language/text.ts";

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div class="state" role="alert">
      <h2>{t("This could not be loaded")}</h2>
      <p>{told(error)}</p>
      <Button onClick={retry}>{t("Try again")}</Button>
    </div>
  );
}

export const Loading = () => (
  <div class="state" role="status">
    {t("Loading ...")}
  </div>
);

/** The loaded content, or why there is none yet. */
export function Show<Data>({
  of,
  children,
}: {
  of: Loaded<Data>;
  children: (data: Data) => ComponentChildren;
}) {
  return (
    <>
      {of.error !== null && <Failed error={of.error} retry={of.reload} />}
      {of.data !== null ? children(of.data) : of.error === null && <Loading />}
    </>
  );
}
