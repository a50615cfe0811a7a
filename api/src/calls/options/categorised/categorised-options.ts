import {
  type CategorisedOptions,
  OPTION_CLOSED_DIMENSIONS,
  OPTION_DIMENSIONS,
  OPTION_LIVE_DIMENSIONS,
  type readCategorisedOptions,
  type SlicedOptionCall,
} from '@vimarsh/shared/contract/categorisation/options.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { afterCosts } from '@vimarsh/shared/domain/calls/options/lot/made.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CallReader } from '../../kind.ts';
import { type Categorised, Categorising, type CategorisingDependencies } from '../../reading/categorising.ts';
import type { KindReading } from '../../reading/kind-reading.ts';
import { MOST, YEAR_MS } from '../../reading/slicing.ts';
import { type OptionQuery, readSliced } from '../store.ts';
import { OPTIONS, type OptionRow, optionsTables } from '../tables.ts';
import { chanceOf, closedOptionFact, liveOptionFact, type SlicedRow } from './option-categories.ts';
import { type OptionFact, sliceOptions } from './option-slices.ts';

export interface CategorisedOptionsDependencies extends CategorisingDependencies {
  readonly platform: Pick<Platform, 'db'>;
}

/** Option calls a caller may see, counted by dimensions, one pool at a time. */
export function categorisedOptions(parts: CategorisedOptionsDependencies, calls: KindReading<OptionRow, OptionQuery>) {
  const { platform, directory } = parts;
  const categorising = new Categorising(parts, calls, {
    name: OPTIONS,
    dimensions: OPTION_DIMENSIONS,
    live: OPTION_LIVE_DIMENSIONS,
    closed: OPTION_CLOSED_DIMENSIONS,
    slice: sliceOptions,
    listed,
  });
  return async (query: Received<typeof readCategorisedOptions>['query'], asker: CallReader): Promise<CategorisedOptions> => {
    const { pool } = query;
    const open = query.view === 'live';
    const counted = await categorising.of(query, asker, pool, async ({ sight, records }, at) => {
      const range = { open, on_margin: pool === 'margin', records, from: new Date(at.getTime() - YEAR_MS), limit: MOST };
      const rows = await readSliced(optionsTables(platform.db), sight, range);
      return Promise.all(
        rows.map(async (row) => {
          const { full_name } = await directory.name(row.expert_id);
          return { row, fact: open ? liveOptionFact(row, full_name, at) : closedOptionFact(row, full_name) };
        }),
      );
    });
    return { ...counted, pool };
  };
}

const listed = ({ row, fact }: Categorised<SlicedRow, OptionFact>): SlicedOptionCall => ({
  id: row.id,
  underlying: row.stock,
  strategy: row.strategy,
  outlook: row.outlook,
  status: row.status,
  expert: fact.categories.expert!.label,
  published_at: row.published_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  expiry: row.expiry,
  chance: chanceOf(row),
  pnl: row.pnl,
  return_on_risk: row.return_on_risk,
  made: row.pnl === null ? null : afterCosts({ pnl: row.pnl, cost: row.cost ?? 0, risk: row.risk }),
});
