import { css } from '@emotion/react';
import type { OptionCell, OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { type ReactNode, useState } from 'react';
import { DRAWN } from '../insight/media.ts';
import { button, quietPartCss } from '../insight/parts.view.tsx';
import { useWords } from '../insight/words.tsx';
import { useOpenAtMoney } from './open-at-money.ts';

/** Scrolls both ways by itself, so that head and strikes can stay. */
const field = css`
  overflow: auto;
  max-height: 480px;
  border-block: 1px solid var(--line);
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  @media print {
    overflow: visible;
    max-height: none;
  }
`;
const chain = css`
  width: 100%;
  /* Not collapsed: shared borders would stay behind when the head sticks. */
  border-collapse: separate;
  border-spacing: 0;
  font-size: 0.75rem;
  font-variant-numeric: tabular-nums;
  & th,
  & td {
    padding: 6px 8px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    white-space: nowrap;
    font-weight: 400;
  }
  & thead {
    position: sticky;
    top: 0;
    z-index: 2;
  }
  & thead th {
    color: var(--ink-3);
    background: var(--surface);
  }
  /* Beside the strike, where the chain opens: on a phone the middle of either side is out of sight. */
  & th[scope='colgroup']:last-child {
    text-align: left;
  }
  & th[scope='row'],
  & thead th[data-strike] {
    /* Both edges: the strike stays in sight whichever side is scrolled to. */
    position: sticky;
    left: 0;
    right: 0;
    z-index: 1;
    text-align: center;
    font-weight: 600;
    background: var(--surface);
    border-inline: 1px solid var(--line-strong);
  }
  & [data-itm] {
    background: var(--canvas);
  }
  & tr[data-atm] > * {
    border-block: 2px solid var(--accent);
  }
  @media print {
    font-size: 8px;
    &[data-wide] {
      zoom: 0.6;
    }
    & thead,
    & th[scope='row'],
    & thead th[data-strike] {
      position: static;
    }
    & th,
    & td {
      padding: 2px 3px;
    }
    & tr {
      break-inside: avoid;
    }
  }
`;
const held = css`
  position: relative;
  display: block;
  min-width: 64px;
  padding-bottom: 4px;
  @media print {
    min-width: 0;
  }
`;
const calls = css`
  position: absolute;
  right: 0;
  bottom: 0;
  height: 3px;
  background: var(--loss);
  ${DRAWN}
`;
const puts = css`
  position: absolute;
  left: 0;
  bottom: 0;
  height: 3px;
  background: var(--gain);
  ${DRAWN}
`;
const tools = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-bottom: 12px;
`;

type Unit = 'lots' | 'shares';
interface Column {
  readonly label: string;
  readonly show: (cell: OptionCell) => string;
}

/** Mirrored chain around the money: calls left, puts right; strikes in the money are shaded, the one at the money is framed. `mark`: what else is said of a strike. */
export function ChainTable({ data, mark }: { data: OptionsInsight; mark?: ((strike: number) => ReactNode) | undefined }) {
  const { say, toldPlain } = useWords();
  const [withQuotes, setQuotes] = useState(false);
  const [withGreeks, setGreeks] = useState(false);
  const [unit, setUnit] = useState<Unit>(data.lot ? 'lots' : 'shares');
  const lot = unit === 'lots' && data.lot ? data.lot : 1;
  const most = Math.max(1, ...data.rows.flatMap((row) => [row.ce?.oi ?? 0, row.pe?.oi ?? 0]));
  const quantity = (value: number): string => formatNumber(value / lot);
  const columns: Column[] = [
    { label: say('ΔOI'), show: (cell) => `${cell.oi_change > 0 ? '+' : ''}${quantity(cell.oi_change)}` },
    { label: say('Volume'), show: (cell) => quantity(cell.volume) },
    ...(withGreeks
      ? [
          { label: say('Delta'), show: (cell: OptionCell) => formatNumber(cell.delta, 2) },
          { label: say('Gamma'), show: (cell: OptionCell) => formatNumber(cell.gamma, 5) },
          { label: say('Theta a session'), show: (cell: OptionCell) => formatNumber(cell.theta, 2) },
          { label: say('Vega'), show: (cell: OptionCell) => formatNumber(cell.vega, 2) },
        ]
      : []),
    { label: say('IV %'), show: (cell) => formatNumber(cell.iv, 2) },
    { label: say('IV % NSE'), show: (cell) => formatNumber(cell.iv_nse, 2) },
    ...(withQuotes
      ? [
          { label: say('Bid'), show: (cell: OptionCell) => formatNumber(cell.bid, 2) },
          { label: say('Ask'), show: (cell: OptionCell) => formatNumber(cell.ask, 2) },
          { label: say('Change'), show: (cell: OptionCell) => formatPercent(cell.change_pct) },
        ]
      : []),
    { label: say('Price'), show: (cell) => formatNumber(cell.last, 2) },
  ];
  const side = (cell: OptionCell | null, which: 'ce' | 'pe', itm: boolean) => {
    const oi = (
      <td key={`${which} oi`} data-itm={itm || undefined}>
        <span css={held}>
          {cell ? quantity(cell.oi) : '–'}
          <span css={which === 'ce' ? calls : puts} style={{ width: `${((cell?.oi ?? 0) / most) * 100}%` }} />
        </span>
      </td>
    );
    const rest = columns.map((column) => (
      <td key={`${which} ${column.label}`} data-itm={itm || undefined} title={cell?.iv_note ? toldPlain(cell.iv_note) : undefined}>
        {cell ? column.show(cell) : '–'}
      </td>
    ));
    return which === 'ce' ? [oi, ...rest] : [...rest.toReversed(), oi];
  };
  const names = [say('OI'), ...columns.map((column) => column.label)];
  const box = useOpenAtMoney(`${data.symbol} ${data.expiry}`, columns.length);
  return (
    <>
      <div css={tools}>
        <button type="button" css={button} aria-pressed={withQuotes} onClick={() => setQuotes(!withQuotes)}>
          {say('Quotes')}
        </button>
        <button type="button" css={button} aria-pressed={withGreeks} onClick={() => setGreeks(!withGreeks)}>
          {say('Greeks')}
        </button>
        {data.lot ? (
          <button type="button" css={button} aria-pressed={unit === 'shares'} onClick={() => setUnit(unit === 'lots' ? 'shares' : 'lots')}>
            {say('Shares instead of lots')}
          </button>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable). */}
      <div css={field} ref={box} role="group" aria-label={say('Option chain of {0}', data.symbol)} tabIndex={0}>
        <table css={chain} data-wide={columns.length > 6 || undefined}>
          <Head names={names} symbol={data.symbol} />
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.strike} data-atm={row.strike === data.atm || undefined}>
                {side(row.ce, 'ce', row.strike < data.forward.value)}
                <th scope="row">
                  {formatNumber(row.strike, row.strike % 1 === 0 ? 0 : 2)}
                  {row.strike === data.atm ? ' ATM' : ''}
                  {mark?.(row.strike)}
                </th>
                {side(row.pe, 'pe', row.strike > data.forward.value)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p css={quietPartCss}>
        {say(
          '{0} of {1} strikes. Open interest and volume in {2}; shaded: in the money. IV by Black-76 on the forward with {3} % interest and 252 sessions a year; IV NSE by Black-Scholes on the spot at 10 %. No IV: the quote is one-sided, below intrinsic value, without open interest, or the contract has expired. Figures of thinly traded strikes mean little.',
          data.strikes.shown,
          data.strikes.all,
          unit === 'lots' && data.lot ? say('lots of {0} shares', data.lot) : say('shares'),
          formatNumber(data.rate * 100, 1),
        )}
      </p>
    </>
  );
}

/** Calls, strike, puts, and below them the names of the columns, mirrored. */
function Head({ names, symbol }: { names: readonly string[]; symbol: string }) {
  const { say } = useWords();
  return (
    <thead>
      <tr>
        <th colSpan={names.length} scope="colgroup">
          {say('Calls')}
        </th>
        <th scope="col" data-strike="">
          {say('Strike')}
        </th>
        <th colSpan={names.length} scope="colgroup">
          {say('Puts')}
        </th>
      </tr>
      <tr>
        {names.map((name) => (
          <th key={`call ${name}`} scope="col">
            {name}
          </th>
        ))}
        <th scope="col" data-strike="">
          <span>{symbol}</span>
        </th>
        {names.toReversed().map((name) => (
          <th key={`put ${name}`} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
