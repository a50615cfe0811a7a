import type { WidgetProblem } from './protocol.ts';

/** For visitors, whatever it was. */
export const AWAY = 'Not available right now.';

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

export type Refusal = (code: string, text: string, status: number, fix: string | undefined) => WidgetProblem;

/** The data of an answer when `isWanted`; rejects with a WidgetProblem, of a refusal with what `refusal` makes of it. */
export async function dataOf<T>(asked: Promise<Response>, isWanted: (data: unknown) => data is T, refusal: Refusal): Promise<T> {
  const response = await asked;
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (!answer?.status) throw refusal(answer?.code ?? `HTTP_${response.status}`, answer?.validation || AWAY, response.status, answer?.problems?.[0]?.message);
  if (!isWanted(answer.data)) throw OTHER_SHAPE;
  return answer.data;
}

/** The data of an answer, whatever their shape. */
export const anyDataOf = (asked: Promise<Response>, refusal: Refusal): Promise<unknown> =>
  dataOf(asked, (data): data is unknown => data !== undefined, refusal);
