/** Entry of the service worker, with which the playground works offline. It answers from a cache of its own site's files. */

/** Version of the scripts. The build inserts it, like the next constant. */
declare const DTP_BUILD: string;
/** Files that the page needs offline, relative to it. */
declare const DTP_FILES: readonly string[];

/** Event of a service worker, as far as this one uses it. */
interface WorkEvent {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
interface ServiceScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate" | "fetch", listener: (event: WorkEvent) => void): void;
  skipWaiting(): Promise<void>;
}
const scope = globalThis as unknown as ServiceScope;
const PREFIX = "dtp-play-";
const NAME = `${PREFIX}${DTP_BUILD}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(DTP_FILES.map((file) => new URL(file, scope.registration.scope).href)))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
        ),
      )
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope.registration.scope)) return;
  event.respondWith(request.mode === "navigate" ? pageOf(request) : fileOf(request));
});

/** The page itself: from the network, so that a new version is never hidden by an old one, and offline from the cache. */
async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(new URL("./", scope.registration.scope).href);
    if (found) return found;
    throw error;
  }
}

/** Script or picture: its address names the version of its content, so the cache has the right one. */
async function fileOf(request: Request): Promise<Response> {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.includes(`/${DTP_BUILD}/`)) {
    const cache = await caches.open(NAME);
    await cache.put(request, answer.clone());
  }
  return answer;
}
