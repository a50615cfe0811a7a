import { css } from '@emotion/react';
import { readRiskProfile } from '@vimarsh/shared/contract/risk-profile/routes.ts';
import type { RiskCategory } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { exceeds } from '@vimarsh/shared/domain/risk/category.ts';
import { RISK_PROFILE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';

const lineCss = css`
  padding-left: var(--s-12);
  border-left: 2px solid var(--warn);
  color: var(--ink-2);
  & > a {
    display: inline-block;
    min-height: 24px;
  }
`;

/** That a call asks more than its reader said they can bear. Nothing where they said nothing, or where that can't be read. */
export function RiskLine({ band }: { band: RiskCategory }) {
  const { data } = useQuery(readRiskProfile, undefined, { shown: true });
  const profile = data?.profile;
  if (!profile || !exceeds(profile.category, band)) return null;
  return (
    <p css={lineCss} role="note">
      This call’s risk is {band}; your risk profile is {profile.category}. You answered on {formatDay(profile.answered_at)}.{' '}
      <Link to={RISK_PROFILE}>Your risk profile</Link>
    </p>
  );
}
