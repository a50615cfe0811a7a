import type { WidgetProblem } from './protocol.ts';

/** Reads answers of the API in embeds: the envelope opened, refusals told with what an integrator has to change. */
const FIXES: Record<string, string> = {
  KEY_MISSING: 'Set the access-key attribute to the key from your Vimarsh partner page.',
  KEY_UNKNOWN: 'Check the access-key attribute; this key does not exist.',
  KEY_REVOKED: 'This key was revoked. Use the current key from your partner page.',
  KEY_EXPIRED: 'This key has expired. Use the current key from your partner page.',
  ORIGIN_DENIED: 'Add this page’s origin to the key on your partner page: ',
  WIDGET_SCOPE: 'This key does not include this widget.',
  UNKNOWN_SYMBOL: 'Use an NSE trading symbol in the stock or index attribute.',
  SYMBOL_DELISTED: 'The stock is no longer listed; show another one.',
  NO_PRICES: 'The stock has no prices yet; show another one.',
  NO_DERIVATIVES: 'Use an index or stock that has options.',
  NO_EXPIRY: 'Leave the expiry attribute out, or name a listed expiry as YYYY-MM-DD.',
  RATE: 'Too many requests for this key; the widget tries again by itself.',
};
const AWAY = 'Not available right now.';

/** `fix`: what the server says has to change, where it knows better than this list. */
export const refusal = (code: string, text = AWAY, status = 200, fix = FIXES[code]): WidgetProblem => ({
  code,
  text,
  fix: (fix ?? `The API answered ${status} ${code}.`) + (code === 'ORIGIN_DENIED' ? location.origin : ''),
  // An app is about to give its page the next proof.
  retryable: status >= 500 || code === 'RATE' || code === 'SESSION_ENDED' || code === 'PROOF_EXPIRED',
});
const OFFLINE: WidgetProblem = {
  code: 'offline',
  text: AWAY,
  fix: 'The API could not be reached; check connect-src in your Content-Security-Policy.',
  retryable: true,
};
const OTHER_SHAPE: WidgetProblem = {
  code: 'upstream_shape',
  text: AWAY,
  fix: 'The API answered another shape; load the current widget version.',
  retryable: true,
};
const isProblem = (value: unknown): value is WidgetProblem => typeof value === 'object' && value !== null && 'fix' in value;
export const problemOf = (error: unknown): WidgetProblem => (isProblem(error) ? error : OFFLINE);

interface Answer {
  readonly status?: boolean;
  readonly code?: string;
  readonly validation?: string;
  readonly problems?: readonly { readonly message: string }[];
  readonly data?: unknown;
}

/** The data of an answer when `isWanted`; rejects with a WidgetProblem. */
export async function dataOf<T>(asked: Promise<Response>, isWanted: (data: unknown) => data is T): Promise<T> {
  const response = await asked;
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (!answer?.status) throw refusal(answer?.code ?? `HTTP_${response.status}`, answer?.validation || AWAY, response.status, answer?.problems?.[0]?.message);
  if (!isWanted(answer.data)) throw OTHER_SHAPE;
  return answer.data;
}

/** The data of an answer, whatever their shape. */
export const anyDataOf = (asked: Promise<Response>): Promise<unknown> => dataOf(asked, (data): data is unknown => data !== undefined);
