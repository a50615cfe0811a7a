import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const source = readFileSync(new URL('./sw.js', import.meta.url), 'utf8');

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  data?: { json(): object };
  notification?: { close(): void; data: { url: string } };
}

function start(existing: string[] = []) {
  const handlers: Record<string, (event: WorkerEvent) => void> = {};
  const shown: unknown[][] = [];
  const opened: string[] = [];
  const kept = new Set(existing);
  const claimed: string[] = [];
  runInNewContext(source, {
    self: {
      addEventListener: (name: string, handler: never) => (handlers[name] = handler),
      skipWaiting: async () => claimed.push('skip'),
      clients: { claim: async () => claimed.push('claim'), openWindow: async (url: string) => opened.push(url) },
      registration: { showNotification: async (...given: unknown[]) => shown.push(given) },
      location: { origin: 'http://portal' },
    },
    caches: { open: () => Promise.reject(new Error('no cache here')), keys: async () => [...kept], delete: async (name: string) => kept.delete(name) },
    URL,
  });
  /** Whether the worker answers a request itself. */
  const answers = (request: { url: string; method: string; mode: string; destination: string }): boolean => {
    let own = false;
    const respondWith = (work: Promise<unknown>): void => {
      own = true;
      work.catch(() => undefined);
    };
    (handlers as Record<string, (event: object) => void>).fetch!({ request, respondWith });
    return own;
  };
  const fire = async (name: string, event: Omit<WorkerEvent, 'waitUntil'> = {}) => {
    const work: Promise<unknown>[] = [];
    handlers[name]!({ ...event, waitUntil: (promise) => work.push(promise) });
    await Promise.all(work);
  };
  return { kept, claimed, shown, opened, fire, answers };
}

test('the service worker is version 1.0.4 (S9-LOOK-11, S9-LOOK-A02)', () => {
  expect(/const VERSION = '([^']+)'/.exec(source)?.[1]).toBe('1.0.4');
});

test('it takes over at once and drops the caches of other versions', async () => {
  const { kept, claimed, fire } = start(['vimarsh-1.0.3', 'vimarsh-1.0.4', 'other']);
  await fire('install');
  await fire('activate');
  expect([...kept]).toEqual(['vimarsh-1.0.4']);
  expect(claimed).toEqual(['skip', 'claim']);
});

test('it stands in for pages, and leaves widgets in frames to the browser, which tells the server so', () => {
  const { answers } = start();
  const widget = { url: 'http://portal/equity-insights/TCS/pk_live_x', method: 'GET', mode: 'navigate' };
  expect(answers({ ...widget, destination: 'document' })).toBe(true);
  expect(answers({ ...widget, destination: 'iframe' })).toBe(false);
  expect(answers({ url: 'http://portal/market/v1/clock', method: 'GET', mode: 'cors', destination: '' })).toBe(false);
});

test('it shows push messages and opens their page, of this site only (S9-LOOK-O02)', async () => {
  const { shown, opened, fire } = start();
  await fire('push', { data: { json: () => ({ title: 'INFY reached its target', body: 'Closed at ₹1,520', url: '/past-recommendations?id=1' }) } });
  expect(shown).toEqual([['INFY reached its target', { body: 'Closed at ₹1,520', data: { url: '/past-recommendations?id=1' } }]]);
  await fire('notificationclick', { notification: { close: () => undefined, data: { url: '/past-recommendations?id=1' } } });
  await fire('notificationclick', { notification: { close: () => undefined, data: { url: 'https://evil.example/steal' } } });
  expect(opened).toEqual(['/past-recommendations?id=1', '/steal']);
});
