import type { Data, Route } from '../../contract/route.ts';
import type { Envelope, LocalCode } from '../session.types.ts';

const SENTENCES = {
  UNREACHABLE: 'We can’t reach the server. Check your connection and try again.',
  BAD_ANSWER: 'The server’s answer could not be read. Reload the page.',
  CANCELLED: '',
} satisfies Record<LocalCode, string>;

/** An answer that never came from the server. */
export const localAnswer = <R extends Route>(code: LocalCode, request_id?: string): Envelope<Data<R>> => ({
  status: false,
  validation: SENTENCES[code],
  redirect: '',
  data: null,
  code,
  ...(request_id && { request_id }),
  extras: {},
});
