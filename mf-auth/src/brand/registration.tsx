import { css } from '@emotion/react';
import { COMPLIANCE } from '@vimarsh/shared/domain/routing/places.ts';
import { REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';

const textCss = css`
  margin: 0;
  color: var(--ink-2);
  font-size: var(--t-13);
  & a {
    display: inline-block;
    min-height: 24px;
  }
`;

/** Who asks for a number and a password, and how a visitor checks that at SEBI. */
export function Registration() {
  return (
    <p css={textCss}>
      {REGISTERED_NAME} · Research analyst {REGISTRATION_NO}
      <br />
      <Link to={COMPLIANCE}>How to verify us at SEBI</Link>
    </p>
  );
}
