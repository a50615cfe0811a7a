/** ms of wall time after which an answer is not waited for any more. */
const ANSWER_MS = 10_000;

/** What a broker answers, or `late` where it takes too long or its adapter throws: then nobody knows. */
export async function withLimit<T>(work: () => Promise<T>, late: (why: string) => T, ms: number = ANSWER_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late('no answer in time')), ms);
  });
  try {
    return await Promise.race([work(), over]);
  } catch (error) {
    return late(error instanceof Error ? error.message : 'no answer');
  } finally {
    clearTimeout(timer);
  }
}
