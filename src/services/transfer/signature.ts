import { type Hmac, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Footer } from "./format.ts";

/** What this installation signs the files with that it writes; made of its secret, and in no file. */
export interface SigningKey {
  /** Tells two keys apart and gives neither away. */
  id: string;
  secret: Uint8Array;
}

/** `installation`: its secret, which the hashes of what was forgotten are keyed with too. */
export function signingKeyFrom(installation: Uint8Array): SigningKey {
  const derived = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync("sha256", installation, "", `engram memory file ${purpose}`, bytes));
  return { id: derived("id", 8).toString("hex"), secret: derived("signature", 32) };
}

export interface Signature {
  keyId: string;
  /** HMAC-SHA-256 in hex over every line but the last, in order, and over the end that the last one states. */
  mac: string;
}

type End = Pick<Footer, "records" | "sha256">;

/** Lines are added as they are written or read, with their line ends. */
export interface Signer {
  add(bytes: string | Uint8Array): void;
  sign(end: End): Signature;
}

export function signerOf({ id: keyId, secret }: SigningKey): Signer {
  const mac: Hmac = createHmac("sha256", secret);
  return {
    add: (bytes) => void mac.update(bytes),
    // No line begins so: a footer cannot be read as one more record.
    sign: ({ records, sha256 }) => ({
      keyId,
      mac: mac.update(`\0end ${records} ${sha256}`).digest("hex"),
    }),
  };
}

/**
 * What the signature of a file says here. `own`: this installation wrote it, of this user, and nothing of it was changed
 * since; `other_user`: the same of another of its users; `other`: another installation signed it, which nobody can check
 * here; `changed`: it says that this installation wrote it, and that is not so; `none`: nobody signed it.
 */
export type SignatureKind = "own" | "other_user" | "other" | "changed" | "none";

/** `expected`: what this installation would have signed the file with. */
export function signatureKind(
  found: Signature | undefined,
  expected: Signature,
  isOfUser: boolean,
): SignatureKind {
  if (found === undefined) return "none";
  if (found.keyId !== expected.keyId) return "other";
  if (!timingSafeEqual(Buffer.from(found.mac, "hex"), Buffer.from(expected.mac, "hex"))) return "changed";
  return isOfUser ? "own" : "other_user";
}

const SAID: Record<SignatureKind, string> = {
  own: "signed by this installation",
  other_user: "signed by this installation for another user",
  other: "signed by another installation",
  changed: "signed by this installation, and the signature does not match: changed since it was written",
  none: "not signed",
};

/** In words: what the signature says, and how the file is taken because of that. */
export function signatureNote(kind: SignatureKind, trusted: boolean): string {
  if (kind === "own") return `${SAID.own}: taken as it is`;
  if (trusted) return `${SAID[kind]}: taken as it is, as you said that it is yours`;
  return `${SAID[kind]}: statements are unverified until they are checked`;
}
