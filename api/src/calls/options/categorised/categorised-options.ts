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
import { DISCLAIMERS, figuresAllowed, type PerfPolicy, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { MIN_SAMPLE } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { mayKeep, sightOf } from '../../../entitlements/index.ts';
import type { Identity } from '../../../identity/index.ts';
import type { Market } from '../../../market/index.ts';
import { callerOf } from '../../../platform/access/access.ts';
import { Fail, type Platform } from '../../../platform/platform.ts';
import type { CallReader, ReadableRecord } from '../../kind.ts';
import type { SharedAnswers } from '../../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../../reading/expert-directory.ts';
import { SlicedRows } from '../../reading/sliced.ts';
import { countable, filtersOf, fits, LEAST, LISTED, labelled, MOST, requireDimensions, YEAR_MS } from '../../reading/slicing.ts';
import { liveScope, maySeeOption } from '../option-sight.ts';
import { readSliced } from '../store.ts';
import { OPTIONS, type OptionRow } from '../tables.ts';
import { chanceOf, closedOptionFact, liveOptionFact, type SlicedRow } from './option-categories.ts';
import { type OptionFact, sliceOptions } from './option-slices.ts';

export interface CategorisedOptionsDependencies {
  readonly platform: Pick<Platform, 'db' | 'config'>;
  readonly directory: ExpertDirectory;
  readonly policy: PerfPolicy;
  readonly market: Pick<Market, 'now'>;
  readonly identity: Pick<Identity, 'throughBroker'>;
  readonly answers: SharedAnswers;
  readonly readable: (asker: CallReader) => ReadableRecord;
}

/** Facts of live calls stand for so long, market time: as often as prices reach a screen. */
const LIVE_MS = 1000;
/** Categories of closed calls. Up to twenty thousand calls are read for one answer. */
const REST_MS = 10_000;

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
  async of(query: Query, asker: CallReader): Promise<CategorisedOptions> {
    const { identity, policy, market } = this.#parts;
    const through_broker = await identity.throughBroker(asker.caller!.user_id);
    if (!may(callerOf(asker), 'categories.open', { through_broker })) throw new Fail('BROKER_LOGIN');
    const { view, pool, rows, columns = null } = query;
    const filters = filtersOf(OPTION_DIMENSIONS, query);
    const figures = figuresAllowed(policy);
    requireDimensions(view, view === 'live' ? OPTION_LIVE_DIMENSIONS : countable(OPTION_CLOSED_DIMENSIONS, figures), { rows, columns, filters });

    const now = market.now();
    const all = await this.#facts(query, asker, now);
    const ofOne = [rows, columns, ...filters.map(({ dimension }) => dimension)].includes('expert');
    const counted = all.slice(JSON.stringify([rows, columns, filters]), (every) => {
      const slice = every.filter(({ fact }) => fits(filters, fact));
      const facts = slice.map(({ fact }) => fact);
      return {
        ...sliceOptions(facts, rows, columns, { need: ofOne ? MIN_SAMPLE : LEAST, figures }),
        where: labelled(
          filters,
          every.map(({ fact }) => fact),
        ),
        calls: slice.slice(0, LISTED).map(listed),
      };
    });
    return {
      view,
      pool,
      ...counted,
      ...(view === 'closed' && { since: istDay(new Date(now.getTime() - YEAR_MS)) }),
      figures,
      disclaimer: DISCLAIMERS[policy],
      csv: mayKeep(asker),
      as_of: all.at.toISOString(),
    };
  }

  /** Shared by all who may read the same calls: of live ones as long as prices stand on a screen, of closed ones until the oldest is a year old. */
  async #facts({ view, pool }: Query, asker: CallReader, now: Date): Promise<SlicedRows<Row>> {
    const { platform, directory, policy, answers, readable } = this.#parts;
    const open = view === 'live';
    const sight = sightOf(asker, now, platform.config.demo);
    const author = asker.caller?.expert_status ? asker.caller.user_id : '';
    const ended = readable(asker);
    const who = open ? `${liveScope(sight)} ${author}` : ended.key;
    return answers.of({
      key: `option facts ${istDay(now)} ${view} ${pool} ${who} ${await directory.names()}`,
      concerns: open
        ? ({ kind, row }) => kind === OPTIONS && (row.expert_id === author || maySeeOption(sight, row as OptionRow))
        : (change) => ended.has(change),
      ...(!open && { rest: REST_MS }),
      compute: async () => {
        const at = this.#parts.market.now();
        const from = new Date(at.getTime() - YEAR_MS);
        const rows = await readSliced(platform.db, sight, { open, on_margin: pool === 'margin', records: recordsAllowed(policy), from, limit: MOST });
        const facts = await Promise.all(
          rows.map(async (row) => {
            const { full_name } = await directory.name(row.expert_id);
            return { row, fact: open ? liveOptionFact(row, full_name, at) : closedOptionFact(row, full_name) };
          }),
        );
        const oldest = rows.at(-1)?.ended_at?.getTime();
        const until = open ? at.getTime() + LIVE_MS : oldest === undefined ? undefined : oldest + YEAR_MS + 1;
        return { value: new SlicedRows(facts, at), ...(until !== undefined && { until }), rows: rows.length };
      },
    });
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
