import { css } from '@emotion/react';
import { MOST_A_DAY, MOST_ALERTS } from '@vimarsh/shared/contract/alerts/types.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SkeletonHost, SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { AlertForm } from './alert-form.tsx';
import { AlertRows } from './alert-rows.tsx';
import { useAlerts } from './use-alerts.ts';

const stackCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  justify-items: start;
  & > * {
    width: 100%;
  }
  & > button {
    width: auto;
  }
`;
const quietCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** All alerts of the user, and a new one on anything. `symbol`: only those on it, and a new one on it. */
export function AlertsPanel({ symbol = '' }: { symbol?: string }) {
  const { list, failed, load, retry, setList } = useAlerts();
  const [adding, setAdding] = useState(symbol !== '');
  if (failed) return <ErrorState what="your alerts" onRetry={retry} error={failed} />;
  if (!list)
    return (
      <SkeletonHost label="Your alerts">
        <SkeletonRows rows={3} height={72} />
      </SkeletonHost>
    );
  const alerts = symbol ? list.alerts.filter(({ condition }) => 'symbol' in condition && condition.symbol === symbol) : list.alerts;
  return (
    <div css={stackCss}>
      {adding ? (
        <AlertForm symbol={symbol} onSet={setList} onFailed={() => void load()} />
      ) : (
        <Button kind="primary" onClick={() => setAdding(true)}>
          New alert
        </Button>
      )}
      {alerts.length > 0 ? (
        <AlertRows alerts={alerts} onChanged={setList} onFailed={() => void load()} />
      ) : (
        symbol === '' && (
          <EmptyState title="No alerts yet" text="Set one on a price, a move or a new call. It is watched here, whether this page is open or not." />
        )
      )}
      <p css={quietCss}>
        You are told of up to {MOST_A_DAY} alerts a day; {list.fired_today} {list.fired_today === 1 ? 'has' : 'have'} fired today. You may keep {MOST_ALERTS}.
        They stand in the bell, and on your devices outside quiet hours.
      </p>
    </div>
  );
}
