import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight.contract.ts';
import type { InsightState } from '../src/insight/parts.view.tsx';
import { OptionsView } from '../src/options/options.view.tsx';
import { StrategyBuilder } from '../src/options/strategy.view.tsx';
import type { ViewHost, WidgetState } from './protocol.ts';

/** The options chunk: the portal's view with its strategy builder; another expiry takes this one's place. */
export const render = (state: WidgetState, host: ViewHost) => (
  <OptionsView
    state={state as InsightState<OptionsInsight>}
    onExpiry={(expiry) => host.show({ expiry })}
    builder={(data) => <StrategyBuilder key={`${data.symbol} ${data.expiry}`} data={data} />}
  />
);
