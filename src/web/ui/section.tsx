import { Fragment, type ComponentChildren } from "preact";

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
