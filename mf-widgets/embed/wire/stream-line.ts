import type { StreamEvent } from '@vimarsh/shared/contract/embed/events.ts';
import { eventOf } from './shapes.ts';

/** A proxy that keeps the stream to itself is told from a slow network by this long a silence at the start. */
const FIRST_WORD_MS = 8000;
/** Two beats of the server missed. */
const SILENCE_MS = 40_000;
const EVENTS: readonly StreamEvent[] = ['hello', 'value', 'delta', 'refused', 'beat', 'bye'];

export interface LineListener {
  /** `data` has the shape of the event. */
  event(type: StreamEvent, data: Record<string, unknown>, id: string): void;
  /** The line is gone. `stood`: it had worked. `retryMs`: when the server wants to be asked again. */
  lost(stood: boolean, retryMs: number | null): void;
}

/** One stream. It is never taken up again by the browser itself: whether, when and with which token is decided above. */
export function openLine(url: string, listener: LineListener): () => void {
  const source = new EventSource(url);
  let stood = false;
  let retryMs: number | null = null;
  let timer = 0;
  const close = (): void => {
    clearTimeout(timer);
    source.close();
  };
  const lose = (): void => {
    close();
    listener.lost(stood, retryMs);
  };
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(lose, stood ? SILENCE_MS : FIRST_WORD_MS) as unknown as number;
  };
  for (const type of EVENTS)
    source.addEventListener(type, ({ data: text, lastEventId }: MessageEvent<string>) => {
      const data = eventOf(type, text);
      if (!data) return;
      stood = true;
      heard();
      if (type === 'bye') retryMs = data.retry_ms as number;
      else listener.event(type, data, lastEventId);
    });
  source.onerror = lose;
  heard();
  return close;
}
