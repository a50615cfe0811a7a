import { css } from '@emotion/react';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { TermsWord } from './terms-word.tsx';

/** The recorded sentence ends in “terms”, the word that opens the notice. */
const [sentence = ''] = CONSENT_WORDS.logIn.split('terms');

export const noticeCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** What a login agrees to where it may create an account. */
export function TermsNotice() {
  return (
    <>
      {sentence}
      <TermsWord />.
    </>
  );
}
