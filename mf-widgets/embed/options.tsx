import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { useCallback } from 'react';
import type { InsightState } from '../src/insight/parts.view.tsx';
import { OPTIONS_SECTIONS } from '../src/insight/sections.ts';
import { Spoken } from '../src/insight/words.tsx';
import { OptionsView } from '../src/options/options.view.tsx';
import { laterPart } from './later-part.tsx';
import type { StrategyProps } from './strategy.tsx';
import type { ViewHost, WidgetState } from './wire/protocol.ts';

export const sections = OPTIONS_SECTIONS;
export const hindi = { url: new URL('hi-options.js', import.meta.url).href, integrity: '__HI_OPTIONS_INTEGRITY__' };

const Strategy = laterPart<StrategyProps>(new URL('strategy.js', import.meta.url).href, '__STRATEGY_INTEGRITY__');

/** The options chunk: the portal's view, the strategy builder following later; another expiry takes this one's place. */
export const render = (state: WidgetState, host: ViewHost) => (
  <Spoken words={host.words}>
    <Options state={state as InsightState<OptionsInsight>} host={host} />
  </Spoken>
);

function Options({ state, host: { show, sections: shown, words } }: { state: InsightState<OptionsInsight>; host: ViewHost }) {
  const onExpiry = useCallback((expiry: string) => show({ expiry }), [show]);
  const strategy = useCallback((data: OptionsInsight) => <Strategy data={data} words={words} />, [words]);
  return <OptionsView state={state} sections={shown} onExpiry={onExpiry} builder={strategy} />;
}
