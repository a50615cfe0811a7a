import { useSessionApi } from '@vimarsh/shared/kit/session.ts';

/** Success closes the dialog with a short notice; a refusal is shown in the dialog. */
export function useOutcome(onDone: () => void) {
  const { notify } = useSessionApi();
  return (answer: { data: unknown; validation: string; problems?: { message: string }[] }, title: string, text: string): string | null => {
    // A refusal of one rule says it as a whole and as its problem: it is read once.
    if (!answer.data) return [...new Set([answer.validation, ...(answer.problems ?? []).map((problem) => problem.message)])].filter(Boolean).join(' ');
    notify({ kind: 'success', title, text, ms: 2000 });
    onDone();
    return null;
  };
}
