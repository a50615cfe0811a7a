import { useBrokerChoice } from '@vimarsh/shared/kit/broker-choice.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { leaveFor } from '../leave-for.ts';

/** A visitor chooses a broker: the choice is stored for the return, then the broker's page opens. */
export function useBrokerLogin(begin: number | null = null): ReturnType<typeof useBrokerChoice> {
  const session = useSessionApi();
  return useBrokerChoice(({ to, brokerId }) => {
    session.selectBroker(brokerId);
    leaveFor(to);
  }, begin);
}
