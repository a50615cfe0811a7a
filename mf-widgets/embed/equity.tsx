import { css } from '@emotion/react';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { useCallback } from 'react';
import { CandlesCard } from '../src/equity/candles.card.view.tsx';
import { EquityView } from '../src/equity/equity.view.tsx';
import { Kept } from '../src/insight/kept.tsx';
import type { InsightState } from '../src/insight/parts.view.tsx';
import { EQUITY_SECTIONS } from '../src/insight/sections.ts';
import { Spoken } from '../src/insight/words.tsx';
import type { CandlesProps } from './candles.tsx';
import { laterPart } from './later-part.tsx';
import type { ViewHost, WidgetState } from './wire/protocol.ts';

const peer = css`
  min-height: 24px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent);
  font: inherit;
  text-decoration: underline;
  cursor: pointer;
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;

export const sections = EQUITY_SECTIONS;
export const hindi = { url: new URL('hi-equity.js', import.meta.url).href, integrity: '__HI_EQUITY_INTEGRITY__' };

const Candles = laterPart<CandlesProps>(new URL('candles.js', import.meta.url).href, '__CANDLES_INTEGRITY__');

/** The equity chunk: the portal's view, candles following later; another stock takes this one's place, if the page lets it. */
export const render = (state: WidgetState, host: ViewHost) => (
  <Spoken words={host.words}>
    <Equity state={state as InsightState<EquityInsight>} host={host} />
  </Spoken>
);

function Equity({ state, host: { show, ask, sections: shown, words } }: { state: InsightState<EquityInsight>; host: ViewHost }) {
  const link = useCallback(
    (symbol: string) => (
      <button type="button" css={peer} onClick={() => show({ symbol })}>
        {symbol}
      </button>
    ),
    [show],
  );
  const { symbol, as_of } = state.kind === 'ready' ? state.data : { symbol: '', as_of: '' };
  const chart = (
    <Kept of={[symbol, as_of, ask, words]}>
      {() =>
        symbol && ask ? (
          <CandlesCard>
            <Candles symbol={symbol} asOf={as_of} ask={ask} words={words} />
          </CandlesCard>
        ) : null
      }
    </Kept>
  );
  return <EquityView state={state} sections={shown} chart={chart} link={link} />;
}
