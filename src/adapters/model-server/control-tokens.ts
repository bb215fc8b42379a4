/** Harmony's control tokens, e.g. `<|end|>`, `<|start|>`; also those of other templates. */
const CONTROL_TOKEN = /<\|([^\s<>|]{1,40})\|>/g;

/**
 * Breaks control tokens apart. llama-server tokenises `<|end|><|start|>system<|message|>` inside any text as real
 * control tokens, so a user's message or a remembered sentence could otherwise forge a system message.
 */
export function breakControlTokens(text: string): string {
  return text.includes("<|") ? text.replace(CONTROL_TOKEN, "< |$1| >") : text;
}
