import { css } from '@emotion/react';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/consents.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';

const WORD = 'terms';
const [before = ''] = CONSENT_WORDS.logIn.split(WORD);

export const noticeCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** What a login agrees to where it may make an account. */
export function TermsNotice() {
  return (
    <>
      {before}
      <Link to="/retail-side/terms-condition">{WORD}</Link>.
    </>
  );
}
