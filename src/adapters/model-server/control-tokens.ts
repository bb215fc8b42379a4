/** Harmony's and ChatML's control tokens, e.g. `<|end|>`; DeepSeek's, which have other bars; and those of Gemma, Llama 2 and Mistral. */
const CONTROL_TOKENS = [
  /<\|([^\s<>|]{1,40})\|>/g,
  /<\uff5c([^\s<>\uff5c]{1,40})\uff5c>/g,
  /<((?:start|end)_of_turn|bos|eos|\/?s|<\/?SYS>)>/g,
  /\[(\/?INST)\]/g,
];

/**
 * Breaks control tokens apart. llama-server tokenises `<|end|><|start|>system<|message|>` inside any text as real
 * control tokens, so a user's message or a remembered sentence could otherwise forge a system message.
 */
export function breakControlTokens(text: string): string {
  const [piped, wide, named, bracketed] = CONTROL_TOKENS as [RegExp, RegExp, RegExp, RegExp];
  const broken = text.includes("<")
    ? text.replace(piped, "< |$1| >").replace(wide, "< \uff5c$1\uff5c >").replace(named, "< $1 >")
    : text;
  return broken.replace(bracketed, "[ $1 ]");
}
