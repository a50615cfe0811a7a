import { css } from '@emotion/react';
import type { OptionCell, OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { contractName } from '@vimarsh/shared/domain/calls/options/names.ts';
import { PRICE_PARTS, partsOf, rupeesOf } from '@vimarsh/shared/domain/money/paise.ts';
import { formatFloat, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { LegForm } from './option-form.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  & table {
    width: 100%;
    /* Widths of their own: a new price moves no column, and none is measured for it. */
    table-layout: fixed;
    border-collapse: collapse;
    font-size: var(--t-13);
    font-variant-numeric: tabular-nums;
  }
  & caption {
    text-align: left;
    font-size: var(--t-12);
    color: var(--ink-2);
    padding-bottom: var(--s-4);
  }
  & th,
  & td {
    height: var(--row);
    padding: 0;
    border-bottom: 1px solid var(--line);
    text-align: center;
    font-weight: 500;
  }
  & th {
    padding: 0 var(--s-4);
  }
  & thead th {
    color: var(--ink-3);
    font-size: var(--t-12);
  }
  & tr[data-atm] th {
    background: var(--canvas);
    font-weight: 600;
  }
`;
const cellCss = css`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: var(--s-4);
  & > span {
    min-width: 48px;
  }
  @media (max-width: 359.98px) {
    gap: 2px;
    & > span {
      min-width: 40px;
      font-size: var(--t-12);
    }
  }
`;
const pickCss = css`
  min-width: 28px;
  min-height: 28px;
  padding: 0;
  border: 1px solid var(--control);
  border-radius: var(--r-6);
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  font-size: var(--t-12);
  cursor: pointer;
  &[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  &:disabled {
    opacity: 0.5;
    cursor: default;
  }
  /* As much of a thumb as the row has room for beside the price. */
  @media (max-width: 879.98px), (pointer: coarse) {
    flex: 1 1 28px;
    max-width: 44px;
    min-height: 42px;
  }
`;
const strikeCss = css`
  width: 22%;
`;
const AROUND = 8;

/** Middle of a two-sided quote, in paise; null where one side is missing. */
export const middleOf = (cell: Pick<OptionCell, 'bid' | 'ask'> | null): number | null =>
  cell?.bid == null || cell.ask == null ? null : rupeesOf(partsOf(cell.bid) + partsOf(cell.ask), 2 * PRICE_PARTS);

export type Contract = Pick<LegForm, 'side' | 'type' | 'strike' | 'expiry'>;
const same = (a: Contract, b: Contract): boolean => a.side === b.side && a.type === b.type && a.strike === b.strike && a.expiry === b.expiry;

/** Price and volatility at which a contract is picked now. */
function quoteOf({ rows, future }: OptionsInsight, { type, strike }: Contract): { price: number | null; iv: number | null } {
  if (type === 'FUT') return { price: future?.last ?? null, iv: null };
  const cell = rows.find((row) => row.strike === strike)?.[type === 'CE' ? 'ce' : 'pe'] ?? null;
  return { price: middleOf(cell), iv: cell?.iv ?? null };
}

interface PickProps extends Contract {
  taken: boolean;
  disabled: boolean;
  onPick: (contract: Contract) => void;
}

/** One side of one contract. It knows no price, so a new look at the chain leaves it alone. */
const Pick = memo(({ taken, disabled, onPick, ...contract }: PickProps) => {
  const word = contract.side === 'buy' ? 'Buy' : 'Sell';
  const name = `${word} ${contractName(contract)}`;
  return (
    <button type="button" css={pickCss} aria-pressed={taken} aria-label={name} title={name} disabled={disabled} onClick={() => onPick(contract)}>
      {word[0]}
    </button>
  );
});

/** The live chain of one expiry: a press buys or sells the contract, another takes the leg out again. */
export function ChainPicker({ chain, legs, full, onPick }: { chain: OptionsInsight; legs: readonly LegForm[]; full: boolean; onPick: (leg: LegForm) => void }) {
  const [all, setAll] = useState(false);
  const at = chain.rows.findIndex(({ strike }) => strike === chain.atm);
  const rows = all ? chain.rows : chain.rows.slice(Math.max(0, at - AROUND), at + AROUND + 1);
  const latest = useRef({ chain, onPick });
  useLayoutEffect(() => {
    latest.current = { chain, onPick };
  });
  const pick = useCallback((contract: Contract) => {
    const { price, iv } = quoteOf(latest.current.chain, contract);
    latest.current.onPick({ ...contract, lots: '1', entry: price === null ? '' : price.toFixed(2), iv });
  }, []);
  const cell = (type: LegForm['type'], strike: number, price: number | null) => (
    <span css={cellCss}>
      {(['buy', 'sell'] as const).map((side) => {
        const contract = { side, type, strike, expiry: chain.expiry };
        const taken = legs.some((leg) => same(leg, contract));
        return <Pick key={side} {...contract} taken={taken} disabled={!taken && (price === null || full)} onPick={pick} />;
      })}
      <span>{price === null ? '–' : formatFloat(price)}</span>
    </span>
  );
  const { future } = chain;
  return (
    <div css={boxCss}>
      <table>
        <caption>Middle of the quotes, ₹ per share. B buys, S sells.</caption>
        <colgroup>
          <col />
          <col css={strikeCss} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Calls</th>
            <th scope="col">Strike</th>
            <th scope="col">Puts</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ strike, ce, pe }) => (
            <tr key={strike} data-atm={strike === chain.atm || undefined}>
              <td>{cell('CE', strike, middleOf(ce))}</td>
              <th scope="row">{formatNumber(strike, strike % 1 === 0 ? 0 : 2)}</th>
              <td>{cell('PE', strike, middleOf(pe))}</td>
            </tr>
          ))}
          {future?.expiry === chain.expiry && (
            <tr>
              <th scope="row">Future</th>
              <td colSpan={2}>{cell('FUT', 0, future.last)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {chain.rows.length > AROUND * 2 + 1 && <Button onClick={() => setAll(!all)}>{all ? 'Fewer strikes' : 'More strikes'}</Button>}
    </div>
  );
}
