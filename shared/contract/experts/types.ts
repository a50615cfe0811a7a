import * as z from 'zod/mini';
import { expertCard } from '../calls/expert-card.ts';
import { CALL_STATUSES, CALL_TYPES, PERIODS, type Period, TERMS } from '../calls/types.ts';
import { figure } from '../figure.ts';
import { companySize } from '../market/types.ts';

/** An average never stands without the number of calls it is of. */
const sampled = z.object({ n: z.number(), value: z.nullable(z.number()) });

export type SampledAverage = z.output<typeof sampled>;

/** Rates and averages in %, 4 decimals. Where `too_few` is set they are null and only the counts stand. */
export const judgedFigures = z.object({
  n: z.number(),
  /** Calls that gained after costs and those that did not, by the result that lists show, as `made`. */
  hits: z.number(),
  misses: z.number(),
  too_few: z.boolean(),
  /** With the bounds of its 95 % interval. */
  hit_rate: z.nullable(z.object({ value: z.number(), low: z.number(), high: z.number() })),
  /** Mean chance with which a price without direction would have gained. */
  driftless_rate: z.nullable(z.number()),
  /** Mean result after costs, as `made`, of the hits and of the misses. */
  gain: sampled,
  loss: sampled,
  /** Mean return as published, before costs: what stands beside the results in their explanation. */
  average: z.nullable(z.number()),
  /** Mean and lowest result after costs, each call as lists show it: a follower's, and the record's own where no follower's prices are known. */
  made: z.nullable(z.number()),
  worst: z.nullable(z.number()),
  /** `headline` and `return`, before costs, of the calls whose follower return is known, so that their difference is the slippage; `net` after costs. */
  follower: z.object({ n: z.number(), headline: z.nullable(z.number()), return: z.nullable(z.number()), net: z.nullable(z.number()) }),
});

export type JudgedFigures = z.output<typeof judgedFigures>;

/** `of`: the value that its calls share, e.g. `shortTerm`, `IT`, `2026-11`. */
export const split = z.extend(judgedFigures, { of: z.string() });

export type Split = z.output<typeof split>;

export const SPLITS = ['term', 'call_type', 'sector', 'cap', 'month'] as const;

export type SplitBy = (typeof SPLITS)[number];

/**
 * ₹1,00,000 in equal parts on the `n` calls whose follower and whose index are known, whole ₹ after all of them: `follower` after costs, each
 * part as a follower had it; `index` in NIFTY 50 from each call's entry to its exit, without costs. `sells`: Sells among them that
 * were meant for longer than a day, which nobody makes without the share or futures.
 */
export const lakh = z.object({ n: z.number(), sells: z.number(), follower: z.number(), index: z.number() });

export type Lakh = z.output<typeof lakh>;

/** An expert's equity record in a period, by the IST day on which calls ended. `from` is null for all calls. */
export const judgedRecord = z.extend(judgedFigures, {
  from: z.nullable(z.string()),
  to: z.string(),
  /** The middle and the highest result after costs, as `worst`. */
  median: z.nullable(z.number()),
  best: z.nullable(z.number()),
  /** How many calls would have gained by luck alone, as a range in whole calls, and where the record stands to it. Null below ten calls. */
  luck: z.nullable(z.object({ low: z.number(), high: z.number(), expected: z.number(), verdict: z.enum(['luck', 'better', 'often', 'worse']) })),
  /** The deepest fall of the results added up in the order of their ends: multiples of the risk, over how many calls, and the month it ended in. */
  fall: z.nullable(z.object({ r: z.number(), calls: z.number(), month: z.nullable(z.string()) })),
  /** Null below ten such calls. */
  lakh: z.optional(z.nullable(lakh)),
  lapsed: z.number(),
  cancelled: z.number(),
  /** Ended without a result, because no price on file says how. */
  unjudged: z.optional(z.number()),
  /** Hold calls that ended: they claim no return and are in no other count. */
  held: z.number(),
  splits: z.object({ term: z.array(split), call_type: z.array(split), sector: z.array(split), cap: z.array(split), month: z.array(split) }),
});

export type JudgedRecord = z.output<typeof judgedRecord>;

