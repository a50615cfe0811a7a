import type { CallType, Disclosures, Rationale, Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { Rng } from '@vimarsh/shared/domain/market/rng.ts';
import type { Glance } from './price-history.ts';
import type { Profile } from './profiles.ts';

const rupees = (price: number): string => `₹${price.toFixed(2)}`;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What a reader of the chart would note, from prices and volumes alone: the companies are real, their simulated prices are not. */
function facts({ past, ltp, listing }: Glance) {
  const closes = past.map((bar) => bar.c / sharesSince(past, bar.day));
  const sma = (n: number): number => mean(closes.slice(-n));
  const year = past.slice(-250);
  const volumes = past.map((bar) => bar.v);
  return {
    name: listing.name,
    sector: listing.sector,
    price: rupees(ltp),
    sma20: rupees(sma(20)),
    sma50: rupees(sma(50)),
    side20: ltp >= sma(20) ? 'above' : 'below',
    side50: ltp >= sma(50) ? 'above' : 'below',
    high: rupees(Math.max(...year.map((bar) => bar.h / sharesSince(past, bar.day)))),
    low: rupees(Math.min(...year.map((bar) => bar.l / sharesSince(past, bar.day)))),
    moved: moved((ltp / closes.at(-21)! - 1) * 100),
    volume: (mean(volumes.slice(-5)) / mean(volumes.slice(-20))).toFixed(2),
    average: rupees(mean(closes)),
    gap: gap((ltp / mean(closes) - 1) * 100),
  };
}

const moved = (pct: number): string => (Math.abs(pct) < 1 ? 'hardly moved' : `${pct > 0 ? 'rose' : 'fell'} ${Math.abs(pct).toFixed(1)}%`);
const gap = (pct: number): string => (Math.abs(pct) < 0.5 ? 'at' : `${Math.abs(pct).toFixed(1)}% ${pct > 0 ? 'above' : 'below'}`);

/** How many of today's shares one share of a past day became: 5 after a split since then. */
function sharesSince(past: Glance['past'], day: string): number {
  let shares = 1;
  for (let at = past.length - 1; at > 0 && past[at]!.day > day; at--) {
    const ratio = past[at - 1]!.c / past[at]!.prev_close;
    if (ratio > 1.5) shares *= Math.round(ratio);
  }
  return shares;
}

type Facts = ReturnType<typeof facts>;
const THESIS: Readonly<Record<Profile['reading'], Readonly<Record<CallType, readonly ((f: Facts) => string)[]>>>> = {
  trend: {
    Buy: [
      (f) =>
        `${f.name} trades at ${f.price}, ${f.side20} its 20-day average of ${f.sma20} and ${f.side50} the 50-day average of ${f.sma50}. It ${f.moved} over a month. The idea is a next leg upward from a level at which being wrong is cheap.`,
      (f) =>
        `Between the year’s low of ${f.low} and its high of ${f.high}, ${f.name} stands at ${f.price}. Over a month it ${f.moved}; volume of the last five sessions was ${f.volume} times the 20-day norm. The path towards the upper part of that range is open.`,
      (f) =>
        `In ${f.sector} this chart offers the clearest entry for a swing: ${f.name} at ${f.price}, with the 20-day average at ${f.sma20} as a reference close by. It ${f.moved} in a month, and the range of the last sessions has narrowed enough to define the risk.`,
    ],
    Sell: [
      (f) =>
        `${f.name} at ${f.price} is ${f.side20} its 20-day average of ${f.sma20} and ${f.side50} the 50-day average of ${f.sma50}. It ${f.moved} over a month. The idea is a next leg downward, with a stop-loss near enough to leave soon when wrong.`,
      (f) =>
        `The year’s high of ${f.high} has not been seen again lately: ${f.name} stands at ${f.price} and ${f.moved} in a month, on ${f.volume} times the usual volume in the last five sessions. Supports below are far apart on this chart.`,
      (f) =>
        `Among the stocks of ${f.sector} this one has the weaker structure for a swing: ${f.name} at ${f.price}, its 20-day average at ${f.sma20}. It ${f.moved} over a month; a move towards the lower part of its range pays well against the stop-loss.`,
    ],
    Hold: [
      (f) =>
        `${f.name} at ${f.price} lies between reference prices: the 20-day average at ${f.sma20}, the 50-day average at ${f.sma50}. It ${f.moved} over a month. There is no edge for new money here, and no reason to leave what is held.`,
    ],
  },
  reversal: {
    Buy: [
      (f) =>
        `${f.name} stands at ${f.price}, with its 20-day average at ${f.sma20} and the year’s low at ${f.low}. It ${f.moved} over a month. The crowd leans the other way on this stock; a turn against it would find few sellers left.`,
      (f) =>
        `This is a call against the mood: ${f.name} ${f.moved} over a month and trades at ${f.price}. Measured on the 50-day average of ${f.sma50}, the risk is defined and a swing back pays for it more than once.`,
    ],
    Sell: [
      (f) =>
        `${f.name} at ${f.price} meets supply, in my reading: the year’s high is ${f.high}, the 20-day average ${f.sma20}, and the stock ${f.moved} over a month. Few new buyers are left at this level, so the other side is taken.`,
      (f) =>
        `This is a call against the mood: volume of the last five sessions was ${f.volume} times the norm, and ${f.name} is at ${f.price} after it ${f.moved} in a month. Such stretches often end with a move through the 50-day average at ${f.sma50}.`,
    ],
    Hold: [
      (f) =>
        `${f.name} at ${f.price} is near its mean, with a 50-day average of ${f.sma50}; it ${f.moved} over a month. Neither side is stretched, so what is held is kept within the stated band.`,
    ],
  },
  value: {
    Buy: [
      (f) =>
        `${f.name} at ${f.price} is ${f.gap} its one-year average of ${f.average}. For a holding of this length the entry matters more than a month in which the stock ${f.moved}; the range of the year, ${f.low} to ${f.high}, says what can go wrong.`,
      (f) =>
        `A patient entry: ${f.name} trades at ${f.price} within the year’s ${f.low} to ${f.high}, ${f.side50} its 50-day average of ${f.sma50}. The horizon is long enough for the price to work through a weak quarter and reach the upper half of its range.`,
    ],
    Sell: [
      (f) =>
        `${f.name} at ${f.price} is ${f.gap} its one-year average of ${f.average}; the year’s range is ${f.low} to ${f.high}, and it ${f.moved} over a month. Over this horizon I expect the lower half of that range to be visited again.`,
    ],
    Hold: [
      (f) =>
        `${f.name} at ${f.price} is ${f.gap} its one-year average of ${f.average}, and it ${f.moved} over a month. What is owned can stay; there is no margin of safety for more, and no reason to sell within the band.`,
    ],
  },
};

const TRIGGERS: readonly ((f: Facts, up: boolean) => string)[] = [
  (f, up) =>
    `Entry once a session holds ${up ? 'above' : 'below'} its first hour’s ${up ? 'low' : 'high'} with volume near the 20-day norm; the last five sessions ran at ${f.volume} times of it.`,
  (f, up) => `The week’s ${up ? 'low' : 'high'} against the 20-day average at ${f.sma20} is the line to watch on the daily chart; entry only while it holds.`,
  (f) => `The range of the last five sessions around ${f.price} decides: entry within the stated band, nothing is chased outside it.`,
];
const RISKS: readonly ((f: Facts) => string)[] = [
  (f) =>
    `${f.sector} moves together, so one weak day of the index overrides the chart. A gap at the open can pass the stop-loss, and the loss is then larger than planned.`,
  (f) =>
    `Results or policy news within the horizon can change the picture overnight. Liquidity thins out in the last hour, and slippage of a few ticks around ${f.price} is normal.`,
  () =>
    'The usual daily range of the stock is wide for this stop-loss, so noise may reach it before the idea works. The size of the position should allow for that.',
];

/** A rationale in the author's manner. Figures come from the glance, so every text is its own. */
export function rationaleOf(glance: Glance, profile: Profile, call: { call_type: CallType; stop_loss: number; term: Term }, random: Rng): Rationale {
  const f = facts(glance);
  const choose = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
  const up = call.call_type !== 'Sell';
  return {
    thesis: choose(THESIS[profile.reading][call.call_type])(f),
    trigger: choose(TRIGGERS)(f, up),
    risks: choose(RISKS)(f),
    kill_criteria:
      call.call_type === 'Hold'
        ? `A daily close outside the band ends the view; so does a change of trend against the 50-day average at ${f.sma50}.`
        : `A ${call.term === 'intraday' ? 'five-minute' : 'daily'} close ${up ? 'below' : 'above'} ${rupees(call.stop_loss)} proves the idea wrong; so does a ${up ? 'fall back under' : 'rise back over'} ${f.sma50} on heavy volume.`,
    method: profile.reading === 'value' ? 'mixed' : 'technical',
    sources: ['Daily prices and volumes of the simulated exchange'],
    ai_used: 'none',
  };
}

export function disclosuresOf(term: Term, random: Rng): Disclosures {
  // A long-term idea is sometimes owned by its author, from long before the 30 days.
  const holds = term === 'longTerm' && random.next() < 0.25;
  return {
    holds,
    over1pct: false,
    compensation_12m: false,
    market_maker: false,
    officer: false,
    other: holds ? 'Held for more than a year before publication.' : '',
    attest_30_5: true,
  };
}

export const EXIT_REASONS = [
  'Momentum faded before the target; capital is better used elsewhere.',
  'The move came faster than expected and stalled at resistance.',
  'The index turned against the position; leaving with what is there.',
  'Volume dried up, the trigger of this idea no longer holds.',
] as const;
export const CANCEL_REASON = 'The price ran away from the entry band; the idea is withdrawn before any entry.';
export const NOTES = [
  'Still valid: the price holds the right side of its 20-day average. Nothing to change.',
  'Half of the way is done. The stop-loss stays where it is for now.',
  'A quiet week. The thesis is intact as long as the kill criterion is not met.',
  'Closer to the stop-loss than planned; the range of the last sessions still supports the idea.',
] as const;
