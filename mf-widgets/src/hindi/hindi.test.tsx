import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { aFileSource } from '@vimarsh/shared/contract/market/source.testing.ts';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CandlesView } from '../equity/candles.view.tsx';
import { EquityView } from '../equity/equity.view.tsx';
import { EQUITY, NO_RATING } from '../equity/sample-equity.testing.ts';
import { openAll } from '../insight/open-all.testing.ts';
import { Spoken } from '../insight/words.tsx';
import { OptionsView } from '../options/options.view.tsx';
import { OPTIONS } from '../options/sample-options.testing.ts';
import { StrategyBuilder } from '../options/strategy.view.tsx';
import { SENTIMENT } from '../sentiment/sample-sentiment.testing.ts';
import { SentimentView } from '../sentiment/sentiment.view.tsx';
import { EQUITY_HINDI } from './equity.hindi.ts';
import { dictionaryOf } from './hindi-texts.ts';
import { hindiBy } from './hindi-words.tsx';
import { OPTIONS_HINDI } from './options.hindi.ts';
import { SENTIMENT_HINDI } from './sentiment.hindi.ts';

/**
 * Every state of every view in Hindi, as embeds show it: no Latin word stands outside of what is marked English, but for
 * symbols, names and the field's abbreviations.
 */
const ABBREVIATIONS = new Set(
  'NSE IST RSI MACD ADX ATR SMA EMA VWMA VWAP OBV IV OI ΔOI PCR ATM PR NIFTY INFY TCS M MARUTI Mahindra F O R1 R2 R3 S1 S2 S3 P O H L C V D K DI σ Black Scholes v1 Maruti Suzuki India sentiment technical rating option chain'.split(
    ' ',
  ),
);
const DEVANAGARI_DIGIT = /[०-९]/;

