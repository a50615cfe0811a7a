import type { Platform } from '../platform.ts';

/** How long a change made elsewhere may go unnoticed here; with the streams' beat, a revoked key ends within a minute. */
export const READ_AGAIN_MS = 20_000;

/** Calls `read` every so often from the start of the server to its end. A failure leaves what was read before; the log tells of the first in a row. */
export function readAgain({ onReady, onShutdown, log }: Platform, what: string, read: () => Promise<void>, everyMs = READ_AGAIN_MS): void {
  let timer: NodeJS.Timeout | undefined;
  let away = false;
  const again = async (): Promise<void> => {
    try {
      await read();
      away = false;
    } catch (error) {
      if (!away) log.warn({ err: error }, `${what} could not be read again`);
      away = true;
    }
  };
  onReady(() => {
    timer = setInterval(() => void again(), everyMs).unref();
  });
  onShutdown(() => clearInterval(timer));
}
