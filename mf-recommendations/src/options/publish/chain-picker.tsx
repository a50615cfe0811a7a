import { css } from '@emotion/react';
import type { OptionCell, OptionQuotes } from '@vimarsh/shared/contract/options-insight/types.ts';
import { contractName, strikeName } from '@vimarsh/shared/domain/calls/options/names.ts';
import { PRICE_PARTS, partsOf, rupeesOf } from '@vimarsh/shared/domain/money/paise.ts';
import { formatFloat } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LegForm } from './option-form.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  @media (max-width: 879.98px) {
    /* Longer than the screen: while levels are typed below it, its prices cost nothing. Room for the outline of what has the focus. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 960px;
    padding: 4px;
    margin: -4px;
  }
  & table {
    width: 100%;
    /* Wider, the buttons of a contract would stand far from its price. */
    max-width: 480px;
    margin-inline: auto;
    /* Widths of their own: a new price moves no column, and none is measured for it. */
    table-layout: fixed;
    /* A row has a border of its own: borders that meet are the whole table’s to paint. */
    border-collapse: separate;
    border-spacing: 0;
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
  /* A new price has its own row painted, and not the page around it. */
  & tr {
    isolation: isolate;
  }
  & tr[data-atm] th {
    background: var(--canvas);
    font-weight: 600;
  }
  /* A new price lays out its own text, and no cell, row or table around it. */
  & td > span {
    display: block;
    height: 20px;
    line-height: 20px;
    contain: size layout;
    @media (max-width: 359.98px) {
      font-size: var(--t-12);
    }
  }
  & td > div {
    display: flex;
    justify-content: center;
    gap: var(--s-4);
    @media (max-width: 359.98px) {
      gap: 2px;
    }
  }
  & [data-price] {
    width: 56px;
    @media (max-width: 359.98px) {
      width: 48px;
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
  /* As all buttons that can't be pressed, and by colour alone: once four legs are picked nearly all are such, and each with an opacity is a layer. */
  &:disabled {
    border-color: var(--line);
    background: var(--line);
    color: var(--ink-3);
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
function quoteOf({ rows, future }: OptionQuotes, { type, strike }: Contract): { price: number | null; iv: number | null } {
  if (type === 'FUT') return { price: future?.last ?? null, iv: null };
  const cell = rows.find((row) => row.strike === strike)?.[type === 'CE' ? 'ce' : 'pe'] ?? null;
  return { price: middleOf(cell), iv: cell?.iv ?? null };
}

interface Picking {
  legs: readonly Contract[];
  full: boolean;
  onPick: (contract: Contract) => void;
}
interface SidesProps extends Picking, Omit<Contract, 'side'> {
  priced: boolean;
}

/** Both sides of one contract. They know whether it has a price, and not which, so a new look at the chain leaves them alone. */
const Sides = memo(({ legs, full, onPick, priced, ...contract }: SidesProps) => (
  <div>
    {(['buy', 'sell'] as const).map((side) => {
      const taken = legs.some((leg) => same(leg, { ...contract, side }));
      const name = `${side === 'buy' ? 'Buy' : 'Sell'} ${contractName(contract)}`;
      return (
        <button
          key={side}
          type="button"
          css={pickCss}
          aria-pressed={taken}
          aria-label={name}
          title={name}
          disabled={!taken && (!priced || full)}
          onClick={() => onPick({ ...contract, side })}
        >
          {name[0]}
        </button>
      );
    })}
  </div>
));

const Price = ({ of }: { of: number | null }) => <span>{of === null ? '–' : formatFloat(of)}</span>;

interface StrikeRowProps extends Picking {
  row: OptionQuotes['rows'][number];
  expiry: string;
  atTheMoney: boolean;
}

/** Drawn anew where a quote of the strike has changed. */
const StrikeRow = memo(({ row: { strike, ce, pe }, expiry, atTheMoney, ...picking }: StrikeRowProps) => {
  const [call, put] = [middleOf(ce), middleOf(pe)];
  return (
    <tr data-atm={atTheMoney || undefined}>
      <td>
        <Sides type="CE" strike={strike} expiry={expiry} priced={call !== null} {...picking} />
      </td>
      <td>
        <Price of={call} />
      </td>
      <th scope="row">{strikeName(strike)}</th>
      <td>
        <Price of={put} />
      </td>
      <td>
        <Sides type="PE" strike={strike} expiry={expiry} priced={put !== null} {...picking} />
      </td>
    </tr>
  );
});

export interface StrikesProps {
  chain: OptionQuotes;
  /** Those far from the money, too. */
  all: boolean;
  legs: readonly LegForm[];
  full: boolean;
  onPick: (leg: LegForm) => void;
}

/** The rows of one expiry’s chain: a press buys or sells the contract, another takes the leg out again. */
export function Strikes({ chain, all, legs, full, onPick }: StrikesProps) {
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
  // The same object while the same contracts are chosen: a digit typed into a leg’s price draws no strike anew.
  const chosen = legs.map(({ side, type, strike, expiry }) => `${side} ${type} ${strike} ${expiry}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes with the contracts alone.
  const contracts = useMemo(() => legs, [chosen]);
  const picking = { legs: contracts, full, onPick: pick };
  const { future, expiry } = chain;
  return (
    <tbody>
      {rows.map((row) => (
        <StrikeRow key={row.strike} row={row} expiry={expiry} atTheMoney={row.strike === chain.atm} {...picking} />
      ))}
      {future?.expiry === expiry && (
        <tr>
          <th scope="row">Future</th>
          <td colSpan={2}>
            <Sides type="FUT" strike={0} expiry={expiry} priced {...picking} />
          </td>
          <td colSpan={2}>
            <Price of={future.last} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

export interface ChainTableProps {
  /** How many strikes the chain has. */
  strikes: number;
  /** Its rows; `all`: those far from the money, too. */
  rows: (all: boolean) => ReactNode;
}

/** What stands around the strikes, and stays as it is while their prices move. */
export function ChainTable({ strikes, rows }: ChainTableProps) {
  const [all, setAll] = useState(false);
  return (
    <div css={boxCss}>
      <table>
        <caption>Middle of the quotes, ₹ per share. B buys, S sells.</caption>
        <colgroup>
          <col />
          <col data-price="" />
          <col css={strikeCss} />
          <col data-price="" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              Calls
            </th>
            <th scope="col">Strike</th>
            <th scope="col" colSpan={2}>
              Puts
            </th>
          </tr>
        </thead>
        {rows(all)}
      </table>
      {strikes > AROUND * 2 + 1 && <Button onClick={() => setAll(!all)}>{all ? 'Fewer strikes' : 'More strikes'}</Button>}
    </div>
  );
}
