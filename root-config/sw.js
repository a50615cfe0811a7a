/** Version of this worker; caches of any other are dropped (S9-LOOK-11, S9-LOOK-O02). */
const VERSION = '1.0.4';
/** Holds only what has its hash. The cache without `checked` took whatever was answered, so that one goes too. */
const CACHE = `vimarsh-${VERSION}-checked`;
/** Files named by their content: a copy is as good as the original, for ever. */
const IMMUTABLE = /^\/(releases|fonts)\//;
const MOST_FILES = 150;
/** Names the files of root-config and `shared` with which a page stood last: no other file takes their room. */
const GOOD = '/good-files';
const FOUNDATION = /^\/releases\/(root-config|shared)\//;
const SHELL = '/';
/** What a kept file promised, beside it: a request of the page's own HTML doesn't say. */
const PROMISED = 'x-promised';
/** A visit whose answer takes longer gets the home page that was kept, in milliseconds. */
const PATIENCE = 8_000;
/** A visit of any other screen fetches the home page where none is kept, or one older than this, in milliseconds. */
const AGED = 3_600_000;

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
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  // What opens in a frame is a widget of somebody's page: neither the home page for it nor a request that hides the frame.
  if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(page(event, url));
  else if (IMMUTABLE.test(url.pathname)) event.respondWith(file(event, url));
});

/**
 * The network decides. Without an answer of our own server the last seen home page stands in: it shows the frame and
 * says that it is offline. Without one these are our words, never the browser's.
 */
async function page(event, url) {
  const kept = await keptPage();
  try {
    const late = kept && new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
    const asked = fetch(event.request);
    const answer = await (late ? Promise.race([asked, late]) : asked);
    // A preview is one tab's: kept, it would be everybody's next home page.
    const isHome = url.pathname === SHELL && !url.searchParams.has('release');
    if (answer.ok && answer !== kept) {
      if (isHome) event.waitUntil(keepPage(answer.clone()));
      // Who never opens the home page has the frame without a connection all the same: its files came through here too.
      else if (isAged(kept))
        event.waitUntil(
          fetch(SHELL)
            .then((home) => (home.ok ? keepPage(home) : undefined))
            .catch(() => undefined),
        );
    }
    // Whatever stands before our server may answer for it when it is away; our own answers all carry an id.
    if (answer.status < 500 || answer.headers.has('x-request-id')) return answer;
    return kept ?? answer;
  } catch {
    return kept ?? new Response(OFFLINE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
}

const isAged = (kept) => !kept || !(Date.now() - Date.parse(kept.headers.get('date')) < AGED);

const keptPage = () =>
  caches
    .open(CACHE)
    .then((cache) => cache.match(SHELL))
    .catch(() => undefined);

/** Only a page that arrived whole. */
async function keepPage(answer) {
  const copy = answer.clone();
  const text = await answer.text().catch(() => '');
  if (!/id="vimarsh-page">\{[\s\S]*<\/html>\s*$/.test(text)) return;
  const cache = await caches.open(CACHE);
  await cache.put(SHELL, copy);
}

/** A kept copy that has its hash, else the network's, which is kept when it has it. The page checks the hash once more. */
async function file(event, url) {
  const { request } = event;
  // Tries of the page under a new query are for the same file.
  const name = url.pathname;
  const cache = await caches.open(CACHE).catch(() => null);
  const kept = await cache?.match(name).catch(() => undefined);
  const promised = promiseOf(request, url) || kept?.headers.get(PROMISED);
  if (kept && (await holds(kept, promised))) return kept;
  if (kept) await cache.delete(name);
  if (!promised) return fetch(request);
  let answer = await fetch(request.url);
  // A broken copy in the browser's own cache would answer again and again.
  if (answer.ok && !(await holds(answer, promised))) answer = await fetch(request.url, { cache: 'reload' });
  if (cache && answer.ok && (await holds(answer, promised))) event.waitUntil(keep(cache, name, answer.clone(), promised));
  return answer;
}

/**
 * What the page's own HTML asks for, its first screen and the libraries, comes here without a hash, and on the first visit
 * before this worker: the page names them when it stands.
 */
self.addEventListener('message', (event) => {
  const keepAll = async () => {
    const cache = await caches.open(CACHE);
    for (const { url, integrity } of event.data.files) {
      const name = new URL(url, self.location.origin).pathname;
      const kept = await cache.match(name);
      if (!IMMUTABLE.test(name) || (kept && (await holds(kept, integrity)))) continue;
      const answer = await fetch(name);
      if (answer.ok && (await holds(answer, integrity))) await keep(cache, name, answer, integrity);
    }
    const good = event.data.files.map(({ url }) => new URL(url, self.location.origin).pathname).filter((name) => FOUNDATION.test(name));
    if (event.data.good && good.length) await cache.put(GOOD, new Response(JSON.stringify(good))).catch(() => undefined);
  };
  event.waitUntil(keepAll().catch(() => undefined));
});

async function keep(cache, name, answer, promised) {
  const copy = new Response(answer.body, answer);
  copy.headers.set(PROMISED, promised);
  // A full disk costs the copy and nothing else.
  await cache.put(name, copy).catch(() => undefined);
  // The home page that is kept beside them is no file to make room with, nor is what a page needs to come back to.
  const good = await cache
    .match(GOOD)
    .then((names) => names?.json())
    .catch(() => undefined);
  const files = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return IMMUTABLE.test(pathname) && !good?.includes(pathname);
  });
  for (const old of files.slice(0, Math.max(0, files.length - MOST_FILES))) await cache.delete(old);
}

/** The hash a file has to have: a script's from its element, a font's first digits from its address. Without one: ''. */
function promiseOf(request, url) {
  if (request.integrity) return request.integrity;
  const [, digits] = /^\?([0-9a-f]{8})$/.exec(url.search) ?? [];
  return digits ? `sha256-hex-${digits}` : '';
}

async function holds(answer, promised) {
  const [, bits, hex, wanted] = /^sha(256|384)-(hex-)?(\S+)$/.exec(promised) ?? [];
  if (!wanted) return false;
  const bytes = await answer
    .clone()
    .arrayBuffer()
    .catch(() => null);
  if (!bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, bytes));
  if (hex)
    return [...digest]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .startsWith(wanted);
  return btoa(String.fromCharCode(...digest)) === wanted;
}

