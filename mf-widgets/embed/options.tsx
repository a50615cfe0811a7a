import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight.contract.ts';
import type { InsightState } from '../src/insight/parts.view.tsx';
import { OPTIONS_SECTIONS } from '../src/insight/sections.ts';
import { Spoken } from '../src/insight/words.tsx';
import { OptionsView } from '../src/options/options.view.tsx';
import { StrategyBuilder } from '../src/options/strategy.view.tsx';
import type { ViewHost, WidgetState } from './protocol.ts';

export const sections = OPTIONS_SECTIONS;
export const hindi = { url: new URL('hi-options.js', import.meta.url).href, integrity: '__HI_OPTIONS_INTEGRITY__' };

/** The options chunk: the portal's view with its strategy builder; another expiry takes this one's place. */
export const render = (state: WidgetState, host: ViewHost) => (
  <Spoken dictionary={host.dictionary}>
    <OptionsView
      state={state as InsightState<OptionsInsight>}
      sections={host.sections}
      onExpiry={(expiry) => host.show({ expiry })}
      builder={(data) => <StrategyBuilder key={`${data.symbol} ${data.expiry}`} data={data} />}
    />
  </Spoken>
);
