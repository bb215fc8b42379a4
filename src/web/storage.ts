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
