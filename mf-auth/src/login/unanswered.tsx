import { SIGN_IN_WORDS } from './words.ts';

/** Says beneath a form that the server judged nothing (`isCertain`), until the next try; the toast is gone after 3 s. */
export function Unanswered({ when, words = SIGN_IN_WORDS.unanswered }: { when: boolean; words?: string }) {
  return (
    <p role="status" hidden={!when}>
      {when && words}
    </p>
  );
}
