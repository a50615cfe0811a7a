/** Asks, and answers what came; rejects once `ms` went by without an answer. The request is let go then, as it is with `signal`. */
export async function answerWithin<A>(ms: number, signal: AbortSignal, ask: (signal: AbortSignal) => Promise<A>): Promise<A> {
  const aborter = new AbortController();
  const stop = () => aborter.abort();
  signal.addEventListener('abort', stop, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`No answer within ${ms} ms`));
      stop();
    }, ms);
  });
  try {
    return await Promise.race([ask(aborter.signal), late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
