/**
 * First parts of the addresses that the server answers itself: a screen there would be made and never be seen after a reload.
 * `api/src/platform/http/headers.db.test.ts` holds the list against what the server registers. The insights are not among them: there it
 * answers only who brings a key, and leaves everyone else to the screen. Nor are `chat` and `trading`: their calls stand below `/chat/v1/` and `/trading/v1/`, beside screens.
 */
export const SERVED: ReadonlySet<string> = new Set([
  // Calls.
  ...['admin', 'auth', 'base', 'buzz', 'config', 'embed', 'experts', 'insights', 'market', 'plans', 'reco', 'trade', 'vimarsh_pro', 'watchlist', 'socket.io'],
  // Files and frames.
  ...['fonts', 'market-sentiment-widget', 'media', 'releases', 'w', 'favicon.ico', 'robots.txt', 'sw.js', '.well-known'],
  ...['apple-touch-icon.png', 'icons', 'manifest.webmanifest', 'share.png'],
  // Whoever runs it or builds on it.
  ...['docs', 'healthz', 'metrics', 'openapi.json', 'readyz'],
  // The demo.
  ...['__broker', '__google', '__outbox', '__outbox.json', '__paper', '__pay'],
]);

/** What the server answers itself of a path or pattern, as `/docs`; null where a screen may stand. */
export function servedAt(path: string): string | null {
  const first = path.split('/').find(Boolean);
  return first !== undefined && SERVED.has(first) ? `/${first}` : null;
}
