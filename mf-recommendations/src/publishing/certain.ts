import type { Answer } from '@vimarsh/shared/contract/answer.ts';

/** Codes that leave open whether the call was stored. The same intent is sent again. */
const UNKNOWN_END = new Set(['UNREACHABLE', 'BAD_ANSWER', 'CANCELLED', 'INTERNAL', 'RETRY']);

/** The answer, or an error where it is not known what became of the request. */
export function certain<D>(answer: Answer<D>): Answer<D> {
  if (answer.code && UNKNOWN_END.has(answer.code)) throw new Error(answer.code);
  return answer;
}
