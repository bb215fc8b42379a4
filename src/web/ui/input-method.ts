import { useEffect, useRef } from "preact/hooks";

/** Keys pressed anywhere on the page, with what it knows now. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const newest = useRef(press);
  newest.current = press;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => newest.current(event);
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

/** Safari ends a composition before the key that ended it, which it then reports as this one. */
const COMPOSING_KEY = 229;

/** The key belongs to an input method: Enter takes a suggestion, arrows choose one. */
export function isOfInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === COMPOSING_KEY;
}

/** The Latin letter on a key that writes another script. */
export function latinKeyOf({ key, code }: KeyboardEvent): string {
  return /^[^\p{ASCII}]/u.test(key) && code.startsWith("Key") ? code.slice(3).toLowerCase() : key;
}

/** The keyboard is on the screen: it has no Shift+Enter, and covers the page. */
export const isTouch = matchMedia("(pointer: coarse)").matches;

/** Enter sends; on a touch screen, which may have a keyboard beside it, with Ctrl or Cmd. */
export const isToSend = (event: KeyboardEvent): boolean =>
  event.key === "Enter" &&
  !event.shiftKey &&
  !isOfInputMethod(event) &&
  (!isTouch || event.ctrlKey || event.metaKey);
