import { Counter } from 'prom-client';

/** So many lines of one kind are written in a window; the others are counted. */
export const WRITTEN = 10;
export const WINDOW_MS = 10_000;
/** More kinds than this at once share one count, whatever a failure says of itself. */
const KINDS = 300;
const OTHER = 'other';
const LONGEST_NAME = 120;

const LINES = new Counter({
  name: 'log_lines_total',
  help: 'Warnings and errors since the start, by kind, those left out of the log among them.',
  labelNames: ['level', 'kind'],
});

/** The kind of a line: its message without the parts that differ between requests. */
export function loggedKind(fields: unknown, message: string): string {
  const { err, error, route } = (typeof fields === 'object' && fields !== null ? fields : {}) as Record<string, unknown>;
  const failure = (err ?? error ?? (fields instanceof Error ? fields : undefined)) as { code?: unknown; name?: unknown; message?: unknown } | undefined;
  const why = failure ? String(failure.code ?? failure.message ?? failure.name ?? '') : String(route ?? '');
  // Numbers, quotations and ids are of one occurrence.
  return `${message} ${why}`
    .replaceAll(/"[^"]*"|\b[0-9A-Z]{20,}\b|\d+/g, '…')
    .trim()
    .slice(0, LONGEST_NAME);
}

interface Seen {
  written: number;
  left: number;
}

export interface Sampling {
  /** Counts a line, and says whether it is to be written. */
  take(kind: string, level: string): boolean;
}

/**
 * Lets the first lines of a kind through in each window and counts the rest, which `tell` hears of when the window ends. During an outage every
 * request fails alike: a line for each was a gigabyte an hour and told nothing that the first ones had not.
 */
export function createSampling(tell: (kind: string, left: number) => void): Sampling {
  const kinds = new Map<string, Seen>();
  return {
    take(kind, level) {
      const name = kinds.has(kind) || kinds.size < KINDS ? kind : OTHER;
      LINES.inc({ level, kind: name });
      let seen = kinds.get(name);
      if (!seen) {
        const begun: Seen = { written: 0, left: 0 };
        seen = begun;
        kinds.set(name, begun);
        setTimeout(() => {
          kinds.delete(name);
          if (begun.left > 0) tell(name, begun.left);
        }, WINDOW_MS).unref();
      }
      if (seen.written < WRITTEN) {
        seen.written += 1;
        return true;
      }
      seen.left += 1;
      return false;
    },
  };
}
