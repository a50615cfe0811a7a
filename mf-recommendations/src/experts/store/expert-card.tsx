import { css } from '@emotion/react';
import { STORE_PERIOD, type StoredExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { expertPage } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { Stars } from '@vimarsh/shared/ui/stars.tsx';
import BadgeCheck from 'lucide-react/icons/badge-check';
import type { ReactNode } from 'react';
import { isTold } from '../expert-words.ts';
import { FirstLine } from '../record/first-line.tsx';

const cardCss = css`
  display: grid;
  gap: var(--s-12);
  align-content: start;
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
const whoCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: var(--s-12);
  align-items: center;
  & h2 {
    font-size: var(--t-14);
    overflow-wrap: anywhere;
  }
  & h2 > a {
    display: inline-block;
    min-height: 24px;
    line-height: 24px;
    color: inherit;
    text-decoration: none;
  }
  & h2 > a:hover {
    text-decoration: underline;
  }
  & h2 > svg {
    display: inline-block;
    vertical-align: -3px;
    margin-left: var(--s-4);
    color: var(--ink-2);
  }
`;
const recordCss = css`
  display: grid;
  gap: var(--s-12);
  padding-top: var(--s-12);
  border-top: 1px solid var(--line);
`;
const figuresCss = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s-16);
  & dt {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & dd {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

/**
 * One expert of the store: identity first, method second, figures third and only as the site’s policy allows. It leads to the record of the period
 * that its figures are of, which is for members: a visitor comes there by the login (`byLogin`).
 */
export function ExpertCard({ expert, byLogin, action }: { expert: StoredExpert; byLogin: boolean; action: ReactNode }) {
  const { user_id, full_name, picture, profession, city, reg_no, valid_to, verified, style, terms, sectors } = expert;
  const name = full_name;
  return (
    <li css={cardCss}>
      <div css={whoCss}>
        <Avatar name={name} picture={picture} size={48} />
        <div>
          <h2>
            <Link to={`${expertPage(user_id)}&period=${STORE_PERIOD}`}>
              {name}
              {byLogin && <Hidden>, log in to see the record</Hidden>}
            </Link>
            {verified && <BadgeCheck size={16} aria-label="Registration verified" />}
          </h2>
          <small>
            {[profession, city].filter(Boolean).join(', ')} · {`SEBI ${reg_no}`}
          </small>
          <small>Registered until {formatDay(valid_to)}</small>
        </div>
        {action}
      </div>
      <div>
        {style && <small>{style}</small>}
        {terms.length > 0 && <small>{terms.map((term) => TERM_LABEL[term].name).join(' · ')}</small>}
        {sectors.length > 0 && <small>{sectors.slice(0, 3).join(' · ')}</small>}
      </div>
      {expert.record && <Figures record={expert.record} />}
    </li>
  );
}

function Figures({ record }: { record: NonNullable<StoredExpert['record']> }) {
  const { luck, made, worst, stars } = record;
  return (
    <div css={recordCss}>
      <FirstLine record={record} period={STORE_PERIOD} />
      {luck && (
        <dl css={figuresCss}>
          <div>
            <dt>Average call, after costs</dt>
            <dd>
              <Change pct={made} />
            </dd>
          </div>
          <div>
            <dt>Worst call, after costs</dt>
            <dd>
              <Change pct={worst} />
            </dd>
          </div>
        </dl>
      )}
      {luck && isTold(luck.verdict) && <Stars value={stars} />}
    </div>
  );
}
