import { css, type SerializedStyles } from '@emotion/react';
import { chooseLanguage, type Language, languageNow } from '../../kit/language.ts';
import { useSessionApi } from '../../kit/session.ts';

/** The other language, by its own name: whoever looks for it can read that word. */
export function useOtherLanguage(): { lang: Language; name: string; choose: () => void } {
  const session = useSessionApi();
  const lang = languageNow() === 'hi' ? 'en' : 'hi';
  const choose = () =>
    void (
      chooseLanguage(lang) ||
      session.notify({ kind: 'error', title: 'The language stays', text: 'This browser keeps nothing, so the choice would be lost at once.', ms: 3000 })
    );
  return { lang, name: lang === 'hi' ? 'हिन्दी' : 'English', choose };
}

export function LanguageSwitch({ look }: { look?: SerializedStyles }) {
  const { lang, name, choose } = useOtherLanguage();
  return (
    <button type="button" css={look} lang={lang} translate="no" onClick={choose}>
      {name}
    </button>
  );
}

const linkCss = css`
  justify-self: start;
  min-width: 44px;
  min-height: 44px;
  text-align: start;
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
