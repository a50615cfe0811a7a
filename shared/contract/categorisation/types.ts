import * as z from 'zod/mini';
import { CALL_STATUSES, CALL_TYPES, TERMS } from '../calls/types.ts';
import { text } from '../text.ts';

/** By what live calls can be sliced, and closed ones: a closed call has no progress, and today’s market says nothing of it. */
export const LIVE_DIMENSIONS = [
  'term',
  'call_type',
  'sector',
  'cap',
  'expert',
  'potential',
  'risk_reward',
  'progress',
  'age',
  'consensus',
  'trend',
  'liquidity',
  'fno',
] as const;

export const CLOSED_DIMENSIONS = ['term', 'call_type', 'sector', 'cap', 'expert', 'potential', 'risk_reward', 'status', 'month', 'fno'] as const;

export const DIMENSIONS = [...LIVE_DIMENSIONS, 'status', 'month'] as const;

export type Dimension = (typeof DIMENSIONS)[number];

const value = z.optional(text(64, 1));

/** One value of a dimension. */
const category = z.object({ key: z.string(), label: z.string() });

export type Category = z.output<typeof category>;

const measures = {
  n: z.number(),
  /** Median potential return at publication, %. */
  potential: z.nullable(z.number()),
  /** Live calls: median progress from entry to target, %; null for those not yet entered. */
  progress: z.nullable(z.number()),
  /** Live calls whose progress is known. */
  moving: z.optional(z.number()),
  /** Live calls: median of what they have made of a follower’s money so far, % after costs; null where that is known of none. Absent in older answers. */
  made: z.optional(z.nullable(z.number())),
  /** Live calls of which it is known. */
  made_by: z.optional(z.number()),
  /** Closed calls whose result after costs is above zero, %; null below the least sample or where figures are not shown. */
  hit_rate: z.nullable(z.number()),
  /** Closed calls: mean result as a multiple of the risk. */
  avg_r: z.nullable(z.number()),
  /** Closed calls with a result, which both figures count. */
  sample: z.number(),
  /** Least sample of this cell: ten where it is about one expert, five otherwise. */
  need: z.number(),
};

const cell = z.object({ row: z.string(), column: z.string(), ...measures });

export type Cell = z.output<typeof cell>;

const slicedCall = z.object({
  id: z.string(),
  stock: z.string(),
  call_type: z.enum(CALL_TYPES),
  term: z.enum(TERMS),
  status: z.enum(CALL_STATUSES),
  expert: z.string(),
  published_at: z.string(),
  ended_at: z.nullable(z.string()),
  potential_return: z.number(),
  /** Live: how far the price is on its way, %. */
  progress: z.nullable(z.number()),
  /** The price is close to the stop-loss. */
  near_stop: z.boolean(),
  /** By the record, before costs, %. */
  realised_return: z.nullable(z.number()),
  /** What a follower made after costs, %, as lists show it, of a live call so far; null without a result. Absent in older answers. */
  made: z.optional(z.nullable(z.number())),
});

export type SlicedCall = z.output<typeof slicedCall>;

export const categorised = z.object({
  view: z.enum(['live', 'closed']),
  rows: z.array(category),
  /** Empty when there is one dimension only. */
  columns: z.array(category),
  /** One of each row (column ''), and of each row and column that have a call. */
  cells: z.array(cell),
  total: z.object(measures),
  /** What the chosen filters say, in words. */
  where: z.array(z.object({ dimension: z.enum(DIMENSIONS), ...category.shape })),
  /** The newest calls of the slice, twenty at most. */
  calls: z.array(slicedCall),
  /** The closed side counts calls that ended on this IST day or later. */
  since: z.optional(z.string()),
  /** Calls of terms outside the caller’s plan that were live at the start of today; above only those are counted that the caller may read. */
  locked_count: z.number(),
  /** Whether results may be shown here, and what is to be said of them. */
  figures: z.boolean(),
  disclaimer: z.string(),
  /** Whether the caller’s plan has the table as a file, and views saved by name. */
  csv: z.boolean(),
  saves: z.boolean(),
  as_of: z.string(),
});

export type Categorised = z.output<typeof categorised>;

/** What is counted, by what, and within what. */
export const slice = z.object({
  view: z._default(z.enum(['live', 'closed']), 'live'),
  rows: z._default(z.enum(DIMENSIONS), 'sector'),
  columns: z.optional(z.enum(DIMENSIONS)),
  term: value,
  call_type: value,
  sector: value,
  cap: value,
  expert: value,
  potential: value,
  risk_reward: value,
  progress: value,
  age: value,
  consensus: value,
  trend: value,
  liquidity: value,
  fno: value,
  status: value,
  month: value,
});

export type SliceGiven = z.input<typeof slice>;
