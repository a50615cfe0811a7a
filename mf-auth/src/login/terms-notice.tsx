import { css } from '@emotion/react';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/consents.ts';
import { TermsWord } from './terms-word.tsx';

/** The sentence that is kept ends in the word that opens the notice. */
const [before = ''] = CONSENT_WORDS.logIn.split('terms');

export const noticeCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** What a login agrees to where it may make an account. */
export function TermsNotice() {
  return (
    <>
      {before}
      <TermsWord />.
    </>
  );
}
