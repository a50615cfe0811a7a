import { css } from '@emotion/react';
import { CASES, COMMUNICATIONS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';

const navCss = css`
  display: flex;
  gap: var(--s-4);
  margin-bottom: var(--s-12);
  & > a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding: 0 var(--s-12);
    border-radius: var(--r-6);
    color: var(--ink-2);
    font-weight: 500;
    text-decoration: none;
    &:hover {
      color: var(--ink);
    }
    &[aria-current] {
      background: var(--line);
      color: var(--ink);
      font-weight: 600;
    }
  }
`;

/** The two desks over what members say to each other: the menu has room for one of them. */
export function StaffTabs({ value }: { value: 'cases' | 'communications' }) {
  return (
    <nav css={navCss} aria-label="Moderation and records">
      <Link to={CASES} aria-current={value === 'cases' ? 'page' : undefined}>
        Cases
      </Link>
      <Link to={COMMUNICATIONS} aria-current={value === 'communications' ? 'page' : undefined}>
        Exports and holds
      </Link>
    </nav>
  );
}