/** Who the site belongs to is not known here, so it has no name. */
// The connection may be back before our words stand, or be there while nothing answers yet.
const OFFLINE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>You are offline</title>
<style>body{max-width:34rem;margin:20vh auto;padding:0 24px;font:16px/1.5 system-ui,sans-serif}a{display:inline-block;padding:12px 16px;border:1px solid;border-radius:6px;color:inherit}</style>
<main><h1>You are offline</h1><p>This page needs a connection. Nothing you saved is affected. It opens by itself when the connection is back.</p><p><a href="">Try again</a></p></main>
<script>addEventListener('online',()=>location.reload());setInterval(()=>navigator.onLine&&location.reload(),5000)</script></html>`;

/** A message of ours, or of Firebase around ours. Browsers want every one shown, so what can't be read is shown as news. */
function messageIn(event) {
  let given = {};
  try {
    given = event.data.json();
  } catch {
    // Nothing of it is of use.
  }
  const { title = 'Vimarsh', body = 'There is news for you.', url = '/' } = given?.data ?? given ?? {};
  return { title: String(title), body: String(body), url: String(url) };
}

self.addEventListener('push', (event) => {
  const { title, body, url } = messageIn(event);
  // The same news again takes the place of what is still shown.
  event.waitUntil(self.registration.showNotification(title, { body, tag: `${body} ${url}`, data: { url } }));
});

/** An address of this site, whatever was sent. */
function addressOf({ data }) {
  const home = self.location.origin;
  if (!URL.canParse(data?.url ?? SHELL, home)) return home + SHELL;
  const { pathname, search } = new URL(data?.url ?? SHELL, home);
  return home + pathname + search;
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = addressOf(event.notification);
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window' });
    const there = windows.find(({ url }) => url === address);
    await (there ? there.focus() : self.clients.openWindow(address));
  };
  event.waitUntil(open());
});
