import { t } from "../../language/text.ts";
import type { Attachment } from "./draft.ts";

/** Longest edge of a picture, px: more than most models look at. */
const EDGE_MAX = 1024;
/** Nothing can be made out on a smaller one. */
const EDGE_MIN = 256;
/** Three fit into a message. */
const PICTURE_BYTES_MAX = 300_000;

/** A file as it is put into a message; throws with the words that follow its name. */
export async function read(file: File, name: string, bytesMax: number): Promise<Attachment> {
  if (file.type.startsWith("image/") && file.type !== "image/svg+xml")
    return { name, text: `[image: ${name}]`, image: await pictureOf(file, bytesMax) };
  const text = file.type === "application/pdf" ? await wordsOfPdf(file) : await textOf(file, bytesMax);
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
  return { name, text: `[file: ${name}]\n${fence}\n${text.trimEnd()}\n${fence}` };
}

/** By the byte order mark that Windows writes. */
const UTF_16: Record<string, string> = { "255,254": "utf-16le", "254,255": "utf-16be" };
/** What Excel saves as CSV; other scripts have encodings of their own, which nothing tells apart. */
const ANSI = new Intl.Locale(navigator.language).maximize().script === "Latn" ? "windows-1252" : undefined;

/** Throws for what is in no known encoding. */
function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  const encoding = UTF_16[bytes.subarray(0, 2).join()] ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    const text = ANSI === undefined ? "" : new TextDecoder(ANSI).decode(bytes);
    if (text === "" || /[^\P{Cc}\s]/u.test(text)) throw error;
    return text;
  }
}

async function textOf(file: File, bytesMax: number): Promise<string> {
  if (file.size > bytesMax) throw new Error(t("is too long for one message"));
  try {
    const text = decoded(new Uint8Array(await file.arrayBuffer())).replaceAll("\r\n", "\n");
    if (text.trim() !== "" && !text.includes("\0")) return text;
  } catch {
    // It is no text, or a folder.
  }
  throw new Error(t("cannot be read: I take text, Markdown, code, PDF and pictures"));
}

async function wordsOfPdf(file: File): Promise<string> {
  const { extractText } = await import("unpdf");
  const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true }).catch(
    () => {
      throw new Error(t("cannot be read as a PDF"));
    },
  );
  if (text.trim() === "") throw new Error(t("holds no text, only pictures"));
  return text;
}

/** As large as fits. */
async function pictureOf(file: File, bytesMax: number, edgeMax = EDGE_MAX): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(t("cannot be read as a picture"));
  });
  const scale = Math.min(1, edgeMax / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(bitmap.width * scale);
  canvas.height = Math.ceil(bitmap.height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error(t("cannot be drawn by this browser"));
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const url = canvas.toDataURL("image/jpeg", 0.8);
  const isTooLarge = url.length > Math.min(bytesMax, PICTURE_BYTES_MAX) && edgeMax > EDGE_MIN;
  return isTooLarge ? pictureOf(file, bytesMax, edgeMax * 0.8) : url;
}
