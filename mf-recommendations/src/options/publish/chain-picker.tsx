import { css } from '@emotion/react';
import type { OptionCell, OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { formatFloat, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { useState } from 'react';
import { contractLabel } from './draft-words.ts';
import type { LegForm } from './option-form.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  & table {
    width: 100%;
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
    height: 36px;
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
`;
const AROUND = 8;

/** Middle of a two-sided quote, in paise; null where one side is missing. */
export const middleOf = (cell: Pick<OptionCell, 'bid' | 'ask'> | null): number | null =>
  cell?.bid == null || cell.ask == null ? null : Math.round((cell.bid + cell.ask) * 50) / 100;

export type Contract = Pick<LegForm, 'side' | 'type' | 'strike' | 'expiry'>;
const same = (a: Contract, b: Contract): boolean => a.side === b.side && a.type === b.type && a.strike === b.strike && a.expiry === b.expiry;

/** The live chain of one expiry: a press buys or sells the contract, another takes the leg out again. */
export function ChainPicker({ chain, legs, full, onPick }: { chain: OptionsInsight; legs: readonly LegForm[]; full: boolean; onPick: (leg: LegForm) => void }) {
  const [all, setAll] = useState(false);
  const at = chain.rows.findIndex(({ strike }) => strike === chain.atm);
  const rows = all ? chain.rows : chain.rows.slice(Math.max(0, at - AROUND), at + AROUND + 1);
  const pick = (type: LegForm['type'], strike: number, price: number | null, iv: number | null) =>
    (['buy', 'sell'] as const).map((side) => {
      const contract = { side, type, strike, expiry: chain.expiry };
      const taken = legs.some((leg) => same(leg, contract));
      const word = side === 'buy' ? 'Buy' : 'Sell';
      return (
        <button
          key={side}
          type="button"
          css={pickCss}
          aria-pressed={taken}
          aria-label={`${word} ${contractLabel(contract)}`}
          title={`${word} ${contractLabel(contract)}`}
          disabled={!taken && (price === null || full)}
          onClick={() => onPick({ ...contract, lots: '1', entry: price === null ? '' : price.toFixed(2), iv })}
        >
          {word[0]}
        </button>
      );
    });
  const cell = (type: 'CE' | 'PE', strike: number, quote: OptionCell | null) => {
    const price = middleOf(quote);
    return (
      <span css={cellCss}>
        {pick(type, strike, price, quote?.iv ?? null)}
        <span>{price === null ? '–' : formatFloat(price)}</span>
      </span>
    );
  };
  const { future } = chain;
  return (
    <div css={boxCss}>
      <table>
        <caption>Middle of the quotes, ₹ a share. B buys, S sells.</caption>
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
              <td>{cell('CE', strike, ce)}</td>
              <th scope="row">{formatNumber(strike, strike % 1 === 0 ? 0 : 2)}</th>
              <td>{cell('PE', strike, pe)}</td>
            </tr>
          ))}
          {future?.expiry === chain.expiry && (
            <tr>
              <th scope="row" colSpan={2}>
                Future
              </th>
              <td>
                <span css={cellCss}>
                  {pick('FUT', 0, future.last, null)}
                  <span>{formatFloat(future.last)}</span>
                </span>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {chain.rows.length > AROUND * 2 + 1 && <Button onClick={() => setAll(!all)}>{all ? 'Fewer strikes' : 'More strikes'}</Button>}
    </div>
  );
}
