const set = Reflect.get<Storage, "setItem">(Storage.prototype, "setItem");
/** A full storage keeps no more: the page goes on without. */
Storage.prototype.setItem = function (key, text) {
  try {
    set.call(this, key, text);
  } catch {
    // What stands there stays.
  }
};

/** A browser that may keep nothing throws at each use of its storage: the page itself then keeps it. */
for (const name of ["localStorage", "sessionStorage"] as const)
  try {
    window[name].getItem("");
  } catch {
    const kept = new Map<string, string>();
    const value: Partial<Storage> = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, text) => void kept.set(key, text),
      removeItem: (key) => void kept.delete(key),
      clear: () => kept.clear(),
    };
    Object.defineProperty(window, name, { value });
  }

/** A phone ends an app that is put aside, and its session with it: the next one goes on with what was typed and sent. */
const PUT_ASIDE = "engram.put-aside";
if (sessionStorage.length === 0)
  for (const [name, text] of Object.entries<string>(JSON.parse(localStorage.getItem(PUT_ASIDE) ?? "{}")))
    sessionStorage.setItem(name, text);
addEventListener("visibilitychange", () =>
  localStorage.setItem(PUT_ASIDE, JSON.stringify(document.hidden ? sessionStorage : {})),
);

export function forgetSession(): void {
  sessionStorage.clear();
  localStorage.removeItem(PUT_ASIDE);
}
