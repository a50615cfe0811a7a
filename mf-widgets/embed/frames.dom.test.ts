import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ACK, HELLO } from './frame-talk.ts';
import { serveFrames } from './frames.ts';

/** Our iframes on a partner's page: who is believed, and what a height may do. */
const API = 'https://api.example';
let seen: IntersectionObserverCallback;
let observed: Element[] = [];

beforeAll(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        seen = callback;
      }
      observe(element: Element): void {
        observed.push(element);
      }
      unobserve(element: Element): void {
        observed = observed.filter((each) => each !== element);
      }
    },
  );
  frameAt('/options-insights/NIFTY/pk_live_x');
  serveFrames(API);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function frameAt(path: string, origin = API): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('src', origin + path);
  document.body.replaceChildren(frame);
  return frame;
}
/** A word of some window; the port that it got for it, if any. */
function say(frame: HTMLIFrameElement, data: unknown, { origin = API, source = frame.contentWindow as Window | null } = {}): MessagePort | undefined {
  const answered = vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(() => undefined);
  dispatchEvent(new MessageEvent('message', { data, origin, source }));
  const [ack, to, ports] = (answered.mock.lastCall ?? []) as unknown as [unknown, string, MessagePort[]];
  answered.mockRestore();
  if (!ack) return undefined;
  expect([ack, to]).toEqual([ACK, API]);
  return ports[0];
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test('only our origin, out of a window that is one of our frames here, is answered', () => {
  const frame = frameAt('/equity-insights/TCS/pk_live_x');
  expect(say(frame, HELLO, { origin: 'https://evil.example' })).toBeUndefined();
  expect(say(frame, HELLO, { source: window })).toBeUndefined();
  for (const junk of [null, undefined, 'hello', 7, {}, { ...HELLO, v: 2 }, ACK]) expect(say(frame, junk)).toBeUndefined();
  expect(say(frame, HELLO)).toBeDefined();
  const other = frameAt('/login');
  expect(say(other, HELLO)).toBeUndefined();
});

test('the frame has the height of its content, both ways, between its limits; nonsense changes nothing', async () => {
  const frame = frameAt('/equity-insights/TCS/pk_live_x');
  const heights: number[] = [];
  frame.addEventListener('vimarsh:resize', (event) => heights.push((event as CustomEvent).detail.height));
  const port = say(frame, HELLO)!;
  for (const height of [900.2, 901.5, 400, 5, 99_999, Number.NaN, '700', null]) port.postMessage({ t: 'height', height });
  port.postMessage(null);
  await vi.waitFor(() => expect(heights).toEqual([901, 400, 120, 8000]));
  expect(frame.style.height).toBe('8000px');
  expect(frame.style.getPropertyPriority('height')).toBe('important');
  port.close();
});

test('a frame that keeps growing is left as it is, and the page’s developer is told', async () => {
  const frame = frameAt('/equity-insights/TCS/pk_live_x');
  const told: string[] = [];
  frame.addEventListener('vimarsh:error', (event) => told.push((event as CustomEvent).detail.code));
  const port = say(frame, HELLO)!;
  for (let height = 200; height <= 2000; height += 100) port.postMessage({ t: 'height', height });
  await vi.waitFor(() => expect(told).toEqual(['runaway_height']));
  const stopped = frame.style.height;
  port.postMessage({ t: 'height', height: 3000 });
  await settled();
  expect(frame.style.height).toBe(stopped);
  expect(Number.parseInt(stopped, 10)).toBeLessThanOrEqual(1100);
  port.close();
});

test('its theme goes to the frame at once and with every change', async () => {
  const frame = frameAt('/equity-insights/TCS/pk_live_x');
  frame.dataset.theme = 'dark';
  const port = say(frame, HELLO)!;
  const heard: unknown[] = [];
  port.onmessage = ({ data }) => heard.push(data);
  await vi.waitFor(() => expect(heard).toEqual([{ t: 'theme', theme: 'dark' }]));
  frame.dataset.theme = 'light';
  await vi.waitFor(() => expect(heard.at(-1)).toEqual({ t: 'theme', theme: 'light' }));
  port.close();
});

test('a frame on the screen that says nothing for eight seconds is told of once, with what to allow', () => {
  vi.useFakeTimers();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const frame = observed[0] as HTMLIFrameElement;
  document.body.replaceChildren(frame);
  const told: { code: string; fix: string }[] = [];
  frame.addEventListener('vimarsh:error', (event) => told.push((event as CustomEvent).detail));
  seen([{ target: frame, isIntersecting: true } as unknown as IntersectionObserverEntry], {} as IntersectionObserver);
  vi.advanceTimersByTime(7900);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(told).toMatchObject([{ code: 'origin_denied' }]);
  expect(told[0]!.fix).toContain(`frame-src ${API}`);
  expect(told[0]!.fix).toContain(location.origin);
  expect(warned).toHaveBeenCalledTimes(1);
});
