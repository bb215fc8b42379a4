import { open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { badFile } from "../transfer/format.ts";
import { readBytes, unreadable } from "./read-file.ts";
import { openZip, type Zip } from "./zip.ts";

/** A file or folder named by the user. */
export interface NamedPath {
  path: string;
  /** Its display name, also used for threads of texts; empty if the user gave none. */
  name: string;
  /** Required kind, regardless of content. */
  kind?: SourceKind | undefined;
}

export type SourceKind = "json" | "text" | "mail";

/** One file to read, possibly inside a zip. */
export interface ImportSource {
  name: string;
  /** Null: detected from its content. */
  kind: SourceKind | null;
  /** The zip or folder that contains it; null if named by the user. */
  within: string | null;
  read(): Promise<Buffer>;
}

export interface OpenSources {
  /** One that cannot be opened fails when it is read. */
  sources: ImportSource[];
  close(): void;
}

/** In total, across everything named. */
const SOURCES_MAX = 20_000;
const DEPTH_MAX = 20;

/**
 * Lists the files to read under some paths: plain files, zips (unpacked while being read), folders (recursively).
 * Symbolic links in folders are not followed, and nothing is written. Call `close` when everything is read.
 */
export async function openSources(paths: readonly NamedPath[]): Promise<OpenSources> {
  const found = new Found();
  try {
    for (const named of paths) await found.add(named);
    return found;
  } catch (error) {
    found.close();
    throw error;
  }
}

class Found implements OpenSources {
  readonly sources: ImportSource[] = [];
  readonly #zips: Zip[] = [];

  async add({ path, name, kind }: NamedPath): Promise<void> {
    const about = await stat(path).catch((error: unknown) => Promise.reject(unreadable(error)));
    if (about.isDirectory()) return this.#addFolder(path, name, 0);
    // A pipe of the command that asks is another one here.
    if (!about.isFile()) throw badFile("this is not a file");
    return this.#addFile(path, { name, kind: kind ?? null, within: null });
  }

  close(): void {
    for (const zip of this.#zips) zip.close();
  }

  async #addFolder(path: string, name: string, depth: number): Promise<void> {
    if (depth > DEPTH_MAX) return;
    const children = await readdir(path, { withFileTypes: true }).catch(unreadable);
    if (children instanceof Error) return this.#pushFailed({ name, kind: null, within: path }, children);
    children.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const child of children) {
      const [below, told] = [join(path, child.name), `${name}/${child.name}`];
      if (child.isDirectory() && !isHidden(child.name)) await this.#addFolder(below, told, depth + 1);
      if (child.isFile() && (isWanted(child.name) || isZipName(child.name)))
        await this.#addFile(below, { name: told, kind: null, within: path });
    }
  }

  async #addFile(path: string, about: Omit<ImportSource, "read">): Promise<void> {
    const zip = await zipAt(path).catch((error: unknown) => error as Error);
    if (zip instanceof Error) return this.#pushFailed(about, zip);
    if (zip === null)
      return this.#push({ ...about, kind: about.kind ?? kindOf(about.name), read: () => readBytes(path) });
    this.#zips.push(zip);
    for (const entry of zip.entries) {
      const told = [about.name, entry.name].filter((part) => part !== "").join("/");
      this.#push({ name: told, kind: kindOf(entry.name), within: path, read: entry.read });
    }
  }

  /** It must not cost the user the others. */
  #pushFailed(about: Omit<ImportSource, "read">, error: Error): void {
    this.#push({ ...about, read: () => Promise.reject(error) });
  }

  #push(source: ImportSource): void {
    if (this.sources.length >= SOURCES_MAX)
      throw badFile(`there are more than ${SOURCES_MAX} files to read; name fewer at once`);
    this.sources.push(source);
  }
}

/** For a path named individually. */
export function namedPath(path: string): NamedPath {
  return { path, name: basename(path) };
}

/** `.af`: a Letta agent. */
const JSON_NAME = /\.(?:jsonl?|ndjson|af)$/i;
const TEXT_NAME = /\.(?:md|markdown|txt)$/i;
/** Apple Mail's folders contain an `mbox` without an extension. */
const MAIL_NAME = /(?:\.(?:eml|mbox)|^(?:.*\/)?mbox)$/i;

/** Chats and texts; not a system's internal files. */
function isWanted(path: string): boolean {
  if (path.split("/").some((part) => isHidden(part) || part === "__MACOSX")) return false;
  return kindOf(path) !== null;
}

function isZipName(name: string): boolean {
  return /\.zip$/i.test(name) && !isHidden(name);
}

function isHidden(name: string): boolean {
  return name.startsWith(".");
}

/** By its name; null: detected from its content. */
export function kindOf(name: string): SourceKind | null {
  if (JSON_NAME.test(name)) return "json";
  if (MAIL_NAME.test(name)) return "mail";
  return TEXT_NAME.test(name) ? "text" : null;
}

/** Header of an entry, or the end of an archive without entries. */
const ZIP_MAGIC = new Set(["PK\u0003\u0004", "PK\u0005\u0006"]);
const MAGIC_BYTES = 4;

/** Null if the file is none. */
async function zipAt(path: string): Promise<Zip | null> {
  await using file = await open(path).catch((error: unknown) => Promise.reject(unreadable(error)));
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
  return ZIP_MAGIC.has(buffer.toString("latin1", 0, bytesRead)) ? await openZip(path, isWanted) : null;
}
