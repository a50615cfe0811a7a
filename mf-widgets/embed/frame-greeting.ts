import { HELLO, isAck } from './frame-talk.ts';
import type { Theme } from './wire/protocol.ts';

/** When the frame greets, ms after it started. Frame and page load in any order, so it greets until somebody answers. */
const GREETINGS_MS = [0, 100, 300, 1000, 3000, 8000];
const THEMES: readonly unknown[] = ['auto', 'light', 'dark', 'partner'] satisfies readonly Theme[];

/**
 * Introduces the frame to the page around it. Only the parent window, at an origin that the access key allows (`*`: any), may answer; its answer
 * brings a port. The frame then tells its height there whenever it changes, and takes a theme from there.
 */
export function greetParent(box: HTMLElement, parents: readonly string[], dress: (theme: Theme) => void): void {
  const greetings = GREETINGS_MS.map((ms) =>
    setTimeout(() => {
      // The greeting holds only the protocol's name, so any page may read it.
      parent.postMessage(HELLO, '*');
    }, ms),
  );
  addEventListener('message', ({ source, origin, data, ports: [port] }) => {
    if (source !== parent || !(parents.includes(origin) || parents.includes('*')) || !isAck(data) || !port) return;
    for (const greeting of greetings) clearTimeout(greeting);
    port.onmessage = ({ data: message }) => {
      const { t, theme } = (message ?? {}) as { t?: unknown; theme?: Theme };
      if (t === 'theme' && theme && THEMES.includes(theme)) dress(theme);
    };
    new ResizeObserver(() => port.postMessage({ t: 'height', height: box.getBoundingClientRect().height })).observe(box);
  });
}