/** What is said outside of English parts: texts, and what screen readers and tooltips say. */
function said(root: ParentNode): string[] {
  const isEnglish = (element: Element | null): boolean => element?.closest('[lang]')?.getAttribute('lang') === 'en';
  const list: string[] = [];
  const texts = document.createTreeWalker(root as Node, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (!isEnglish(texts.currentNode.parentElement)) list.push(texts.currentNode.textContent!);
  for (const element of root.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder']) if (element.hasAttribute(name)) list.push(element.getAttribute(name)!);
  return list;
}
const latin = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    (text.match(/[\p{Script=Latin}\p{Script=Greek}][\p{Script=Latin}\p{Script=Greek}\d]*/gu) ?? []).filter((word) => !ABBREVIATIONS.has(word)),
  );

/** Renders in Hindi, lets people press what there is, and answers the English words that stand there unmarked. */
async function englishIn(dictionary: Readonly<Record<string, string>>, view: ReactNode, presses: readonly string[] = []): Promise<string[]> {
  const { container, unmount } = render(
    <Spoken words={hindiBy(dictionaryOf(dictionary))}>
      <div lang="hi">{view}</div>
    </Spoken>,
  );
  openAll(container);
  const found = latin(said(container));
  for (const name of presses) {
    await userEvent.click(screen.getByRole('button', { name }));
    openAll(container);
    found.push(...latin(said(container)));
  }
  expect(container.textContent).not.toMatch(DEVANAGARI_DIGIT);
  unmount();
  return [...new Set(found)];
}

const figure = (label: string, more: Partial<Figure> = {}): Figure => ({
  key: label,
  label,
  value: 12_34_567,
  unit: 'count',
  word: '',
  note: '',
  how: 'A rule in a sentence.',
  inputs: [],
  ...more,
});
const REFUSALS = [
  'Widget not enabled',
  'Not available right now.',
  'We don’t know this stock.',
  'This stock is no longer listed.',
  'There are no prices of this stock yet.',
  'Too many attempts. Wait a moment and try again.',
];
const problems = REFUSALS.map((text) => ({ kind: 'problem' as const, text, retry: () => undefined }));

describe('market sentiment', () => {
  const view = (state: Parameters<typeof SentimentView>[0]['state']) => <SentimentView state={state} disclaimerUrl="/terms" />;
  const history = [{ day: '2026-11-18', score: 41.2 }];
  const drivers = SENTIMENT.drivers.map((driver) => ({ ...driver, detail: '4 open calls by 3 experts, newer ones weigh more' }));
  const technical = 'Price against its 20-day average: flat · 20-day against 50-day average: up · RSI 14 at 55: down · MACD histogram against zero: up';
  test.each([
    ['loading', { kind: 'loading' }],
    ...problems.map((state) => [state.text, state]),
    ...(['Very bearish', 'Bearish', 'Neutral', 'Bullish', 'Very bullish'] as const).map((zone) => [
      zone,
      { kind: 'ready', data: { ...SENTIMENT, drivers, zone } },
    ]),
    ['stale', { kind: 'ready', stale: true, data: { ...SENTIMENT, history, drivers: [{ ...drivers[1]!, detail: technical }] } }],
    ['closed', { kind: 'ready', data: { ...SENTIMENT, drivers, phase: 'closed', calls: { buy: 1, sell: 0, hold: 0, experts: 1 } } }],
    [
      'suspended',
      {
        kind: 'ready',
        data: {
          ...SENTIMENT,
          score: null,
          zone: null,
          traded: false,
          note: 'Trading is suspended · last traded: 23 Oct 2026',
          drivers: drivers.map((driver) => ({ ...driver, value: null, weight: 0, detail: '' })),
          phase: 'closed',
        },
      },
    ],
    [
      'no score',
      {
        kind: 'ready',
        data: {
          ...SENTIMENT,
          prices_from: aFileSource(),
          score: null,
          zone: null,
          note: 'Not enough price history for a score.',
          calls: { buy: 0, sell: 0, hold: 0, experts: 0 },
          drivers: [{ ...drivers[0]!, value: null, detail: '1 open call by 1 expert; at least 3 by 2 are needed' }],
        },
      },
    ],
  ] as [string, Parameters<typeof SentimentView>[0]['state']][])('%s', async (_name, state) => {
    expect(await englishIn(SENTIMENT_HINDI, view(state), state.kind === 'ready' ? ['गणना कैसे हुई'] : [])).toEqual([]);
  });
});

describe('equity insight', () => {
  const full = {
    ...EQUITY,
    readings: [
      figure('RSI 14', { word: 'Oversold', inputs: [['Last price', '3,295.00']] }),
      figure('Stochastic 14/3/3', { word: 'Overbought', inputs: [['%D', '12.00']] }),
      figure('Bollinger 20, 2σ', { word: 'Inside the band', inputs: [['Upper band', '1.00'], ['Lower band', '1.00']] }), // biome-ignore format: pairs
      figure('ATR 14', { word: '1.52% of price' }),
      figure('ADX 14', { value: null, note: 'not enough data: 20 of 28 sessions' }),
    ],
    risk: [figure('Beta against NIFTY', { inputs: [['Window', '251 daily returns to 20 Nov 2026']] }), figure('60 sessions against NIFTY')],
    facts: [figure('Volume, × of 20 days', { inputs: [['Usual by then', '123']] }), figure('Market capitalisation, ₹ crore'), figure('F&O lot')],
    future: { expiry: '2026-11-24', figures: [figure('Basis'), figure('Build-up', { word: 'Long unwinding', inputs: [['Open interest', '1.00%']] })] },
    signals: [
      { kind: 'strength', text: 'Within 3 % of the 52-week high', rule: 'price ≥ 97 % of the highest high of the 52 weeks before', day: '2026-11-20' },
      {
        kind: 'threat',
        text: 'Twice the usual volume on a falling day',
        rule: 'volume > 2 × what 20 sessions had on average by this time of the day',
        day: '2026-11-20',
      },
    ] as typeof EQUITY.signals,
    actions: [
      { day: '2026-05-04', text: 'Dividend of ₹12.50 a share' },
      { day: '2026-06-04', text: 'Bonus: 1 new for each share held' },
      { day: '2026-07-04', text: 'Bonus: 2 new for every 3 shares held' },
      { day: '2026-08-04', text: 'Consolidation 10:1' },
    ],
  };
  test.each([
    ['loading', { kind: 'loading' }],
    ...problems.map((state) => [state.text, state]),
    ['everything', { kind: 'ready', data: full }],
    ['stale and suspended', { kind: 'ready', stale: true, data: { ...full, status: 'suspended', sentiment: { score: null, zone: null, note: '' } } }],
    ['closed, in the ban', { kind: 'ready', data: { ...full, phase: 'closed', status: 'ban', consensus: { ...EQUITY.consensus, experts: 1 } } }],
    [
      'nothing yet',
      {
        kind: 'ready',
        data: {
          ...EQUITY,
          rating: { ...EQUITY.rating, summary: { ...NO_RATING, note: 'Both groups need enough votes' }, oscillators: NO_RATING },
          range52: null,
          pivots: null,
          consensus: { buy: 0, sell: 0, hold: 0, experts: 0, oldest: null, newest: null },
        },
      },
    ],
  ] as [string, Parameters<typeof EquityView>[0]['state']][])('%s', async (_name, state) => {
    expect(await englishIn(EQUITY_HINDI, <EquityView state={state} />)).toEqual([]);
  });
});

describe('candles', () => {
  const calls = [
    { call_type: 'Buy', published_at: '2026-11-19T04:00:00.000Z', ended_at: '2026-11-20T04:00:00.000Z', status: 'target_hit' },
    { call_type: 'Hold', published_at: '2026-11-19T04:00:00.000Z', ended_at: '2026-11-20T04:00:00.000Z', status: 'expired' },
  ] as const;
  const data = {
    symbol: 'TCS',
    interval: '1d' as const,
    intervals: ['1m', '5m', '15m', '1h', '1d', '1w', '1M'] as const,
    candles: ['2026-11-19', '2026-11-20'].map((day) => ({ t: `${day}T03:45:00.000Z`, o: 10, h: 12, l: 9, c: 11, v: 12_34_567 })),
    calls,
    as_of: '2026-11-20T10:00:00.000Z',
    phase: 'closed' as const,
    stale: false,
    source: 'simulated',
  } as unknown as Extract<Parameters<typeof CandlesView>[0]['state'], { kind: 'ready' }>['data'];
  beforeAll(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
  });
  afterAll(() => void vi.unstubAllGlobals());
  test.each([
    ['loading', { kind: 'loading' }, []],
    ...problems.map((state) => [state.text, state, []]),
    ['stale', { kind: 'ready', stale: true, data }, ['तालिका में देखें']],
    ['by the week', { kind: 'ready', data: { ...data, interval: '1w' } }, ['तालिका में देखें']],
    ['by the minute', { kind: 'ready', data: { ...data, interval: '5m' } }, ['तालिका में देखें']],
    ['empty', { kind: 'ready', data: { ...data, candles: [] } }, []],
  ] as [string, Parameters<typeof CandlesView>[0]['state'], string[]][])('%s', async (_name, state, presses) => {
    expect(await englishIn(EQUITY_HINDI, <CandlesView symbol="TCS" state={state} interval="1d" onInterval={() => undefined} />, presses)).toEqual([]);
  });
});

