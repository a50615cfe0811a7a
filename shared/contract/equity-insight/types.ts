import * as z from 'zod/mini';
import { accessKeyText } from '../access-key-text.ts';
import { figure } from '../figure.ts';
import { marketSource } from '../market/source.ts';
import { PHASES, priceStep } from '../market/types.ts';

const rating = z.enum(['Strong sell', 'Sell', 'Neutral', 'Buy', 'Strong buy']);

/** A group of votes; `score` null: too few votes, `have` of `need`. */
const group = z.object({
  score: z.nullable(z.number()),
  rating: z.nullable(rating),
  buy: z.number(),
  neutral: z.number(),
  sell: z.number(),
  note: z.string(),
});

export const equityInsight = z.object({
  symbol: z.string(),
  name: z.string(),
  exchange: z.string(),
  kind: z.enum(['equity', 'index']),
  sector: z.string(),
  /** '' where no list tells it. */
  cap: z.string(),
  status: z.enum(['active', 'suspended', 'ban', 'delisted']),
  fno: z.boolean(),
  quote: z.object({
    ltp: z.number(),
    /** Null on a day that opened with a `step`, which is absent in older answers. */
    change: z.nullable(z.number()),
    change_pct: z.nullable(z.number()),
    step: z.optional(z.nullable(priceStep)),
    open: z.number(),
    high: z.number(),
    low: z.number(),
    prev_close: z.number(),
    volume: z.number(),
  }),
  /** Volume against 20 days, 52-week range, market capitalisation, lot. */
  facts: z.array(figure),
  range52: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** Sessions behind the figures, the running one included. */
  sessions: z.number(),
  /** IST day of a step of the price that nobody explains, where figures may be absent by it: they are of the sessions from then on. */
  series_from: z.optional(z.string()),
  rating: z.object({
    summary: group,
    averages: group,
    oscillators: group,
    votes: z.array(
      z.object({
        key: z.string(),
        group: z.enum(['averages', 'oscillators']),
        label: z.string(),
        value: z.nullable(z.number()),
        vote: z.nullable(z.union([z.literal(-1), z.literal(0), z.literal(1)])),
        need: z.number(),
        rule: z.string(),
      }),
    ),
  }),
  readings: z.array(figure),
  /** Of the session before, on today's share count; null without one. */
  pivots: z.nullable(
    z.object({
      day: z.string(),
      high: z.number(),
      low: z.number(),
      close: z.number(),
      sets: z.array(z.object({ kind: z.enum(['classic', 'fibonacci', 'camarilla', 'woodie']), p: z.number(), r: z.array(z.number()), s: z.array(z.number()) })),
    }),
  ),
  risk: z.array(figure),
  /** What the rules found, each with the rule and the day. */
  signals: z.array(z.object({ kind: z.enum(['strength', 'weakness', 'opportunity', 'threat']), text: z.string(), rule: z.string(), day: z.string() })),
  /** `score` null: see `note`. Null in answers of a server from before it was told that a stock is not traded now. */
  sentiment: z.nullable(z.object({ score: z.nullable(z.number()), zone: z.nullable(z.string()), note: z.string() })),
  /** Experts' open calls, of those that the reader may read. */
  consensus: z.object({
    buy: z.number(),
    sell: z.number(),
    hold: z.number(),
    experts: z.number(),
    oldest: z.nullable(z.string()),
    newest: z.nullable(z.string()),
    /** Where a call is counted. One voice for each expert, their newest call's. */
    spread: z.optional(
      z.object({
        /** 0–1: 1 where all say the same, 0 where as many say Buy as Sell; null of fewer than two experts. */
        agreement: z.nullable(z.number()),
        /** ₹, and the deviation in % of the mean, of `n` targets, all to buy or all to sell; null of fewer than two, and where sides differ. */
        targets: z.nullable(z.object({ n: z.number(), mean: z.number(), median: z.number(), low: z.number(), high: z.number(), dispersion: z.number() })),
      }),
    ),
  }),
  /** Of the nearest expiry; null without futures. */
  future: z.nullable(z.object({ expiry: z.string(), figures: z.array(figure) })),
  actions: z.array(z.object({ day: z.string(), text: z.string() })),
  /** `last_traded` as below. */
  peers: z.array(
    z.object({
      symbol: z.string(),
      name: z.string(),
      ltp: z.number(),
      /** Null as above. */
      change_pct: z.nullable(z.number()),
      market_cap_cr: z.number(),
      last_traded: z.optional(z.string()),
    }),
  ),
  /** IST day of its last trade, where that is before the market's latest session: price and change are of that day. */
  last_traded: z.optional(z.string()),
  as_of: z.string(),
  phase: z.enum(PHASES),
  /** The feed has stopped in the middle of a session. */
  stale: z.boolean(),
  source: z.string(),
  /** Absent in answers of a server from before it was told. */
  prices_from: z.optional(marketSource),
  methods: z.array(z.string()),
  disclaimer: z.string(),
});

export type EquityInsight = z.output<typeof equityInsight>;

/** A publishable key of a partner, as the address of an insight page may carry it. */
export const insightKey = z.optional(accessKeyText);
