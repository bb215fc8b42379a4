// Caches the pages on this device, so that they open and show an outage while the service is down. No response of the
// API is cached.
const CACHE = "pages";
/** Away from home, no answer may ever come. */
const WAIT_MS = 5_000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add("./")));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  const home = new URL(self.registration.scope).pathname;
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && path === home) event.respondWith(newest(request));
  else if (path.startsWith(`${home}assets/`)) event.respondWith(kept(request));
});

/** The page from the service; the cached one while the service is down or out of reach. */
async function newest(request) {
  const cache = await caches.open(CACHE);
  const was = await cache.match("./");
  try {
    const asked = [fetch(request)];
    if (was) asked.push(new Promise((_, reject) => setTimeout(reject, WAIT_MS)));
    const answer = await Promise.race(asked);
    if (!answer.ok) return answer;
    if ((await answer.clone().text()) !== (await was?.clone().text())) {
      // Other versions have differently named files.
      for (const key of await cache.keys()) await cache.delete(key);
      await cache.put("./", answer.clone());
    }
    return answer;
  } catch (error) {
    if (was === undefined) throw error;
    return was;
  }
}

/** A file with the hash of its content in its name never changes. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const was = await cache.match(request);
  if (was !== undefined) return was;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
