/** Version of this worker; caches of any other version are dropped (S9-LOOK-11, S9-LOOK-O02). */
const VERSION = '1.0.4';
const CACHE = `vimarsh-${VERSION}`;
/** Files named by their content: a copy is as good as the original, for ever. */
const IMMUTABLE = /^\/(releases|fonts)\//;
const MOST_FILES = 150;
const SHELL = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  const dropOthers = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(dropOthers());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  // What opens in a frame is a widget of somebody's page: neither the home page for it nor a request that hides the frame.
  if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(page(request, pathname));
  else if (IMMUTABLE.test(pathname)) event.respondWith(immutable(request));
});

/** The network decides; without one, the last seen home page stands in: it shows the frame and says that it is offline. */
async function page(request, pathname) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && pathname === SHELL) await cache.put(SHELL, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(SHELL);
    if (kept) return kept;
    throw error;
  }
}

async function immutable(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const files = await cache.keys();
    for (const old of files.slice(0, Math.max(0, files.length - MOST_FILES))) await cache.delete(old);
  }
  return answer;
}

self.addEventListener('push', (event) => {
  const { title = 'Vimarsh', body = '', url = '/' } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { pathname, search } = new URL(event.notification.data?.url ?? '/', self.location.origin);
  event.waitUntil(self.clients.openWindow(pathname + search));
});
