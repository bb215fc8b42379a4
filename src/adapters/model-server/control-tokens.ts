/** Control tokens of Harmony and ChatML, e.g. `<|end|>`; of DeepSeek, with other bars; and of Gemma, Llama 2 and Mistral. */
const CONTROL_TOKENS = [
  /<\|([^\s<>|]{1,40})\|>/g,
  /<\uff5c([^\s<>\uff5c]{1,40})\uff5c>/g,
  /<((?:start|end)_of_turn|bos|eos|\/?s|<\/?SYS>)>/g,
  /\[(\/?INST)\]/g,
];

/**
 * Splits control tokens. llama-server tokenises `<|end|><|start|>system<|message|>` inside any text as real
 * control tokens, so a user's message or a remembered sentence could otherwise forge a system message.
 */
export function breakControlTokens(text: string): string {
  const [piped, wide, named, bracketed] = CONTROL_TOKENS as [RegExp, RegExp, RegExp, RegExp];
  const broken = text.includes("<")
    ? text.replace(piped, "< |$1| >").replace(wide, "< \uff5c$1\uff5c >").replace(named, "< $1 >")
    : text;
  return broken.replace(bracketed, "[ $1 ]");
}
