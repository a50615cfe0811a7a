/** An HTTP answer as far as the session reads it. */
export interface Answered {
  readonly status: number;
  readonly data: unknown;
}
/** A request that the page's own script sent (`root-config/kept/ask-first.js`) while the code that sends requests was on its way. */
interface Ahead {
  readonly url: string;
  readonly token: string;
  /** Null: nothing came that can be read. */
  readonly answer: Promise<Answered | null>;
  readonly giveUp: AbortController;
}
/** On the page, because who asks is no module. */
const page = globalThis as { vimarsh_ahead?: Ahead | undefined };
/** The answer that was asked for ahead, once, where the same person asks the same; undefined: there is none. From then on `signal` cancels it. */
export function takeAhead(url: string, token: string, signal: AbortSignal): Promise<Answered | null> | undefined {
  const ahead = page.vimarsh_ahead;
  if (ahead?.url !== url || ahead.token !== token) return undefined;
  page.vimarsh_ahead = undefined;
  if (signal.aborted) ahead.giveUp.abort();
  signal.addEventListener('abort', () => ahead.giveUp.abort());
  return ahead.answer;
}
