import { createHash } from "node:crypto";

const DIMENSIONS = 128;

/** Lexical hashing, like the recorded toy embedder: texts that share words lie near each other. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of ["", ...text.toLowerCase().split(/\W+/u)]) {
    const hash = createHash("sha256").update(word).digest();
    for (let i = 0; i < DIMENSIONS; i++)
      vector[i] = (vector[i] ?? 0) + ((hash[i % hash.length] ?? 0) - 127.5) * (i + 1);
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export function embeddingsAnswer(body: Record<string, unknown>): unknown {
  const input = Array.isArray(body["input"]) ? (body["input"] as string[]) : [String(body["input"])];
  const base64 = body["encoding_format"] === "base64";
  const data = input.map((text, index) => ({
    embedding: encode(vectorOf(text), base64),
    index,
    object: "embedding",
  }));
  return {
    model: body["model"] ?? "embed",
    object: "list",
    usage: { prompt_tokens: 1, total_tokens: 1 },
    data,
  };
}

function encode(vector: Float32Array, base64: boolean): string | number[] {
  return base64 ? Buffer.from(vector.buffer).toString("base64") : Array.from(vector);
}
