import { css } from '@emotion/react';
import { hybridRedirection } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { useBrokerLogin } from '../brokers/use-broker-login.ts';
import { SIGN_IN_WORDS } from '../words.ts';

const stackCss = css`
  display: grid;
  gap: var(--s-16);
  & > p {
    text-align: center;
    color: var(--ink-3);
  }
  & button {
    height: auto;
    padding-block: var(--s-8);
    line-height: 1.4;
  }
`;

interface Props {
  brokerId: number;
  open: boolean;
  /** Continue with credentials of ours, to the plans (S2.6-DLG-O04). */
  onSkip: () => void;
  onClose: () => void;
}

/** A hybrid site asks first: log in with a trading account, without one, or open one (S2.6-DLG-06…09). */
export function HybridDialog({ brokerId, open, onSkip, onClose }: Props) {
  const { data: broker, loading } = useQuery(hybridRedirection, { query: { broker_id: String(brokerId) } });
  const { choose, busy } = useBrokerLogin();
  return (
    <Dialog open={open} onClose={onClose} title="How would you like to log in?">
      <div css={stackCss}>
        <Button kind="primary" busy={busy !== null} onClick={() => choose(brokerId)}>
          {SIGN_IN_WORDS.tradingAccount}
        </Button>
        <p>{SIGN_IN_WORDS.or}</p>
        <Button onClick={onSkip}>{SIGN_IN_WORDS.skipBroker}</Button>
        {loading && <Skeleton height={36} />}
        {broker?.redirect_url.sign_up && (
          <a css={buttonCss('plain')} href={broker.redirect_url.sign_up}>
            {SIGN_IN_WORDS.openDemat}
          </a>
        )}
      </div>
    </Dialog>
  );
}
