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

/** A server or something on the way may name a longer pause than anybody should be left with, ms. */
const LONGEST_PAUSE_MS = 3_600_000;

/** How long the answer wishes to be left alone, ms: proxies name seconds or a date, some of them twice. All dates of HTTP are in GMT; the oldest form does not say so. */
function pauseOf({ headers }: Response): number {
  const said = headers.get('retry-after') ?? '';
  const ms = /^\W*\d/.test(said) ? Number.parseInt(said, 10) * 1000 : Date.parse(`${said.split(/ GMT/i)[0]} GMT`) - Date.now();
  return ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : 0;
}

/**
 * The data of an answer when `isWanted`. Rejects with a WidgetProblem: with what `refusal` makes of a refusal, which has our shape and
 * a code. Anything else, such as a cut answer, a page of HTML or a gateway's JSON, is no answer of ours whatever its status, and is asked for again.
 */
export async function dataOf<T>(asked: Promise<Response>, isWanted: (data: unknown) => data is T, refusal: Refusal): Promise<T> {
  const response = await asked;
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (answer?.status === true) {
    if (!isWanted(answer.data)) throw OTHER_SHAPE;
    return answer.data;
  }
  const { status } = response;
  const problem =
    answer?.status === false && answer.code
      ? refusal(answer.code, answer.validation || AWAY, status, answer.problems?.[0]?.message)
      : { ...OFFLINE, code: `HTTP_${status}`, fix: `Something on the way answered ${status} for the API.` };
  throw { ...problem, pauseMs: pauseOf(response) };
}

/** The data of an answer, whatever their shape. */
export const anyDataOf = (asked: Promise<Response>, refusal: Refusal): Promise<unknown> =>
  dataOf(asked, (data): data is unknown => data !== undefined, refusal);
