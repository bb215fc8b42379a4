export * from "./fake-llama.ts";
