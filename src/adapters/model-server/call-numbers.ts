import type { ToolCall } from "./wire.ts";

/**
 * Numbers the calls of an answer from 0, in the order in which they begin, and names them. Some servers give parallel calls
 * the same index, count them from 1, or give them no id or type; whole answers carry no index. Clients parse the arguments, of
 * which some servers send none where a tool takes none.
 */
export class CallNumbers {
  readonly #begun: { index: number; id: string | undefined; lacksArguments: boolean }[] = [];

  get hasAny(): boolean {
    return this.#begun.length > 0;
  }

  /** A piece of a call. A piece with another id and a name begins a call of its own. */
  numbered(piece: ToolCall, position: number): ToolCall {
    const { index = position, id, function: called } = piece;
    const isOther = (known: string | undefined) =>
      id !== undefined && known !== undefined && known !== id && called?.name !== undefined;
    const at = this.#begun.findLastIndex((one) => one.index === index && !isOther(one.id));
    const known = this.#begun[at];
    const lacksArguments = called !== undefined && !called.arguments?.trim();
    if (known) {
      known.lacksArguments &&= lacksArguments;
      return { ...piece, index: at };
    }
    const number = this.#begun.push({ index, id, lacksArguments });
    return { ...piece, index: number - 1, id: id ?? `call_${number}`, type: piece.type ?? "function" };
  }

  /** The last pieces of calls that came without arguments. */
  rest(): object[] {
    return this.#begun.flatMap(({ lacksArguments }, index) =>
      lacksArguments ? [{ index, function: { arguments: "{}" } }] : [],
    );
  }
}
