import type { z } from "zod";
import type { Right } from "../domain/model/rights.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { toEngramError } from "../errors.ts";
import type { Engine } from "../services/engine-types.ts";

/** The caller of a tool, and the services it may use. */
export interface Call {
  engine: Engine;
  userId: string;
  user: UserStore;
  signal: AbortSignal;
}

/** `text` is for a model; `data` is the same for programs. Without `text`, the data is sent as JSON. */
export interface Answer {
  text?: string;
  data: Record<string, unknown>;
}

/** One tool of the MCP surface. Errors are `EngramError`s: their message and fields reach the model. */
export interface Tool {
  name: string;
  title: string;
  /** For the model: the tool's purpose and when to use it. */
  description: string;
  right: Right;
  input: z.ZodObject;
  /** Shape of the result's `data`. */
  output: z.ZodObject;
  /** What it does cannot be undone. */
  destructive?: true;
  /** A second call adds to the first. */
  additive?: true;
  run(call: Call, input: unknown): Promise<Answer>;
}

/** The catalogue's message with the invalid fields; never internal details. */
export function messageOf(error: unknown): string {
  const { code, message, fields } = toEngramError(error);
  const named = fields.map((one) => `${one.field}: ${one.message}`).join("; ");
  return named === "" ? `${code}: ${message}` : `${code}: ${named}`;
}

/** A tool whose `run` gets its input parsed. */
export function tool<Input extends z.ZodObject>(
  definition: Omit<Tool, "input" | "run"> & {
    input: Input;
    run(call: Call, input: z.output<Input>): Promise<Answer>;
  },
): Tool {
  return { ...definition, run: (call, input) => definition.run(call, input as z.output<Input>) };
}
