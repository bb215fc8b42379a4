import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from "node:fs";

/** 2 MiB of pages of 4 KiB. */
const PAGES_AT_ONCE = 512;
const FILE_HEADER_BYTES = 100;
/** Beyond it the first byte of an overflow page could look like that of a b-tree's. 64 GiB of pages of 4 KiB. */
const PAGES_MAX = 2 ** 24;

/**
 * Zeroes unused space in the pages of a database file: SQLite leaves copies of moved cells there, and never reads
 * it. The caller ensures that the log is empty and no one writes. See "B-tree Pages" in SQLite's file format.
 */
export function createScrubber(file: string) {
  // Opened once: closing a file drops the locks that SQLite holds on it in this process.
  let handle: number | null = null;
  let next = 0;

  /** The next few pages; true after the last, and then it starts over. */
  function slice(): boolean {
    handle ??= openSync(file, "r+");
    const { pageBytes, usableBytes, hasPointerMap } = sizesIn(handle);
    // A page of the map could look like that of a b-tree. Our files have none.
    if (hasPointerMap) return true;
    const chunk = Buffer.alloc(PAGES_AT_ONCE * pageBytes);
    const pages = Math.floor(readSync(handle, chunk, 0, chunk.length, next * pageBytes) / pageBytes);
    let written = 0;
    for (let i = 0; i < pages && next + i < PAGES_MAX; i++) {
      const page = chunk.subarray(i * pageBytes, i * pageBytes + usableBytes);
      for (const [start, end] of unusedIn(page, next + i === 0 ? FILE_HEADER_BYTES : 0)) {
        const unused = page.subarray(start, end);
        if (unused.every((byte) => byte === 0)) continue;
        writeSync(handle, unused.fill(0), 0, unused.length, (next + i) * pageBytes + start);
        written += 1;
      }
    }
    if (written > 0) fdatasyncSync(handle);
    next = pages < PAGES_AT_ONCE ? 0 : next + pages;
    return next === 0;
  }

  return {
    restart: () => void (next = 0),
    isAtStart: () => next === 0,
    slice,
    close(): void {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

function sizesIn(handle: number): { pageBytes: number; usableBytes: number; hasPointerMap: boolean } {
  const header = Buffer.alloc(FILE_HEADER_BYTES);
  readSync(handle, header, 0, header.length, 0);
  const size = header.readUInt16BE(16);
  const pageBytes = size === 1 ? 65_536 : size;
  return {
    pageBytes,
    usableBytes: pageBytes - header.readUInt8(20),
    // Only files that vacuum themselves name their largest root page.
    hasPointerMap: header.readUInt32BE(52) !== 0,
  };
}

const INTERIOR = new Set([2, 5]);
const LEAF = new Set([10, 13]);

/** Unused ranges: after the cell pointers, and in free blocks. None if it is not a valid b-tree page. */
function unusedIn(page: Buffer, at: number): [start: number, end: number][] {
  const type = page.readUInt8(at);
  if (!INTERIOR.has(type) && !LEAF.has(type)) return [];
  const cellList = at + (LEAF.has(type) ? 8 : 12);
  const cells = page.readUInt16BE(at + 3);
  const content = page.readUInt16BE(at + 5) || 65_536;
  const listEnd = cellList + 2 * cells;
  if (listEnd > content || content > page.length) return [];
  for (let i = 0; i < cells; i++) {
    const cell = page.readUInt16BE(cellList + 2 * i);
    if (cell < content || cell >= page.length) return [];
  }
  const blocks = freeBlocksIn(page, page.readUInt16BE(at + 1), content);
  return blocks === null ? [] : [[listEnd, content], ...blocks];
}

const BLOCK_HEADER_BYTES = 4;

/** In order of position; null if invalid. */
function freeBlocksIn(page: Buffer, first: number, content: number): [number, number][] | null {
  const blocks: [number, number][] = [];
  for (let at = first, least = content; at !== 0;) {
    if (at < least || at + BLOCK_HEADER_BYTES > page.length) return null;
    const end = at + page.readUInt16BE(at + 2);
    if (end < at + BLOCK_HEADER_BYTES || end > page.length) return null;
    blocks.push([at + BLOCK_HEADER_BYTES, end]);
    least = end;
    at = page.readUInt16BE(at);
  }
  return blocks;
}
