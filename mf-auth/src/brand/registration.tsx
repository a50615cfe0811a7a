import { css } from '@emotion/react';
import { REGISTERED_NAME, REGISTRATION_NO, SEBI_INTERMEDIARIES } from '@vimarsh/shared/domain/text/disclosure.ts';

const textCss = css`
  margin: 0;
  color: var(--ink-2);
  font-size: var(--t-13);
  & a {
    display: inline-block;
    min-height: 24px;
  }
`;

/** Who asks for a number and a password, and where a visitor can check that at SEBI. */
export function Registration() {
  return (
    <p css={textCss}>
      {REGISTERED_NAME} · Research analyst {REGISTRATION_NO}
      <br />
      <a href={SEBI_INTERMEDIARIES} target="_blank" rel="noreferrer">
        Verify us at SEBI
      </a>
    </p>
  );
}
