import { type Hmac, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Footer } from "./format.ts";

/** The key this installation signs its files with; derived from its secret, and never stored in a file. */
export interface SigningKey {
  /** Distinguishes keys without revealing them. */
  id: string;
  secret: Uint8Array;
}

/** `installation`: its secret, which is also the key for the hashes of forgotten content. */
export function signingKeyFrom(installation: Uint8Array): SigningKey {
  const derived = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync("sha256", installation, "", `engram memory file ${purpose}`, bytes));
  return { id: derived("id", 8).toString("hex"), secret: derived("signature", 32) };
}

export interface Signature {
  keyId: string;
  /** HMAC-SHA-256 in hex over every line but the last, in order, and over the totals in the last one. */
  mac: string;
}

type End = Pick<Footer, "records" | "sha256">;

/** Lines are added as they are written or read, including line ends. */
export function signerOf({ id: keyId, secret }: SigningKey) {
  const mac: Hmac = createHmac("sha256", secret);
  return {
    add: (bytes: string | Uint8Array): void => void mac.update(bytes),
    // No line begins like this: a footer cannot be taken for another record.
    sign: ({ records, sha256 }: End): Signature => ({
      keyId,
      mac: mac.update(`\0end ${records} ${sha256}`).digest("hex"),
    }),
  };
}

/**
 * What a file's signature means here. `own`: written by this installation for this user, and unchanged; `other_user`:
 * the same for another of its users; `other`: signed by another installation, which cannot be checked here; `changed`:
 * falsely claims to be from this installation; `none`: unsigned.
 */
export const SIGNATURE_KINDS = ["own", "other_user", "other", "changed", "none"] as const;
export type SignatureKind = (typeof SIGNATURE_KINDS)[number];

/** `expected`: the signature this installation would have produced for the file. */
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

/** In words: the meaning of the signature, and how the file is therefore imported. */
export function signatureNote(kind: SignatureKind, trusted: boolean): string {
  if (kind === "own") return `${SAID.own}: taken as it is`;
  if (trusted) return `${SAID[kind]}: taken as it is, as you said that it is yours`;
  return `${SAID[kind]}: statements are unverified until they are checked`;
}
