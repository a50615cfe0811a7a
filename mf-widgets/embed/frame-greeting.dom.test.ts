import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { greetParent } from './frame-greeting.ts';
import { ACK } from './frame-talk.ts';

const PARENT = 'https://neem.example';
const observed: Element[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (element: Element) => void observed.push(element);
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  observed.length = 0;
});

/** A frame inside `page`, and what happens to it when a message comes. */
function frameIn(page: { postMessage: (message: unknown, target: string) => void }) {
  vi.stubGlobal('parent', page);
  const dressed: string[] = [];
  const box = document.createElement('div');
  greetParent(box, [PARENT], (theme) => void dressed.push(theme));
  const answer = (change: { origin?: string; source?: unknown; data?: unknown; ports?: unknown[] } = {}) => {
    const port = { onmessage: null as ((event: { data: unknown }) => void) | null, postMessage: vi.fn() };
    const event = new Event('message');
    Object.assign(event, { origin: PARENT, source: page, data: ACK, ports: [port], ...change });
    dispatchEvent(event);
    return { port, accepted: port.onmessage !== null };
  };
  return { box, dressed, answer };
}

test.each<[string, Parameters<ReturnType<typeof frameIn>['answer']>[0]]>([
  ['an origin that the key does not allow', { origin: 'https://evil.example' }],
  ['a subdomain of an allowed origin', { origin: 'https://a.neem.example' }],
  ['an allowed host over http', { origin: 'http://neem.example' }],
  ['no origin', { origin: 'null' }],
  ['another window at an allowed origin', { source: {} }],
  ['the frame itself', { source: window }],
  ['anything but the answer', { data: { t: 'ack' } }],
  ['an answer without a port', { ports: [] }],
])('a message from %s is not answered', (_what, change) => {
  const { answer } = frameIn({ postMessage: () => undefined });
  expect(answer(change).accepted).toBe(false);
  expect(observed).toEqual([]);
});

test('the page around the frame hears its height and gives it a theme; other words of the port do nothing', () => {
  const { answer, box, dressed } = frameIn({ postMessage: () => undefined });
  const { port, accepted } = answer();
  expect(accepted).toBe(true);
  expect(observed).toContain(box);
  for (const data of [{ t: 'theme', theme: 'dark' }, { t: 'theme', theme: 'pink' }, { t: 'other', theme: 'light' }, null, 7]) port.onmessage!({ data });
  expect(dressed).toEqual(['dark']);
});

test('a frame greets until it is answered', () => {
  const postMessage = vi.fn();
  const { answer } = frameIn({ postMessage });
  vi.advanceTimersByTime(150);
  expect(postMessage).toHaveBeenCalledTimes(2);
  answer();
  vi.advanceTimersByTime(10_000);
  expect(postMessage).toHaveBeenCalledTimes(2);
});
