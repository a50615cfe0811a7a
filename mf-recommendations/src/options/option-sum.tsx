import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { optionMade } from '@vimarsh/shared/domain/calls/options/lot/made.ts';
import { Average, SumLine, type SumProps } from '../call/list/list-sum.tsx';

/** What a lot of the listed option calls made, after costs. Amounts, shares of the risk and shares of a margin are averages of their own. */
export function OptionSum(props: SumProps<OptionCall>) {
  const { page, settled } = props;
  const made = page.items.map((call) => ({ ...optionMade(call), on_margin: call.on_margin }));
  const lots = made.map(({ lot }) => lot ?? null);
  const shareOf = (margin: boolean) => made.map(({ pct, on_margin }) => (on_margin === margin ? (pct ?? null) : null));
  const average = { settled, as_of: page.as_of };
  return (
    <SumLine {...props} results={lots}>
      <Average {...average} of={lots} money what="a lot on average, after costs" />
      <Average {...average} of={shareOf(false)} what="of the risk on average" />
      <Average {...average} of={shareOf(true)} what="of the margin on average" />
    </SumLine>
  );
}
