import { css, type SerializedStyles } from '@emotion/react';
import { chooseLanguage, languageNow } from '../kit/language.ts';
import { useSessionApi } from '../kit/session.ts';

/** The other language, by its own name: whoever looks for it can read that word. */
export function LanguageSwitch({ look }: { look?: SerializedStyles }) {
  const session = useSessionApi();
  const other = languageNow() === 'hi' ? 'en' : 'hi';
  const choose = () =>
    chooseLanguage(other) ||
    session.notify({ kind: 'error', title: 'The language stays', text: 'This browser keeps nothing, so the choice would be lost at once.', ms: 3000 });
  return (
    <button type="button" css={look} lang={other} translate="no" onClick={choose}>
      {other === 'hi' ? 'हिन्दी' : 'English'}
    </button>
  );
}

const linkCss = css`
  justify-self: start;
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  text-decoration: underline;
  cursor: pointer;
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 24px;
  }
`;

/** For the foot of a page, among links. */
export const LanguageLink = () => <LanguageSwitch look={linkCss} />;
