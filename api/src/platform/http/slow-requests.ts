import type { Logger } from 'pino';

const SLOW_MS = 300;
const SILENT_MS = 10_000;

export interface AnsweredRequest {
  readonly request_id: string;
  readonly method: string;
  /** The pattern, not the address. */
  readonly route: string;
  readonly status: number;
  /** From its start to the end of the answer. */
  readonly ms: number;
}

/**
 * Logs what took longer than 300 ms, of one route at most once in ten seconds: in a storm of sign-ins every one of them waits
 * its turn, and a line for each would slow down all others. The next line says how many were left out; times of every
 * request are in `/metrics`.
 */
export function slowRequestLog(log: Pick<Logger, 'warn'>, now: () => number = Date.now): (request: AnsweredRequest) => void {
  const routes = new Map<string, { silentUntil: number; unsaid: number }>();
  return (request) => {
    if (request.ms < SLOW_MS) return;
    const name = `${request.method} ${request.route}`;
    const known = routes.get(name);
    if (known && now() < known.silentUntil) {
      known.unsaid += 1;
      return;
    }
    routes.set(name, { silentUntil: now() + SILENT_MS, unsaid: 0 });
    log.warn({ ...request, ms: Math.round(request.ms), ...(known?.unsaid && { unsaid: known.unsaid }) }, 'slow request');
  };
}