/** A call behind the figures, with every input they are computed from: prices ₹, returns %, instants UTC. Nulls: it had no entry, or is not known. */
export const judgedCall = z.object({
  id: z.string(),
  stock: z.string(),
  sector: z.string(),
  cap: companySize,
  call_type: z.enum(CALL_TYPES),
  term: z.enum(TERMS),
  status: z.enum(CALL_STATUSES),
  published_at: z.string(),
  entry_at: z.nullable(z.string()),
  entry: z.nullable(z.number()),
  target: z.number(),
  initial_stop: z.number(),
  /** Stop-losses after the first, each with the last price at that moment; null in records from before that was kept. */
  moved: z.optional(z.array(z.object({ at: z.string(), stop: z.number(), price: z.nullable(z.number()) }))),
  ended_at: z.string(),
  exit: z.nullable(z.number()),
  realised_return: z.nullable(z.number()),
  /** After estimated costs. */
  net_return: z.nullable(z.number()),
  r_multiple: z.nullable(z.number()),
  /** % over NIFTY 50. */
  alpha: z.nullable(z.number()),
  /** The gain that chance makes of it had the price no direction, with what its author’s acts added: may leave 0–1 for one call. */
  chance: z.nullable(z.number()),
  /** What a follower paid and got a minute later, and what that returned before costs, %. */
  follower_entry: z.nullable(z.number()),
  follower_exit: z.nullable(z.number()),
  follower_return: z.nullable(z.number()),
  /** The stretches of the feed that decide it, each under `/.well-known/vimarsh-prices/<name>.json`: of the entry where the call filled at once, then of the exit. Absent in older answers. */
  follower_prices: z.optional(z.nullable(z.array(z.string()))),
});

export type JudgedCallRow = z.output<typeof judgedCall>;

/** An answer holds the calls that ended last, as many at most; its figures are of all. */
export const MOST_JUDGED = 1000;

/** The expert whose record it is. `status` `closed`: the account is no more, and its calls stay in the record. */
export const judgedExpert = z.object({
  user_id: z.string(),
  full_name: z.string(),
  profession: expertCard.shape.profession,
  picture: z.string(),
  city: z.string(),
  style: z.string(),
  reg_no: z.string(),
  /** Last IST day of the registration, `YYYY-MM-DD`; '' for a closed account. */
  valid_to: z.string(),
  verified: z.boolean(),
  status: z.enum(['verified', 'expiring', 'lapsed', 'suspended', 'unverified', 'pending', 'rejected', 'closed']),
  /** Since when (UTC instant) papers of somebody who has published are under review. */
  review_since: z.optional(z.string()),
  followers: z.number(),
  following: z.boolean(),
});

export type JudgedExpert = z.output<typeof judgedExpert>;

export const PERF_MODES = ['demo', 'parrva', 'client_request', 'off'] as const;

/** What every answer about past performance begins with. `allowed` false: no figure of a result is in it. */
const said = {
  allowed: z.boolean(),
  mode: z.enum(PERF_MODES),
  disclaimer: z.string(),
  method_version: z.string(),
  as_of: z.string(),
};

export const expertMetrics = z.object({
  record: judgedRecord,
  /** The figures in words, each with its formula and what it is computed from. */
  figures: z.array(figure),
  /** The calls behind them, the latest first. */
  calls: z.array(judgedCall),
});

export type ExpertMetrics = z.output<typeof expertMetrics>;

/** Open calls of an expert that the reader may read, and those of them that can still be entered as published at the prices of the moment. */
export const openCalls = z.object({ n: z.number(), enterable: z.number() });

export type OpenCalls = z.output<typeof openCalls>;

/** A client's own request for an expert's record: when it was made, and until when the record may be read. */
export const recordGrant = z.object({ asked_at: z.string(), until: z.string() });

export type RecordGrant = z.output<typeof recordGrant>;

export const expertRecord = z.object({
  ...said,
  expert: judgedExpert,
  period: z.enum(PERIODS),
  open: z.optional(openCalls),
  metrics: z.nullable(expertMetrics),
  /** Whether this caller may ask for the record one-to-one, and what they asked for already. */
  may_request: z.boolean(),
  grant: z.nullable(recordGrant),
});

export type ExpertRecordPage = z.output<typeof expertRecord>;

/** The period of the records in the store. */
export const STORE_PERIOD: Period = '1Y';

/** An expert in the store. `record` is of the last year; null where figures are not allowed. */
export const storedExpert = z.extend(judgedExpert, {
  record: z.nullable(
    z.object({
      n: z.number(),
      hits: z.number(),
      too_few: z.boolean(),
      luck: judgedRecord.shape.luck,
      /** After costs, as in the record that the name leads to. */
      made: z.nullable(z.number()),
      worst: z.nullable(z.number()),
      stars: z.nullable(z.number()),
    }),
  ),
  /** Terms and sectors of the calls that ended within the year, the most frequent first. */
  terms: z.array(z.enum(TERMS)),
  sectors: z.array(z.string()),
});

export type StoredExpert = z.output<typeof storedExpert>;

export const STORE_SORTS = ['neutral', 'name', 'score'] as const;

export const expertStore = z.object({
  ...said,
  experts: z.array(storedExpert),
  /** How many there are without these filters. */
  total: z.number(),
  /** Sectors that can be chosen. */
  sectors: z.array(z.string()),
});

export type ExpertStore = z.output<typeof expertStore>;
