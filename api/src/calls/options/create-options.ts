import { figuresAllowed, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { sightOf } from '../../entitlements/index.ts';
import { CallAuthoring } from '../call-authoring.ts';
import type { CallsOfKind, KindDependencies } from '../kind.ts';
import { authoredOptions } from './authoring.ts';
import { CategorisedOptionCalls } from './categorised/categorised-options.ts';
import { optionsKind } from './kind.ts';
import { OptionReading } from './reading.ts';
import { serveOptions } from './routes.ts';
import { readStopped } from './store.ts';
import type { OptionRow } from './tables.ts';

/** Calls of one to four option contracts: published by rules, closed by the quotes of their chains, readable within the reader's plan. */
export function createOptions(parts: KindDependencies): CallsOfKind {
  const { platform, market } = parts;
  const kind = optionsKind(market);
  const reading = new OptionReading({ ...parts, now: () => market.now(), demo: platform.config.demo });
  serveOptions(
    platform,
    new CallAuthoring(parts, authoredOptions(kind, market, platform.db)),
    reading,
    new CategorisedOptionCalls({ ...parts, readable: (asker) => reading.readable(asker) }),
  );
  return {
    kind,
    told: (row) => ({ term: null, result: recordsAllowed(parts.policy) ? (row as OptionRow).return_on_risk : null }),
    sees: (asker) => {
      const sees = reading.sees(asker);
      return (row) => sees(row as OptionRow);
    },
    reads: (asker) => {
      const reads = reading.reads(asker);
      return (row) => reads(row as OptionRow);
    },
    async stopped(expert_id, since, asker) {
      const sight = sightOf(asker, market.now(), platform.config.demo);
      // How many of them were answered for says how many there were: a figure, and half of a hit rate.
      if (!figuresAllowed(parts.policy) && sight.viewer.user_id !== expert_id) return null;
      const rows = await readStopped(platform.db, sight, { expert_id, since, records: recordsAllowed(parts.policy) });
      return rows.map(({ strategy, ended_at, ended_on, ...row }) => ({ ...row, what: strategy, ended_at: ended_at!, ended_on: ended_on! }));
    },
    readable: (asker, expert_id) => reading.readable(asker, expert_id),
    requireVisible: async (id, asker) => void (await reading.visibleRow(id, asker)),
  };
}

/** Its kind alone, for who judges its calls by prices and serves nobody. */
createOptions.kind = optionsKind;
