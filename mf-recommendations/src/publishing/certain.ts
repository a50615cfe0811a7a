import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import { isCertain } from '@vimarsh/shared/contract/certain.ts';

/** The answer, or an error where it is not known what became of the request. The same intent is sent again. */
export function certain<D>(answer: Answer<D>): Answer<D> {
  if (!isCertain(answer)) throw new Error(answer.code);
  return answer;
}
