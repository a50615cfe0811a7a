import { whenBack } from './connection.ts';

/** Said beside what was pressed. */
export const WAITS = 'Will be sent when you are back';

/** Nobody says that the server answers again where it failed one request only, ms. */
const AGAIN_MS = 15_000;

/** What found no server, the last wish for each thing. A sign-out loads another page, which has none of it. */
const unsent = new Map<string, () => void>();
let stop: (() => void) | null = null;

/** Sends it once the server may be there again, unless another wish for the same thing comes before. */
export function sendWhenBack(thing: string, send: () => void): void {
  unsent.set(thing, send);
  if (stop) return;
  const back = () => {
    stop?.();
    stop = null;
    const sends = [...unsent.values()];
    unsent.clear();
    for (const each of sends) each();
  };
  const timer = setTimeout(back, AGAIN_MS);
  const unhear = whenBack(back);
  stop = () => {
    clearTimeout(timer);
    unhear();
  };
}

/** The server has answered a later wish for it. */
export const dropUnsent = (thing: string): void => void unsent.delete(thing);
