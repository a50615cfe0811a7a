import * as z from 'zod/mini';
import { OUTLOOKS, STRATEGIES } from '../calls/options/types.ts';
import { CALL_STATUSES } from '../calls/types.ts';
import { route } from '../route.ts';
import { text } from '../text.ts';

/** By what live option calls can be sliced, and closed ones. */
export const OPTION_LIVE_DIMENSIONS = ['strategy', 'outlook', 'underlying', 'underlying_type', 'expert', 'chance', 'days_left'] as const;

export const OPTION_CLOSED_DIMENSIONS = ['strategy', 'outlook', 'underlying', 'underlying_type', 'expert', 'chance', 'status', 'month'] as const;

export const OPTION_DIMENSIONS = [...OPTION_LIVE_DIMENSIONS, 'status', 'month'] as const;

export type OptionDimension = (typeof OPTION_DIMENSIONS)[number];

/** Calls whose loss is limited, and those measured on an estimated margin: what they return is on two different sums, so they are never counted together. */
export const OPTION_POOLS = ['limited', 'margin'] as const;

export type OptionPool = (typeof OPTION_POOLS)[number];

const category = z.object({ key: z.string(), label: z.string() });

export type OptionCategory = z.output<typeof category>;

const measures = {
  n: z.number(),
  /** Median probability of profit at publication, %. */
  chance: z.nullable(z.number()),
  /** Closed calls that earned more than their estimated costs, %; null below the least sample or where figures are not shown. */
  hit_rate: z.nullable(z.number()),
  /** Closed calls: mean return, % of what was at risk. */
  avg_return: z.nullable(z.number()),
  /** Closed calls with a result, which both figures count. */
  sample: z.number(),
  /** Least sample of this cell: ten where it is about one expert, five otherwise. */
  need: z.number(),
};

const cell = z.object({ row: z.string(), column: z.string(), ...measures });

export type OptionSliceCell = z.output<typeof cell>;

const slicedOptionCall = z.object({
  id: z.string(),
  underlying: z.string(),
  strategy: z.enum(STRATEGIES),
  outlook: z.enum(OUTLOOKS),
  status: z.enum(CALL_STATUSES),
  expert: z.string(),
  published_at: z.string(),
  ended_at: z.nullable(z.string()),
  expiry: z.string(),
  /** %. */
  chance: z.nullable(z.number()),
  /** What a follower made before costs, ₹ of the whole call and % of what was at risk. */
  pnl: z.nullable(z.number()),
  return_on_risk: z.nullable(z.number()),
  /** The same after costs, as lists show it; null without a result. Absent in older answers. */
  made: z.optional(z.nullable(z.object({ whole: z.number(), pct: z.nullable(z.number()) }))),
});

export type SlicedOptionCall = z.output<typeof slicedOptionCall>;

export const categorisedOptions = z.object({
  view: z.enum(['live', 'closed']),
  pool: z.enum(OPTION_POOLS),
  rows: z.array(category),
  /** Empty when there is one dimension only. */
  columns: z.array(category),
  /** One of each row (column ''), and of each row and column that have a call. */
  cells: z.array(cell),
  total: z.object(measures),
  /** What the chosen filters say, in words. */
  where: z.array(z.object({ dimension: z.enum(OPTION_DIMENSIONS), ...category.shape })),
  /** The newest calls of the slice, twenty at most. */
  calls: z.array(slicedOptionCall),
  /** The closed side counts calls that ended on this IST day or later. */
  since: z.optional(z.string()),
  /** Whether results may be shown here, and what is to be said of them. */
  figures: z.boolean(),
  disclaimer: z.string(),
  /** Whether the caller’s plan has the table as a file. */
  csv: z.boolean(),
  as_of: z.string(),
});

export type CategorisedOptions = z.output<typeof categorisedOptions>;

const value = z.optional(text(64, 1));

/** What is counted, by what, and within what. */
export const optionSlice = z.object({
  view: z._default(z.enum(['live', 'closed']), 'live'),
  pool: z._default(z.enum(OPTION_POOLS), 'limited'),
  rows: z._default(z.enum(OPTION_DIMENSIONS), 'strategy'),
  columns: z.optional(z.enum(OPTION_DIMENSIONS)),
  strategy: value,
  outlook: value,
  underlying: value,
  underlying_type: value,
  expert: value,
  chance: value,
  days_left: value,
  status: value,
  month: value,
});

export type OptionSliceGiven = z.input<typeof optionSlice>;

export const readCategorisedOptions = route({
  method: 'GET',
  path: '/reco/v1/options/categorised',
  summary: 'Option calls the caller may see, counted by one or two dimensions, apart from calls on shares; BROKER_LOGIN where a broker login comes first.',
  access: 'session',
  query: optionSlice,
  data: categorisedOptions,
});
