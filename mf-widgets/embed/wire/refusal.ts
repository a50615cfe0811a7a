import { originFix } from '@vimarsh/shared/domain/insights/key-origin.ts';
import { AWAY } from './api-answer.ts';
import type { WidgetProblem } from './protocol.ts';

/** What an integrator has to change, by the code of a refusal. */
const FIXES: Record<string, string> = {
  KEY_MISSING: 'Set the access-key attribute to the key from your Vimarsh partner page.',
  KEY_UNKNOWN: 'Check the access-key attribute; this key does not exist.',
  KEY_REVOKED: 'This key was revoked. Use the current key from your partner page.',
  KEY_EXPIRED: 'This key has expired. Use the current key from your partner page.',
  WIDGET_SCOPE: 'This key does not include this widget.',
  UNKNOWN_SYMBOL: 'Use an NSE trading symbol in the stock or index attribute.',
  SYMBOL_DELISTED: 'The stock is no longer listed; show another one.',
  NO_PRICES: 'The stock has no prices yet; show another one.',
  NO_DERIVATIVES: 'Use an index or stock that has options.',
  NO_EXPIRY: 'Leave the expiry attribute out, or name a listed expiry as YYYY-MM-DD.',
  RATE: 'Too many requests for this key; the widget tries again by itself.',
};

/** `fix`: what the server says has to change, where it knows better than this list. */
export const refusal = (code: string, text = AWAY, status = 200, fix = code === 'ORIGIN_DENIED' ? originFix(origin) : FIXES[code]): WidgetProblem => ({
  code,
  text,
  fix: fix ?? `The API answered ${status} ${code}.`,
  // An app is about to give its page the next proof.
  retryable: status >= 500 || status === 429 || status === 408 || code === 'RATE' || code === 'SESSION_ENDED' || code === 'PROOF_EXPIRED',
});

/** Whether the answer is about what was asked for: a visitor who asks again reads the same. */
export const isAboutSubject = ({ code }: WidgetProblem): boolean => /SYMBOL|^NO_/.test(code);
