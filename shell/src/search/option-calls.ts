import { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { type OptionCall, STRATEGIES } from '@vimarsh/shared/contract/calls/options/types.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { optionCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useState } from 'react';
import type { Found } from './pages.ts';

const SHOWN = '3';
/** Fewer letters name no strategy. */
const LEAST = 3;

/** What to ask for: a strategy that is named, or the symbol that fits what was typed. */
function wantedOf(typed: string, symbol: string | undefined): Partial<Record<'stock' | 'strategy', string>> | null {
  const text = typed.trim().toLowerCase();
  const strategy = text.length < LEAST ? undefined : STRATEGIES.find((each) => each !== 'CUSTOM' && STRATEGY_LABEL[each].toLowerCase().includes(text));
  if (strategy) return { strategy };
  return text && symbol ? { stock: symbol } : null;
}

const rowOf = ({ id, strategy, underlying, expert, expiry }: OptionCall): Found => ({
  key: `option call ${id}`,
  label: STRATEGY_LABEL[strategy],
  hint: `${underlying} · ${expert.full_name} · expires ${formatDay(expiry)}`,
  to: optionCallAddress(id),
});

/** Live option calls for what is typed, as far as the reader's plan shows them: the server decides. Nobody else asks. */
export function useOptionCalls(typed: string, symbol: string | undefined): readonly Found[] {
  const { request, signedIn } = useSession();
  const wanted = signedIn ? JSON.stringify(wantedOf(typed, symbol)) : 'null';
  const [answer, setAnswer] = useState<{ wanted: string; found: readonly Found[] }>({ wanted: 'null', found: [] });
  useEffect(() => {
    if (wanted === 'null') return;
    const stop = new AbortController();
    void request(listOptionCalls, { query: { view: 'live', limit: SHOWN, ...JSON.parse(wanted) } }, { quiet: true, signal: stop.signal }).then(
      ({ status, data }) => !stop.signal.aborted && setAnswer({ wanted, found: status && data ? data.items.map(rowOf) : [] }),
    );
    return () => stop.abort();
  }, [wanted, request]);
  return answer.wanted === wanted ? answer.found : [];
}
