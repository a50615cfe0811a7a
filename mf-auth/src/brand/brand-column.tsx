import { css } from '@emotion/react';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { PUBLIC_HOME } from '@vimarsh/shared/domain/routing/places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { LanguageLink } from '@vimarsh/shared/ui/fields/language-switch.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import type { ReactNode, RefObject } from 'react';
import { linksCss } from '../login/form.css.ts';
import { BrandFace } from './brand-face.tsx';
import { hasScreen } from './has-screen.ts';
import { Registration } from './registration.tsx';

const column = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
  width: 100%;
  max-width: 400px;
  margin: 0 auto;
  padding: var(--s-48) var(--s-16);
  & h1 {
    font-size: var(--t-20);
  }
  & > header {
    display: grid;
    gap: var(--s-16);
    justify-items: start;
  }
`;
const besideCss = css`
  ${media.chat} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(440px, 1fr);
    /* From the top: what the site's offer adds below moves nothing above it. */
    align-items: start;
    min-height: 100dvh;
  }
`;
const wideCss = css`
  max-width: 760px;
`;
const wordMark = css`
  font-size: var(--t-28);
  font-weight: 600;
  color: var(--accent);
`;
const logoCss = css`
  max-width: 100%;
  height: 40px;
  object-fit: contain;
  object-position: left;
`;

const homeCss = css`
  display: inline-flex;
  align-items: center;
  max-width: 100%;
  min-height: 44px;
  margin-block: -2px;
  text-decoration: none;
`;

interface Props {
  title: string;
  heading?: RefObject<HTMLHeadingElement | null>;
  /** For a grid of brokers, which needs more width than one column of fields. */
  wide?: boolean;
  /** Whether all above the foot is there: it comes last, so that nothing pushes it down. */
  whole?: boolean;
  children: ReactNode;
}

/** The frame of every screen before sign-in: one column under the host's brand, which leads to its public page. */
export function BrandColumn({ title, heading, wide = false, whole = true, children }: Props) {
  const session = useSession();
  const { environment } = session;
  const mark = environment ? (
    <img css={logoCss} src={environment.logo} width={environment.width} height={40} alt={environment.utm_source} />
  ) : (
    <span css={wordMark}>{BRAND_TITLE}</span>
  );
  const form = (
    <div css={[column, linksCss, wide && wideCss]}>
      <header>
        {hasScreen(session.page().releases, PUBLIC_HOME) ? (
          <Link to={PUBLIC_HOME} css={homeCss}>
            {mark}
          </Link>
        ) : (
          mark
        )}
        <Registration />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      {children}
      {whole && (
        <footer>
          <LanguageLink />
        </footer>
      )}
    </div>
  );
  return (
    <div css={!wide && besideCss}>
      {!wide && <BrandFace />}
      {form}
    </div>
  );
}
