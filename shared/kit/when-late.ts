const LATE_AFTER_MS = 15_000;

/** Calls once no news has come for 15 s, or as soon as the connection is away: nothing comes then. Answers how to stop waiting. */
export function whenLate(late: () => void): () => void {
  const timer = setTimeout(late, LATE_AFTER_MS);
  addEventListener('offline', late);
  return () => {
    clearTimeout(timer);
    removeEventListener('offline', late);
  };
}
