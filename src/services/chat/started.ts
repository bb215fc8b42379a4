/** A stream whose first item was asked for already. Returning it returns the original, even before the first item was read. */
export function resumed<T>(
  iterator: AsyncIterator<T>,
  first: Promise<IteratorResult<T>>,
): AsyncIterableIterator<T> {
  let asked: typeof first | null = first;
  return {
    next() {
      const result = asked ?? iterator.next();
      asked = null;
      return result;
    },
    return: async (value) => iterator.return?.(value) ?? { done: true, value },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Waits for the first item of a stream, so that what goes wrong before it is thrown here; `items` has it as well. */
export async function started<T>(
  iterator: AsyncIterator<T>,
): Promise<{ first: T | null; items: AsyncIterableIterator<T> }> {
  const first = await iterator.next();
  return { first: first.done ? null : first.value, items: resumed(iterator, Promise.resolve(first)) };
}
