/** Operations on one database as its callers see them: without the first argument, which says whose they are. */
export type Handle<Ops> = {
  [K in keyof Ops]: Ops[K] extends (first: never, ...rest: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

type Names<Ops> = readonly (keyof Ops & string)[];

export function handleOf<Ops>(
  names: Names<Ops>,
  call: (op: string, args: unknown[]) => unknown,
): Handle<Ops> {
  const calls = names.map((op) => [op, (...args: unknown[]) => call(op, args)]);
  return Object.fromEntries(calls) as Handle<Ops>;
}
