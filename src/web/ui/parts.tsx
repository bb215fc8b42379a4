import { type ComponentChildren, Fragment } from "preact";
import { told } from "../api/client.ts";
import { hrefTo } from "../router.ts";
import type { Pages, Loaded } from "./query.ts";
import { Button } from "./controls.tsx";
import { t } from "../language/text.ts";
import { useState } from "preact/hooks";

export interface EmptyProps {
  title: string;
  says?: ComponentChildren;
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
  /** In the place of a list without items; null: nothing. */
  empty?: EmptyProps | null;
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
          ? empty && <Empty {...empty} />
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

/** The first of many, and a button for as many again. */
export function useSome<Item>(all: readonly Item[], atOnce: number) {
  const [count, setCount] = useState(atOnce);
  const n = all.length - count;
  const more = n > 0 && (
    <Button link onClick={() => setCount(count + atOnce)}>
      {t("{n} more", { n })}
    </Button>
  );
  return [all.slice(0, count), more] as const;
}

interface Props {
  title: string;
  /** Beside the title. */
  aside?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

/** A part of a page in a box, under its title. */
export const Card = ({ title, aside, class: look = "", children }: Props) => (
  <section class={`card stack ${look}`} aria-label={title}>
    <div class="row">
      <h2 class="grow">{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);

/** A part of the page of one thing. */
export const Section = ({ title, children }: Pick<Props, "title" | "children">) => (
  <section class="stack" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

type Pair = readonly [name: ComponentChildren, value: ComponentChildren];

/** Names and what they stand for; what does not apply is left out. */
export const Pairs = ({ of }: { of: (Pair | false)[] }) => (
  <dl class="pairs">
    {of.map(
      (pair, at) =>
        pair && (
          <Fragment key={at}>
            <dt>{pair[0]}</dt>
            <dd>{pair[1]}</dd>
          </Fragment>
        ),
    )}
  </dl>
);

/** Content loaded only when opened. */
export function Fold({ title, children }: { title: ComponentChildren; children: () => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}

interface UnderwayProps {
  label: string;
  /** Without it, how far it is is not known. */
  value?: number | undefined;
  max?: number | undefined;
  cancel: () => unknown;
  children?: ComponentChildren;
}

/** Work that takes a while, and can be cancelled. */
export const Underway = ({ label, value, max = 1, cancel, children }: UnderwayProps) => (
  <div class="row" role="status">
    <progress aria-label={label} max={max} value={value} />
    <span class="grow small">{children}</span>
    <Button small onClick={cancel}>
      {t("Cancel")}
    </Button>
  </div>
);
