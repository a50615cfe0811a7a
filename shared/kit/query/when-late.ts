import { SILENT } from '@vimarsh/shared/session/reach.ts';

const LATE_AFTER_MS = 15_000;

/** Calls once no news has come for 15 s, or as soon as the connection is away or the server silent: nothing comes then. Answers how to stop waiting. */
export function whenLate(late: () => void): () => void {
  const events = ['offline', SILENT];
  const timer = setTimeout(late, LATE_AFTER_MS);
  for (const event of events) addEventListener(event, late);
  return () => {
    clearTimeout(timer);
    for (const event of events) removeEventListener(event, late);
  };
}
