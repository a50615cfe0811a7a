import { recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { CallAuthoring } from '../call-authoring.ts';
import type { Calls } from '../calls.ts';
import { LateActions } from '../corrections/late-actions.ts';
import type { CallsOfKind, KindDependencies } from '../kind.ts';
import { authoredOptions } from './authoring.ts';
import { viewOptionCall } from './call-view.ts';
import { categorisedOptions } from './categorised/categorised-options.ts';
import { correctableOptions, pricedLife } from './correctable.ts';
import type { Waiting } from './judge.ts';
import { optionsKind } from './kind.ts';
import { madeOfRow } from './made-of-row.ts';
import { OptionReading } from './reading.ts';
import { readState } from './recorded.ts';
import { serveOptions } from './routes.ts';
import type { OptionRow } from './tables.ts';
import { waitingWords } from './waiting-words.ts';

/** Option calls, and what other features read of them. */
export interface CallsOnOptions extends CallsOfKind, Pick<Calls, 'optionFigures'> {}

/** Calls of one to four option contracts: published by rules, closed by the quotes of their chains, readable within the reader's plan. */
export function createOptions(parts: KindDependencies): CallsOnOptions {
  const { platform, market } = parts;
  let waiting: readonly Waiting[] = [];
  const kind = optionsKind(market, (calls) => {
    waiting = [...calls.values()];
  });
  platform.remark(() => waitingWords(waiting));
  const late = new LateActions<OptionRow>(platform.db, { table: kind.table, lifeOf: (row) => pricedLife(readState(row)) }, market);
  const reading = new OptionReading({ ...parts, late, now: () => market.now(), demo: platform.config.demo });
  serveOptions(platform, new CallAuthoring(parts, authoredOptions(kind, market, platform.db)), reading, categorisedOptions(parts, reading.calls));
  return {
    kind,
    told: (row) => ({ term: null, result: recordsAllowed(parts.policy) ? (row as OptionRow).return_on_risk : null }),
    made: async (row) => madeOfRow(row as OptionRow),
    shown: (row, expert) => viewOptionCall(row as OptionRow, expert, undefined),
    corrected: correctableOptions(late),
    optionFigures: (query, reader) => reading.performance(query, reader),
    ...reading.answers(),
  };
}

/** Its kind alone, for who judges its calls by prices and serves nobody. */
createOptions.kind = optionsKind;
