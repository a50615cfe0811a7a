import { css } from '@emotion/react';
import type { chatQuota } from '@vimarsh/shared/contract/chat/types.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { useState } from 'react';
import type * as z from 'zod/mini';

export type Quota = z.output<typeof chatQuota>;

const usedCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--s-12);
  color: var(--ink-2);
  font-size: var(--t-13);
  & strong {
    color: var(--ink);
    font-size: var(--t-14);
    font-weight: 600;
  }
`;
const howCss = css`
  & > button {
    padding-inline: 0;
    text-decoration: underline;
  }
`;

/** How many more experts can be asked now, as the server counts (`refuseRequest`): each request takes the place of the chat it may become. */
export const leftToAsk = (quota: Quota): number => (quota ? Math.max(0, Math.min(quota.pending - quota.waiting, quota.rooms - quota.open - quota.waiting)) : 0);

/** Whether one may ask now, what that takes of the plan, and how a chat goes. */
export function QuotaLine({ quota }: { quota: Quota }) {
  if (!quota)
    return (
      <>
        <NoPlan />
        <HowItGoes />
      </>
    );
  const { rooms, open, waiting } = quota;
  const left = leftToAsk(quota);
  return (
    <div>
      <p css={usedCss} role="status">
        {left === 0 ? <NoneLeft {...quota} /> : <strong>{left === 1 ? 'You can ask 1 expert now.' : `You can ask ${left} experts now.`}</strong>}
        <span>
          <span>{rooms === 1 ? 'Your plan has 1 chat at a time' : `Your plan has ${rooms} chats at a time`}</span>
          {open + waiting > 0 && (
            <>
              {' · '}
              <span>{`${open} open, ${waiting} waiting`}</span>
            </>
          )}
        </span>
      </p>
      <HowItGoes />
    </div>
  );
}

const NoneLeft = part<NonNullable<Quota>>({
  what: 'What your plan has',
  load: () => import('./about-chats.panel.tsx').then(({ NoneLeft }) => NoneLeft),
});

/** As high as what it says on a phone. */
const NoPlan = part<object>({
  what: 'What your plan has',
  load: () => import('./about-chats.panel.tsx').then(({ NoPlan }) => NoPlan),
  placeholder: <SkeletonRows rows={1} height={190} />,
});

const HowList = part<object>({ what: 'How a chat goes', load: () => import('./about-chats.panel.tsx').then(({ HowList }) => HowList) });

/** Read before the first request, and never in the way of the next ones. */
function HowItGoes() {
  const [open, setOpen] = useState(false);
  return (
    <div css={howCss}>
      <Button kind="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
        How a chat goes, and what may not be asked
      </Button>
      {open && <HowList />}
    </div>
  );
}
