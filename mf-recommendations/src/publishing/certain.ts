import type { Answer } from '@vimarsh/shared/contract/answer.ts';

/** Codes that leave open whether what was sent was stored. The same intent is sent again. */
const UNKNOWN_END = new Set(['UNREACHABLE', 'BAD_ANSWER', 'CANCELLED', 'INTERNAL', 'RETRY']);

/** Whether it is known what became of the request. */
export const isCertain = ({ code }: Pick<Answer<unknown>, 'code'>): boolean => !code || !UNKNOWN_END.has(code);

/** The answer, or an error where it is not known what became of the request. */
export function certain<D>(answer: Answer<D>): Answer<D> {
  if (!isCertain(answer)) throw new Error(answer.code);
  return answer;
}
