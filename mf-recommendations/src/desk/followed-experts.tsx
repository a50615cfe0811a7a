import { css } from '@emotion/react';
import type { FollowedExpert } from '@vimarsh/shared/contract/calls/desk.ts';
import { callsOfExpert } from '@vimarsh/shared/domain/routing/member-places.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { formatAge, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { AuthorTail, useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { ExpertName } from '@vimarsh/shared/ui/calls/expert-name.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import { cardCss } from './desk-css.ts';

const gridCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 264px), 1fr));
  gap: var(--s-12);
  & small {
    color: var(--ink-2);
  }
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
  }
`;

const calls = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'call' : 'calls'}`;

function liveText({ open, fresh }: FollowedExpert, within: string): string {
  if (open === 0) return 'No live call on shares in your plan';
  return fresh > 0 ? `${calls(open)} on shares live, ${formatNumber(fresh)} of them published ${within}` : `${calls(open)} on shares live`;
}

export interface FollowedExpertsProps {
  experts: readonly FollowedExpert[];
  now: string;
  /** "in the last month". */
  within: string;
}

/** The experts whom an investor follows: how active they are, and what their ended calls made, where the site shows figures. */
export function FollowedExperts({ experts, now, within }: FollowedExpertsProps) {
  const lineOf = useAuthorLines(
    'shares',
    experts.map((expert) => ({ expert })),
  );
  if (experts.length === 0)
    return (
      <EmptyState
        title="Follow an expert to fill your desk"
        text="Their live calls, what becomes of each and its result then stand here, whatever it is."
        action={
          <Link css={buttonCss('primary')} to={HOME_WHEN_SIGNED_IN}>
            See experts’ calls
          </Link>
        }
      />
    );
  return (
    <ul css={gridCss} aria-label="Experts you follow">
      {experts.map((expert) => (
        <li key={expert.user_id} css={cardCss}>
          <ExpertName expert={expert} size={32} />
          <small>SEBI {expert.reg_no}</small>
          <AuthorTail line={lineOf(expert.user_id, 'shares')} />
          <span>{liveText(expert, within)}</span>
          {expert.latest && <small>Newest: {formatAge(expert.latest, now)}</small>}
          <Link to={callsOfExpert(expert.user_id)}>Calls of {expert.full_name}</Link>
        </li>
      ))}
    </ul>
  );
}
