import { may } from '@vimarsh/shared/domain/access/may.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { askForPlan } from '../ask-for-plan.ts';
import { ticketAddress } from '../trading-url.ts';

export interface ActLineProps {
  id: string;
  /** The share, or the underlying of its legs. */
  symbol: string;
  /** The call has not ended. */
  open: boolean;
}

/** "Act on this call" opens the ticket filled in from it. Of a call that ended only what is still held can be traded. */
export function ActLine({ id, symbol, open }: ActLineProps) {
  const session = useSession();
  const act = () => {
    if (!may(callerOf(session), 'trade.order')) askForPlan(session);
    else navigate(ticketAddress(open ? { call_id: id } : { symbol, contract: null, side: 'sell' }));
  };
  return (
    <div>
      <Button kind={open ? 'primary' : 'quiet'} onClick={act}>
        {open ? 'Act on this call' : `Trade ${symbol}`}
      </Button>
    </div>
  );
}
