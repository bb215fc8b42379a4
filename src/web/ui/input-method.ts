/** Safari ends a composition before the key that ended it, which it then reports as this one. */
const COMPOSING_KEY = 229;

/** The key belongs to an input method: Enter takes a suggestion, arrows choose one. */
export function isOfInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === COMPOSING_KEY;
}
