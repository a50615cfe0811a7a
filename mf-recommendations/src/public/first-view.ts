import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * The answer to `GET /reco/v1/public` that the server wrote into the page, or null. The server built it with the contract, so
 * only its outline is checked here: the contract's parser would be larger than this screen.
 */
export function firstView(first: Readonly<Record<string, unknown>>): PublicView | null {
  const answer = first['GET /reco/v1/public'];
  const data = isRecord(answer) && answer.status === true ? answer.data : null;
  if (!isRecord(data) || !isRecord(data.outcome) || typeof data.as_of !== 'string' || typeof data.closed_until !== 'string') return null;
  const whole = Array.isArray(data.closed) && Array.isArray(data.experts) && data.closed.every((call) => isRecord(call) && isRecord(call.expert));
  return whole ? (data as PublicView) : null;
}
