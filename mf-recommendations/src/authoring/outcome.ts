import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';

/**
 * Success closes the dialog with a short notice; a refusal is shown in the dialog. Throws where it is not known whether the entry was
 * recorded, and has the call read again.
 */
export function useOutcome(onDone: () => void) {
  const { notify } = useSessionApi();
  return (answer: Answer<unknown>, title: string, text: string): string | null => {
    if (!isCertain(answer)) {
      onDone();
      throw new Error(answer.code);
    }
    // A refusal of one rule says it as a whole and as its problem: it is read once.
    if (!answer.data) return [...new Set([answer.validation, ...(answer.problems ?? []).map((problem) => problem.message)])].filter(Boolean).join(' ');
    notify({ kind: 'success', title, text, ms: 2000 });
    onDone();
    return null;
  };
}
