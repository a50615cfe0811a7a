import { css } from '@emotion/react';
import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { type Leg, MOST_LEGS, payoff, payoffAt, probabilityOfProfit } from '@vimarsh/shared/domain/options/payoff.ts';
import { formatInr, formatInrChange, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useState } from 'react';
import type { Text } from '../hindi/hindi-texts.ts';
import { button, quietPartCss } from '../insight/parts.view.tsx';
import { Plot } from '../insight/plot.view.tsx';
import { useWords } from '../insight/words.tsx';

interface Choice {
  readonly id: number;
  readonly side: 'buy' | 'sell';
  readonly type: 'CE' | 'PE';
  readonly strike: number;
  readonly lots: number;
}

const tools = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
const rows = css`
  display: grid;
  gap: 8px;
  margin: 12px 0;
  padding: 0;
  border: 0;
  min-width: 0;
`;
const legRow = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding-bottom: 8px;
  border-bottom: 1px solid var(--line);
  font-variant-numeric: tabular-nums;
`;
const field = css`
  min-height: 44px;
  @media (pointer: fine) {
    min-height: 36px;
  }
  padding: 0 8px;
  border: 1px solid var(--control);
  border-radius: 6px;
  background: var(--surface);
  color: var(--ink);
  font: 400 0.8125rem / 1 var(--font);
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
const facts = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(148px, 46%), 1fr));
  gap: 8px 16px;
  margin: 12px 0;
  & dt {
    color: var(--ink-2);
    font-size: 0.75rem;
  }
  & dd {
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

const POINTS = 41;
const MOST_LOTS = 100;
let made = 0;

/** Ready-made strategies by steps from the money. */
const READY = [
  {
    name: 'Long straddle',
    legs: [
      ['buy', 'CE', 0],
      ['buy', 'PE', 0],
    ],
  },
  {
    name: 'Bull call spread',
    legs: [
      ['buy', 'CE', 0],
      ['sell', 'CE', 3],
    ],
  },
  {
    name: 'Bear put spread',
    legs: [
      ['buy', 'PE', 0],
      ['sell', 'PE', -3],
    ],
  },
  {
    name: 'Iron condor',
    legs: [
      ['sell', 'CE', 4],
      ['buy', 'CE', 7],
      ['sell', 'PE', -4],
      ['buy', 'PE', -7],
    ],
  },
] as const satisfies readonly { readonly name: Text; readonly legs: readonly (readonly [Choice['side'], Choice['type'], steps: number])[] }[];

/** Up to four legs from the chain: what they pay at expiry, and how likely that is by one stated assumption. */
export function StrategyBuilder({ data }: { data: OptionsInsight }) {
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const { say } = useWords();
  const lot = data.lot ?? 1;
  const cellOf = ({ type, strike }: Pick<Choice, 'type' | 'strike'>) => data.rows.find((row) => row.strike === strike)?.[type === 'CE' ? 'ce' : 'pe'];
  /** Middle of a two-sided quote, else the last trade. */
  const priceOf = (choice: Pick<Choice, 'type' | 'strike'>): number | null => {
    const cell = cellOf(choice);
    return cell?.bid != null && cell.ask != null ? (cell.bid + cell.ask) / 2 : (cell?.last ?? null);
  };
  const take = (legs: (typeof READY)[number]['legs']): void => {
    const middle = data.rows.findIndex((row) => row.strike === data.atm);
    setChosen(
      legs.flatMap(([side, type, steps]) => {
        const row = data.rows[middle + steps];
        made += 1;
        return row ? [{ id: made, side, type, strike: row.strike, lots: 1 }] : [];
      }),
    );
  };
  const change = (id: number, to: Partial<Choice>): void => setChosen(chosen.map((choice) => (choice.id === id ? { ...choice, ...to } : choice)));
  const legs = chosen.flatMap((choice): Leg[] => {
    const premium = priceOf(choice);
    return premium === null ? [] : [{ side: choice.side, type: choice.type, strike: choice.strike, premium, quantity: choice.lots * lot }];
  });
  const unpriced = chosen.length - legs.length;
  return (
    <>
      <div css={tools}>
        {READY.map((ready) => (
          <button key={ready.name} type="button" css={button} onClick={() => take(ready.legs)}>
            {say(ready.name)}
          </button>
        ))}
        <button
          type="button"
          css={button}
          disabled={chosen.length >= MOST_LEGS}
          onClick={() => {
            made += 1;
            setChosen([...chosen, { id: made, side: 'buy', type: 'CE', strike: data.atm, lots: 1 }]);
          }}
        >
          {say('Add a leg')}
        </button>
      </div>
      {chosen.length === 0 ? (
        <p css={quietPartCss}>
          {say('Choose a strategy or add up to {0} legs. Prices are the middles of the quotes above; nothing is ordered here.', MOST_LEGS)}
        </p>
      ) : (
        <fieldset css={rows}>
          <legend css={quietPartCss}>{say('Legs')}</legend>
          {chosen.map((choice, at) => (
            <div key={choice.id} css={legRow}>
              <select
                css={field}
                aria-label={say('Side of leg {0}', at + 1)}
                value={choice.side}
                onChange={(event) => change(choice.id, { side: event.currentTarget.value as Choice['side'] })}
              >
                <option value="buy">{say('Buy')}</option>
                <option value="sell">{say('Sell')}</option>
              </select>
              <select
                css={field}
                aria-label={say('Type of leg {0}', at + 1)}
                value={choice.type}
                onChange={(event) => change(choice.id, { type: event.currentTarget.value as Choice['type'] })}
              >
                <option value="CE">{say('Call')}</option>
                <option value="PE">{say('Put')}</option>
              </select>
              <select
                css={field}
                aria-label={say('Strike of leg {0}', at + 1)}
                value={String(choice.strike)}
                onChange={(event) => change(choice.id, { strike: Number(event.currentTarget.value) })}
              >
                {data.rows.map((row) => (
                  <option key={row.strike} value={String(row.strike)}>
                    {formatNumber(row.strike, row.strike % 1 === 0 ? 0 : 2)}
                  </option>
                ))}
              </select>
              <input
                css={field}
                style={{ width: '64px' }}
                type="number"
                min="1"
                max={MOST_LOTS}
                aria-label={say('Lots of leg {0}', at + 1)}
                value={choice.lots}
                onChange={(event) => change(choice.id, { lots: Math.min(MOST_LOTS, Math.max(1, Math.round(Number(event.currentTarget.value)) || 1)) })}
              />
              <span>{say('at {0} × {1}', formatInr(priceOf(choice)), formatNumber(choice.lots * lot))}</span>
              <button
                type="button"
                css={button}
                onClick={() => setChosen(chosen.filter(({ id }) => id !== choice.id))}
                aria-label={say('Remove leg {0}', at + 1)}
              >
                {say('Remove')}
              </button>
            </div>
          ))}
        </fieldset>
      )}
      {unpriced > 0 ? (
        <p role="status">
          {unpriced === 1
            ? say('One leg has no price, so the strategy can’t be worked out.')
            : say('{0} legs have no price, so the strategy can’t be worked out.', unpriced)}
        </p>
      ) : null}
      {legs.length > 0 && unpriced === 0 ? <Outcome legs={legs} data={data} /> : null}
    </>
  );
}

function Outcome({ legs, data }: { legs: readonly Leg[]; data: OptionsInsight }) {
  const { say } = useWords();
  const { netPremium, maxProfit, maxLoss, breakevens } = payoff(legs);
  const forward = data.forward.value;
  const iv = data.figures.find((figure) => figure.key === 'atm_iv')?.value ?? null;
  const chance = iv === null ? null : probabilityOfProfit(legs, { forward, volatility: iv / 100, years: data.years });
  const step = iv === null ? forward * 0.02 : Math.max(forward * 0.005, forward * (iv / 100) * Math.sqrt(data.years));
  const places = [...breakevens, ...legs.map((leg) => leg.strike), forward - 3 * step, forward + 3 * step];
  const [from, to] = [Math.max(0, Math.min(...places)), Math.max(...places)];
  const prices = Array.from({ length: POINTS }, (_, at) => from + ((to - from) * at) / (POINTS - 1));
  return (
    <>
      <dl css={facts}>
        <div>
          <dt>{say(netPremium >= 0 ? 'Paid at the start' : 'Received at the start')}</dt>
          <dd>{formatInr(Math.abs(netPremium))}</dd>
        </div>
        <div>
          <dt>{say('Largest profit')}</dt>
          <dd>{maxProfit === null ? say('Without limit') : formatInrChange(maxProfit)}</dd>
        </div>
        <div>
          <dt>{say('Largest loss')}</dt>
          <dd>{maxLoss === null ? say('Without limit') : formatInrChange(maxLoss)}</dd>
        </div>
        <div>
          <dt>{say('Breakeven')}</dt>
          <dd>{breakevens.length === 0 ? say('None') : breakevens.map((price) => formatNumber(price, 2)).join(' · ')}</dd>
        </div>
        <div>
          <dt>{say('Probability of profit')}</dt>
          <dd>{chance === null ? '–' : `${formatNumber(chance * 100, 1)}%`}</dd>
        </div>
      </dl>
      <Plot
        label={say('Profit and loss at expiry')}
        axis={say('{0} at expiry', data.symbol)}
        points={prices.map((price) => formatNumber(price))}
        series={[{ label: say('Profit or loss, ₹'), values: prices.map((price) => payoffAt(legs, price)), kind: 'line', tone: 'ink' }]}
        marks={[{ at: (forward - from) / (to - from), label: say('Forward {0}', formatNumber(forward)) }]}
        format={(value) => formatNumber(value)}
        signed
      />
      <p css={quietPartCss}>
        {say(
          'Payoff at expiry for {0}, before charges and margins. The probability takes the closing price to be lognormal around the forward with the ATM volatility shown here{1}; real prices move further than that more often.',
          data.lot ? say('lots of {0} shares', data.lot) : say('one share'),
          iv === null ? '' : say(' of {0}%', formatNumber(iv, 2)),
        )}
      </p>
    </>
  );
}
