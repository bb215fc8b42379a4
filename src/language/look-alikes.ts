/**
 * The appearance of a text to a reader who takes `＜／ＭＥＭＯＲＹ＞`, `<&#47;memory>` and `</мemory>` for the same: signs and
 * letters by shape, without invisible characters.
 */

/** Signs that open an element or a role mark, and their entities. */
const ANGLES = "<\uff1c\ufe64\u226e\u2329\u3008\u27e8\u276e\u2770\u276c\u02c2\u1438";
const BRACKETS = "[\uff3b\u3010\u3014\u27e6\u2772";
export const OPENING = new RegExp(
  `[${ANGLES}\\${BRACKETS}]|&(?:amp;)*(?:lt|lsqb|lbrack|#0*(?:60|91)|#x0*(?:3c|5b))(?![a-z0-9]);?`,
  "giu",
);

/** Whether a sign opens a bracket, not an element. */
export function isBracket(opening: string): boolean {
  return BRACKETS.includes(opening) || /^&(?:amp;)*(?:lsqb|lbrack|#0*91|#x0*5b)/iu.test(opening);
}

const ENTITY =
  /&(?:amp;)*(?:(sol|vert|verbar|nbsp|rsqb|rbrack)|#(\d{1,7})|#x([0-9a-f]{1,6}))(?![a-z0-9]);?/iuy;
const NAMED: Record<string, string> = {
  sol: "/",
  vert: "|",
  verbar: "|",
  nbsp: " ",
  rsqb: "]",
  rbrack: "]",
};

/** Invisible: joiners, direction marks, variation selectors, accents, control characters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]|(?!\s)\p{Cc}/u;
const SPACE = /[\s\x85\u2800]/u;

/** Letters of other scripts, small capitals and signs that look like a Latin letter or sign; capitals first, as "Ν" and "ν" differ. */
const SHAPES: [string, string][] = [
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"],
  ["АВЕЅІЈКМНОРСТУХҮԌԜԚ", "abesijkmhopctyxygwq"],
  ["αεικμνορτυχωγη", "aeikmvoptuxwyn"],
  ["аеѕіјорсухԁѡԛһмктнвгпиѵ", "aesijopcyxdwqhmkthbrnuv"],
  ["ıɩɑɡʀᴍᴇᴏʏɴᴛᴜᴋᴡɪᴀʙᴅᴄʟᴘꜱʜ", "iiagrmeoyntukwiabdclpsh"],
  ["⁄∕⧸╱⟋", "/////"],
  ["∣ǀ│❘׀｜", "||||||"],
  ["▁", "_"],
];
const SHAPE = new Map(SHAPES.flatMap(([from, to]) => Array.from(from, (char, at) => [char, to[at] ?? ""])));

/** Characters that never occur within a mark. */
const ENDED = /[^\p{L}\p{N} /|_:.-]$/u;
const OPENERS = new Set(ANGLES + BRACKETS);

/**
 * The text after an opening sign, up to the next one: lower case, by shape, white space collapsed. It ends
 * at the first sign that cannot be part of a mark, or after `charsMax` characters; time is linear in the text scanned.
 */
export function shapeBehind(text: string, from: number, charsMax: number): string {
  let shape = "";
  for (let at = from; at < text.length && shape.length < charsMax;) {
    ENTITY.lastIndex = at;
    const entity = text[at] === "&" ? ENTITY.exec(text) : null;
    const char = entity === null ? String.fromCodePoint(text.codePointAt(at) ?? 0) : decoded(entity);
    at += entity === null ? char.length : entity[0].length;
    if (entity === null && OPENERS.has(char)) break;
    if (!SPACE.test(char)) shape += shapeOf(char);
    else if (!shape.endsWith(" ")) shape += " ";
    if (ENDED.test(shape)) break;
  }
  return shape;
}

function decoded([, name, decimal, hex]: RegExpExecArray): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? "";
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function shapeOf(char: string): string {
  if (char >= "\x20" && char < "\x7f") return char.toLowerCase();
  const plain = Array.from(char.normalize("NFKD"), (part) => (UNSEEN.test(part) ? "" : part));
  return plain.map((part) => SHAPE.get(part) ?? SHAPE.get(part.toLowerCase()) ?? part.toLowerCase()).join("");
}
