import type { ComponentChildren } from "preact";
import { told } from "../api/client.ts";
import { hrefTo } from "../router.ts";
import type { Pages } from "./pages.ts";
import type { Loaded } from "./query.ts";
import { Button } from "./button.tsx";
import { t } from "../language/text.ts";

interface EmptyProps {
  title: string;
  says?: string;
  /** Words of the way to a new conversation. */
  begin?: string;
  children?: ComponentChildren;
}

/** What will stand here, and how it gets here. */
export function Empty({ title, says, begin, children }: EmptyProps) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {says !== undefined && <p>{says}</p>}
      {begin !== undefined && (
        <a class="button primary" href={hrefTo()}>
          {begin}
        </a>
      )}
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

interface ShowProps<Data> {
  of: Pick<Loaded<Data>, "data" | "error" | "reload">;
  /** In the place of a list without items. */
  empty?: ComponentChildren;
  children: (data: Data) => ComponentChildren;
}

/** The loaded content, or why there is none yet. */
export function Show<Data>({ of: { data, error, reload }, empty, children }: ShowProps<Data>) {
  return (
    <>
      {error !== null && <Failed error={error} retry={reload} />}
      {data === null
        ? error === null && <Loading />
        : empty !== undefined && isEmpty(data)
          ? empty
          : children(data)}
    </>
  );
}

function isEmpty(data: unknown): boolean {
  const items = Array.isArray(data) ? data : (data as { items: unknown[] }).items;
  return items.length === 0;
}

/** Loads the next page of a list. */
export const More = ({ of: { hasMore, loading, more }, label }: { of: Pages<unknown>; label: string }) =>
  hasMore ? (
    <Button disabled={loading} onClick={more}>
      {loading ? t("Loading ...") : label}
    </Button>
  ) : null;
