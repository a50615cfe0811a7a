import {
  type CategorisedOptions,
  OPTION_CLOSED_DIMENSIONS,
  OPTION_DIMENSIONS,
  OPTION_LIVE_DIMENSIONS,
  type readCategorisedOptions,
  type SlicedOptionCall,
} from '@vimarsh/shared/contract/categorisation/options.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { MIN_SAMPLE } from '@vimarsh/shared/domain/calls/options/performance.ts';
import { DISCLAIMERS, figuresAllowed, type PerfPolicy, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { mayKeep, sightOf } from '../../../entitlements/index.ts';
import type { Identity } from '../../../identity/index.ts';
import type { Market } from '../../../market/index.ts';
import { callerOf } from '../../../platform/access.ts';
import { Fail, type Platform } from '../../../platform/platform.ts';
import type { Asker } from '../../kind.ts';
import type { ExpertDirectory } from '../../reading/expert-directory.ts';
import { countable, filtersOf, fits, LEAST, LISTED, labelled, MOST, requireDimensions, YEAR_MS } from '../../reading/slicing.ts';
import { readSliced } from '../store.ts';
import { tablesOf } from '../tables.ts';
import { chanceOf, closedOptionFact, liveOptionFact, type SlicedRow } from './option-categories.ts';
import { type OptionFact, sliceOptions } from './option-slices.ts';

export interface CategorisedOptionsDependencies {
  readonly platform: Pick<Platform, 'db' | 'config'>;
  readonly directory: ExpertDirectory;
  readonly policy: PerfPolicy;
  readonly market: Pick<Market, 'now'>;
  readonly identity: Pick<Identity, 'throughBroker'>;
}

type Query = Received<typeof readCategorisedOptions>['query'];
interface Row {
  readonly row: SlicedRow;
  readonly fact: OptionFact;
}

/** Option calls a caller may see, counted by dimensions, one pool at a time. */
export class CategorisedOptionCalls {
  readonly #parts: CategorisedOptionsDependencies;

  constructor(parts: CategorisedOptionsDependencies) {
    this.#parts = parts;
  }

  /** Throws BROKER_LOGIN where a broker login comes first, BAD_REQUEST for a dimension the view lacks. */
  async of(query: Query, asker: Asker): Promise<CategorisedOptions> {
    const { identity, policy, market } = this.#parts;
    const through_broker = await identity.throughBroker(asker.caller!.user_id);
    if (!may(callerOf(asker), 'categories.open', { through_broker })) throw new Fail('BROKER_LOGIN');
    const { view, pool, rows, columns = null } = query;
    const filters = filtersOf(OPTION_DIMENSIONS, query);
    const figures = figuresAllowed(policy);
    requireDimensions(view, view === 'live' ? OPTION_LIVE_DIMENSIONS : countable(OPTION_CLOSED_DIMENSIONS, figures), { rows, columns, filters });

    const now = market.now();
    const from = new Date(now.getTime() - YEAR_MS);
    const all = await this.#read(query, asker, now, from);
    const slice = all.filter(({ fact }) => fits(filters, fact));
    return {
      view,
      pool,
      ...sliceOptions(
        slice.map(({ fact }) => fact),
        rows,
        columns,
        { need: [rows, columns, ...filters.map(({ dimension }) => dimension)].includes('expert') ? MIN_SAMPLE : LEAST, figures },
      ),
      where: labelled(
        filters,
        all.map(({ fact }) => fact),
      ),
      calls: slice.slice(0, LISTED).map(listed),
      ...(view === 'closed' && { since: istDay(from) }),
      figures,
      disclaimer: DISCLAIMERS[policy],
      csv: mayKeep(asker),
      as_of: now.toISOString(),
    };
  }

  async #read({ view, pool }: Query, asker: Asker, now: Date, from: Date): Promise<Row[]> {
    const { platform, directory, policy } = this.#parts;
    const open = view === 'live';
    const sight = sightOf(asker, now, platform.config.demo);
    const rows = await readSliced(tablesOf(platform.db), sight, { open, on_margin: pool === 'margin', records: recordsAllowed(policy), from, limit: MOST });
    return Promise.all(
      rows.map(async (row) => {
        const { full_name } = await directory.name(row.expert_id);
        return { row, fact: open ? liveOptionFact(row, full_name, now) : closedOptionFact(row, full_name) };
      }),
    );
  }
}

const listed = ({ row, fact }: Row): SlicedOptionCall => ({
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
});
