/**
 * The media type a client prefers, by its Accept header; the first if the header is missing or accepts
 * anything.
 */
export function preferred<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const asked = (accept ?? "").split(",").map((part) => {
    const [type = "", ...params] = part.split(";").map((word) => word.trim().toLowerCase());
    const quality = params.find((param) => param.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const qualityOf = (type: string): number => {
    const [group = ""] = type.split("/");
    const match = [type, `${group}/*`, "*/*"].map((name) => asked.find((one) => one.type === name));
    return match.find((one) => one !== undefined)?.quality ?? 0;
  };
  return offered.reduce((best, type) => (qualityOf(type) > qualityOf(best) ? type : best), offered[0]);
}