describe('options insight', () => {
  const looks = [4, 5].map((hour) => ({ t: `2026-11-20T0${hour}:00:00.000Z`, pcr: 1.02, max_pain: 24_000 }));
  const full = {
    ...OPTIONS,
    figures: [
      figure('ATM volatility', { inputs: [['Forward', '24,020.00'], ['Sessions left, in years', '0.00800'], ['Expiry', '23 Nov 2026']] }), // biome-ignore format: pairs
      figure('IV rank', { value: null, note: 'not enough data: 12 of 20 sessions', inputs: [['History', '252 closings']] }),
      figure('PCR, open interest', { word: 'More puts', inputs: [['Strikes counted', 'all 61; the table shows 31 around the money']] }),
      figure('Straddle at 24,000', { inputs: [['0.85 × straddle', '153.00']] }),
      figure('Skew, 25 delta', { value: null, note: 'no options around 25 delta' }),
    ],
    intraday: looks,
    iv_history: [
      { day: '2026-11-18', iv: 13 },
      { day: '2026-11-19', iv: 14 },
    ],
    future: { expiry: '2026-11-24', last: 24_030, basis: 20, figures: [figure('Open interest, shares')] },
  };
  const view = (state: Parameters<typeof OptionsView>[0]['state']) => (
    <OptionsView state={state} onExpiry={() => undefined} builder={(data) => <StrategyBuilder data={data} />} />
  );
  test.each([
    ['loading', { kind: 'loading' }],
    ...problems.map((state) => [state.text, state]),
    ['no derivatives', { kind: 'problem', text: 'There are no options on this symbol.' }],
    ['no expiry', { kind: 'problem', text: 'There is no such expiry.' }],
    ['stale', { kind: 'ready', stale: true, data: full }],
    [
      'expired, without a lot',
      {
        kind: 'ready',
        data: {
          ...full,
          prices_from: aFileSource({ name: 'NSE end-of-day files, played again' }),
          state: 'expired',
          lot: null,
          future: null,
          quality: 'end of day',
        },
      },
    ],
    ['nothing to draw', { kind: 'ready', data: { ...OPTIONS, state: 'closed', totals: { ce_oi: 0, pe_oi: 0, ce_volume: 0, pe_volume: 0 } } }],
  ] as [string, Parameters<typeof OptionsView>[0]['state']][])('%s', async (_name, state) => {
    const presses = state.kind === 'ready' ? ['कोट', 'ग्रीक्स', 'लेग जोड़ें', 'आयरन कॉन्डोर', 'लॉन्ग स्ट्रैडल'] : [];
    expect(await englishIn(OPTIONS_HINDI, view(state), presses)).toEqual([]);
  });

  test('figures keep Latin digits in lakh and crore, the regulator’s words stay English and are marked so', () => {
    const { container } = render(<Spoken words={hindiBy(dictionaryOf(OPTIONS_HINDI))}>{view({ kind: 'ready', data: full })}</Spoken>);
    expect(screen.getAllByText('12,34,567').length).toBeGreaterThan(0);
    expect(screen.getByText('9 out of 10 lose.').closest('[lang]')).toHaveAttribute('lang', 'en');
    expect(screen.getByText('Not advice.')).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('button', { name: '23 नवंबर 2026' })).toBeInTheDocument();
    expect(screen.queryAllByText('A rule in a sentence.')).toHaveLength(0);
    openAll(container);
    expect(screen.getAllByText('A rule in a sentence.')[0]).toHaveAttribute('lang', 'en');
  });
});
