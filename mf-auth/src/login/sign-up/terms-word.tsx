import { css } from '@emotion/react';
import { CONSENTS } from '@vimarsh/shared/domain/people/consents.ts';
import { TERMS_AND_CONDITIONS } from '@vimarsh/shared/domain/routing/places.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useState } from 'react';

const wordCss = css`
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent);
  font: inherit;
  text-decoration: underline;
  cursor: pointer;
`;
const noticeCss = css`
  display: grid;
  gap: var(--s-16);
  & h3 {
    font-size: var(--t-14);
  }
  & p {
    color: var(--ink-2);
  }
`;

const { terms, ...notIncluded } = CONSENTS;

/** The word “terms”. It opens the terms point by point over the form, so that nothing typed is lost. */
export function TermsWord() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" css={wordCss} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        terms
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="What you agree to"
        footer={
          <a css={buttonCss('quiet')} href={TERMS_AND_CONDITIONS} target="_blank" rel="noopener">
            Read the terms in a new tab
          </a>
        }
      >
        <div css={noticeCss}>
          <section>
            <h3>
              {terms.title}, version {terms.version}
            </h3>
            <p>{terms.purpose}</p>
            <p>{terms.ending}</p>
          </section>
          <p>This does not cover the following. We ask you when you need it:</p>
          {Object.values(notIncluded).map(({ title, purpose, ending }) => (
            <section key={title}>
              <h3>{title}</h3>
              <p>{purpose}</p>
              <p>{ending}</p>
            </section>
          ))}
        </div>
      </Dialog>
    </>
  );
}
