import { createKeyedLock } from "../../src/services/locks.ts";
import { signingKeyFrom } from "../../src/services/transfer/signature.ts";
import type { TakeOptions } from "../../src/services/transfer/take.ts";
import type { TestMemory } from "./memory.ts";

/** What files of memories are signed with in tests. */
export const SIGNING_KEY = signingKeyFrom(Buffer.from("an installation of tests"));
const MIB = 1024 * 1024;

/** How a file is taken that its owner trusts. */
export function takingTrusted({ store, clock }: Pick<TestMemory, "store" | "clock">): TakeOptions {
  let made = 0;
  return {
    dryRun: false,
    trust: true,
    bytesMax: 64 * MIB,
    signingKey: SIGNING_KEY,
    staging: {
      clock,
      newId: () => `taken${(made += 1)}`,
      graphLock: createKeyedLock(),
      system: store.system,
      onStored: async () => undefined,
    },
  };
}
