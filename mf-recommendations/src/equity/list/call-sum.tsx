import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { madeOf } from '@vimarsh/shared/domain/calls/equity/made.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Average, SumLine, type SumProps } from '../../call/list/list-sum.tsx';

/** What the listed calls on shares made of a follower's money, % after costs. `entering`: the list is of what can still be entered, with calls to sell behind. */
export function CallSum({ entering = false, ...props }: SumProps<Call> & { entering?: boolean | undefined }) {
  const { items } = props.page;
  const made = items.map((call) => madeOf(call, call.now?.price ?? null));
  const holders = items.filter(({ call_type }) => call_type === 'Sell').length;
  const scope = entering && holders > 0 ? `${formatNumber(items.length - holders)} to enter, ${formatNumber(holders)} for holders` : undefined;
  return (
    <SumLine {...props} results={made} scope={scope}>
      <Average of={made} settled={props.settled} as_of={props.page.as_of} what="on average after costs" />
    </SumLine>
  );
}
