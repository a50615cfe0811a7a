import { css } from '@emotion/react';
import { PUBLISH_CALL } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { type OwnCall, useOwnCalls } from './own-calls.ts';

const bodyCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
`;
const chipsCss = css`
  display: flex;
  gap: var(--s-8);
`;
const listCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 0;
  padding: 0;
  list-style: none;
`;
const callCss = css`
  display: grid;
  gap: 2px;
  width: 100%;
  min-height: 52px;
  padding: var(--s-8) var(--s-4);
  border: 0;
  border-bottom: 1px solid var(--line);
  background: none;
  color: var(--ink);
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: var(--canvas);
  }
  & > b {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > small {
    color: var(--ink-2);
    font-size: var(--t-12);
    font-variant-numeric: tabular-nums;
  }
`;

type Tab = 'open' | 'closed';
const TABS: readonly (readonly [Tab, string])[] = [
  ['open', 'Open'],
  ['closed', 'Ended'],
];

/** An expert chooses one of their own published calls. */
export function PickCall({ onPick, onClose }: { onPick: (call: OwnCall) => void; onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('open');
  const { calls, loading, error, refetch } = useOwnCalls(tab);
  return (
    <Dialog open onClose={onClose} title="Attach a published call" footer={<Button onClick={onClose}>Cancel</Button>}>
      <div css={bodyCss}>
        <div css={chipsCss}>
          {TABS.map(([value, label]) => (
            <Chip key={value} pressed={tab === value} onPress={() => setTab(value)}>
              {label}
            </Chip>
          ))}
        </div>
        {loading ? (
          <SkeletonRows rows={4} height={52} />
        ) : error ? (
          <ErrorState what="your calls" error={error} onRetry={refetch} />
        ) : calls.length === 0 ? (
          <EmptyState
            title={tab === 'open' ? 'No open call.' : 'No ended call.'}
            text="What you publish can be attached here."
            action={
              <Link css={buttonCss('quiet')} to={PUBLISH_CALL}>
                Publish a call
              </Link>
            }
          />
        ) : (
          <ul css={listCss} aria-label="Your calls">
            {calls.map((call) => (
              <li key={call.id}>
                <button type="button" css={callCss} onClick={() => onPick(call)}>
                  <b translate="no">{call.label}</b>
                  <small>
                    <span>{outcomeLabel(call.status)}</span> · <time dateTime={call.published_at}>{formatIst(call.published_at)}</time>
                  </small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
