import { css } from '@emotion/react';
import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import BadgeCheck from 'lucide-react/icons/badge-check';

const gridCss = css`
  display: grid;
  gap: 0 var(--s-32);
  @media (min-width: 880px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @media (min-width: 1284px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  & li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: var(--s-12);
    padding: var(--s-12) 0;
    border-top: 1px solid var(--line);
  }
  & b {
    display: flex;
    align-items: center;
    gap: var(--s-4);
    font-weight: 600;
  }
  & b > svg {
    color: var(--ink-2);
  }
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;

/** Who publishes here: identity first, with the number and until when it holds, method second, no figures. */
export function ExpertsTeaser({ experts }: { experts: readonly ExpertCard[] }) {
  if (experts.length === 0) return null;
  return (
    <section>
      <h2>Who publishes here</h2>
      <p data-lead="">Registered experts, each under their own name and SEBI number. The order is shuffled every day and says nothing about results.</p>
      <ul css={gridCss}>
        {experts.map((expert) => (
          <li key={expert.user_id}>
            <Avatar name={expert.full_name} picture={expert.picture} size={40} />
            <span>
              <b>
                {expert.full_name}
                {expert.verified && <BadgeCheck size={16} aria-label="Registration verified" />}
              </b>
              <small>
                {expert.profession}
                {expert.city && `, ${expert.city}`} · SEBI {expert.reg_no}
              </small>
              <small>Registered until {formatDay(expert.valid_to)}</small>
              {expert.style && <small>{expert.style}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
