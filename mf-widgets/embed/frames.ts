import { originFix } from '@vimarsh/shared/domain/insights/key-origin.ts';
import { EQUITY_INSIGHTS, OPTIONS_INSIGHTS, SENTIMENT_WIDGET } from '@vimarsh/shared/domain/routing/places.ts';
import { ACK, isHeight, isHello, type Told } from './frame-talk.ts';

/**
 * Our iframes on a page that also loads the script: each gets the height of its content, in both directions. A frame is
 * believed by its window and its exact origin; after its greeting everything goes over a port that only it has.
 */
const PATHS = [SENTIMENT_WIDGET, EQUITY_INSIGHTS, OPTIONS_INSIGHTS];
const LEAST = 120;
/** An option chain with its charts is long on a phone; more than this is a mistake. */
const MOST = 8000;
/** A frame whose content follows its own height would grow for ever. */
const MOST_GROWS = 10;
/** A frame that a browser refused says nothing; so long a silence on screen is told to the page's developer. */
const SILENCE_MS = 8000;

const tell: Told = (frame, type, detail) => frame.dispatchEvent(new CustomEvent(`vimarsh:${type}`, { detail, bubbles: true }));

export function serveFrames(api: string): void {
  const selector = PATHS.map((path) => `iframe[src^="${api}${path}"]`).join();
  const greeted = new WeakSet<HTMLIFrameElement>();
  const framesNow = (): HTMLIFrameElement[] => [...document.querySelectorAll<HTMLIFrameElement>(selector)];

  const greet = (event: MessageEvent): void => {
    if (event.origin !== api || !isHello(event.data)) return;
    const frame = framesNow().find(({ contentWindow }) => contentWindow === event.source);
    if (!frame) return;
    greeted.add(frame);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = follow(frame);
    frame.contentWindow!.postMessage(ACK, api, [port2]);
    const sendTheme = (): void => port1.postMessage({ t: 'theme', theme: frame.dataset.theme });
    if (frame.dataset.theme) sendTheme();
    new MutationObserver(sendTheme).observe(frame, { attributes: true, attributeFilter: ['data-theme'] });
  };
  addEventListener('message', greet);

  const near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const frame = target as HTMLIFrameElement;
      setTimeout(() => {
        if (greeted.has(frame) || !frame.isConnected) return;
        const fix = `The frame was refused or never loaded. Allow frame-src ${api} in your Content-Security-Policy. ${originFix(origin)}`;
        tell(frame, 'error', { code: 'origin_denied', message: 'The frame did not answer.', fix, retryable: false });
        console.warn(`vimarsh frame: origin_denied. ${fix}`);
      }, SILENCE_MS);
    }
  });
  for (const frame of framesNow()) near.observe(frame);
}

/** Takes the heights of one frame. */
function follow(frame: HTMLIFrameElement): (event: MessageEvent) => void {
  let height = 0;
  let grows: number[] = [];
  let stopped = false;
  return ({ data }) => {
    if (stopped || !isHeight(data)) return;
    const next = Math.min(MOST, Math.max(LEAST, Math.ceil(data.height)));
    if (Math.abs(next - height) < 2) return;
    const now = performance.now();
    grows = next > height ? [...grows.filter((at) => now - at < 1000), now] : grows;
    if (grows.length > MOST_GROWS) {
      tell(frame, 'error', {
        code: 'runaway_height',
        message: 'The frame kept growing.',
        fix: 'Give the frame a width that does not follow its height.',
        retryable: false,
      });
      stopped = true;
      return;
    }
    height = next;
    frame.style.setProperty('height', `${next}px`, 'important');
    tell(frame, 'resize', { height: next });
  };
}
