import { css } from '@emotion/react';
import { belongsTo } from '../../domain/access/audiences.ts';
import { may } from '../../domain/access/may.ts';
import { PROFILE_UPDATE } from '../../domain/routing/member-places.ts';
import { PLANS } from '../../domain/routing/places.ts';
import { callerOf } from '../../kit/caller.ts';
import { Link } from '../../kit/router.tsx';
import { useSession } from '../../kit/session.ts';
import { Badge } from '../badge.tsx';

const listCss = css`
  display: grid;
  gap: var(--s-4);
  max-width: 640px;
  margin: 0;
  padding: var(--s-12) var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  list-style: none;
  counter-reset: step;
  & > li::before {
    counter-increment: step;
    content: counter(step) '.';
  }
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s-4) var(--s-12);
    min-height: 32px;
  }
  & a {
    line-height: 24px;
  }
`;

/**
 * What leads an expert to their first call: each step, whether it is done, and the way to the next. What it will cost, where it
 * is sold, can be looked up from the first. Nothing once all is done.
 */
export function FirstCallSteps() {
  const caller = callerOf(useSession());
  if (!belongsTo(caller, 'experts') || may(caller, 'calls.publish-new')) return null;
  const { verified, publisher } = caller;
  // Where it is sold to nobody, the plan has no name.
  const sold = belongsTo(caller, 'planBuyers');
  const steps = [
    { label: 'Your documents are verified', done: verified, way: { to: `${PROFILE_UPDATE}?active_step=2`, word: 'Go to your documents', early: false } },
    sold
      ? { label: 'You have a Publisher plan', done: publisher, way: { to: PLANS, word: 'See the Publisher plan', early: true } }
      : { label: 'Your partner lets you publish here', done: publisher, way: false as const },
    { label: 'You publish your first call', done: false, way: false as const },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <ol css={listCss} aria-label="Steps to your first call">
      {steps.map(({ label, done, way }, at) => (
        <li key={label}>
          <span>{label}</span>
          {done && <Badge tone="accent">Done</Badge>}
          {!done && <Badge>Not yet</Badge>}
          {!done && way && (at === next || way.early) && <Link to={way.to}>{way.word}</Link>}
        </li>
      ))}
    </ol>
  );
}
