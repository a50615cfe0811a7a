/** An HTTP answer as far as the session reads it. */
export interface Answered {
  readonly status: number;
  readonly data: unknown;
}
interface Ahead {
  readonly url: string;
  readonly token: string;
  /** Null: nothing came that can be read. */
  readonly answer: Promise<Answered | null>;
  readonly giveUp: AbortController;
}
/** On the page, because who asks and who takes are built apart. */
const page = globalThis as { vimarsh_ahead?: Ahead | undefined };
/** More than a slow phone takes until its screen asks. Older, or later, it is given up, ms. */
const KEPT_MS = 15_000;

/** Sends what a screen will ask first (`GET url`) while the code that sends requests is on its way. */
export function askAhead(url: string, token: string): void {
  const giveUp = new AbortController();
  const answer = fetch(url, { headers: { Authorization: `Bearer ${token}` }, signal: giveUp.signal })
    .then(async (response) => ({ status: response.status, data: await response.json() }))
    .catch(() => null);
  const ahead = { url, token, answer, giveUp };
  page.vimarsh_ahead = ahead;
  setTimeout(() => {
    giveUp.abort();
    if (page.vimarsh_ahead === ahead) page.vimarsh_ahead = undefined;
  }, KEPT_MS);
}

/** The answer that was asked for ahead, once, where the same person asks the same; undefined: there is none. From then on `signal` cancels it. */
export function takeAhead(url: string, token: string, signal: AbortSignal): Promise<Answered | null> | undefined {
  const ahead = page.vimarsh_ahead;
  if (ahead?.url !== url || ahead.token !== token) return undefined;
  page.vimarsh_ahead = undefined;
  if (signal.aborted) ahead.giveUp.abort();
  signal.addEventListener('abort', () => ahead.giveUp.abort());
  return ahead.answer;
}
