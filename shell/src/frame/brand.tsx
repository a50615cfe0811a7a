import { css } from '@emotion/react';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';

const linkCss = css`
  display: inline-flex;
  align-items: center;
  gap: var(--s-8);
  min-width: 0;
  color: var(--ink);
  font-size: var(--t-16);
  font-weight: 600;
  text-decoration: none;
  & img {
    max-width: 100%;
    height: auto;
  }
  & svg {
    flex: none;
    color: var(--accent);
  }
`;

/** Large enough for a thumb, in the space of the tile. */
const thumbCss = css`
  margin: -6px;
  padding: 6px;
`;
const tileCss = css`
  && {
    flex: none;
    width: 32px;
    height: 32px;
    object-fit: cover;
    object-position: left;
    border-radius: 8px;
  }
`;

/** Vimarsh's mark, the rail: a line, an entry and a moving price. */
function Mark() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M3 7v10M3 12h9M19 12h3" />
      <circle cx="15.5" cy="12" r="4" fill="currentColor" stroke="none" />
    </svg>
  );
}

/** The partner's logo, or our mark and name, as a link home. `small` shows the tile at the logo's left end, for rail and phone. */
export function Brand({ home, small = false }: { home: string; small?: boolean }) {
  const { environment } = useSession();
  const name = environment?.utm_source ?? BRAND_TITLE;
  return (
    <Link to={home} css={[linkCss, small && thumbCss]} aria-label={`${name}, home`}>
      {environment?.logo ? (
        <img css={small && tileCss} src={environment.logo} alt={name} width={small ? 32 : environment.width} height={small ? 32 : undefined} />
      ) : (
        <>
          <Mark />
          {!small && BRAND_TITLE}
        </>
      )}
    </Link>
  );
}
