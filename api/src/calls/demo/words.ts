import type { CallType, Disclosures, Rationale, Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { Rng } from '@vimarsh/shared/domain/market/rng.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import type { Glance } from './price-history.ts';
import type { Profile } from './profiles.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What a reader of the chart would note, from prices and volumes alone: the companies are real, their simulated prices are not. */
function facts({ past, ltp, listing }: Glance) {
  const shares = sharesSince(past);
  const closes = past.map((bar, at) => bar.c / shares[at]!);
  const sma = (n: number): number => mean(closes.slice(-n));
  const year = (values: readonly number[]): number[] => values.slice(-250);
  const volumes = past.map((bar) => bar.v);
  const high = Math.max(...year(past.map((bar, at) => bar.h / shares[at]!)));
  const low = Math.min(...year(past.map((bar, at) => bar.l / shares[at]!)));
  const month = (ltp / closes.at(-21)! - 1) * 100;
  return {
    name: listing.name,
    sector: listing.sector,
    price: formatInr(ltp),
    sma20: formatInr(sma(20)),
    sma50: formatInr(sma(50)),
    above20: ltp >= sma(20),
    above50: ltp >= sma(50),
    from20: (ltp / sma(20) - 1) * 100,
    high: formatInr(high),
    low: formatInr(low),
    /** Where the price stands in the year's range: 0 at its low, 1 at its high. */
    place: (ltp - low) / (high - low || 1),
    /** Change over a month, %. */
    month,
    moved: moved(month),
    volume: (mean(volumes.slice(-5)) / mean(volumes.slice(-20))).toFixed(2),
    average: formatInr(mean(closes)),
    gap: gap((ltp / mean(closes) - 1) * 100),
  };
}

const moved = (pct: number): string => (Math.abs(pct) < 1 ? 'hardly moved' : `${pct > 0 ? 'rose' : 'fell'} ${Math.abs(pct).toFixed(1)}%`);
const gap = (pct: number): string => (Math.abs(pct) < 0.5 ? 'at' : `${Math.abs(pct).toFixed(1)}% ${pct > 0 ? 'above' : 'below'}`);

/** How many of today's shares one share of each past day became: 5 after a split since then. */
function sharesSince(past: Glance['past']): number[] {
  const shares = past.map(() => 1);
  for (let at = past.length - 1; at > 0; at--) {
    const ratio = past[at - 1]!.c / past[at]!.prev_close;
    shares[at - 1] = shares[at]! * (ratio > 1.5 ? Math.round(ratio) : 1);
  }
  return shares;
}

type Facts = ReturnType<typeof facts>;

/** One way to put it, and on which charts it is true: the side of a call is drawn by skill, so a text must fit what the chart shows. */
interface Line {
  readonly text: (f: Facts) => string;
  readonly fits: (f: Facts) => boolean;
}
const always = (): boolean => true;

const THESIS: Readonly<Record<Profile['reading'], Readonly<Record<CallType, readonly Line[]>>>> = {
  trend: {
    Buy: [
      {
        text: (f) =>
          `${f.name} trades at ${f.price}, above its 20-day average of ${f.sma20} and above the 50-day average of ${f.sma50}. It ${f.moved} over a month. The idea is a next leg upward from a level at which being wrong is cheap.`,
        fits: (f) => f.above20 && f.above50,
      },
      {
        text: (f) =>
          `Between the year’s low of ${f.low} and its high of ${f.high}, ${f.name} stands at ${f.price}. Over a month it ${f.moved}; volume of the last five sessions was ${f.volume} times the 20-day norm. The path towards the upper part of that range is open.`,
        fits: (f) => f.place < 0.7 && f.month > -1,
      },
      {
        text: (f) =>
          `In ${f.sector} this chart offers an entry for a swing: ${f.name} at ${f.price}, with the 20-day average at ${f.sma20} close by as a reference. It ${f.moved} in a month, and a stop-loss beyond the last sessions defines the risk.`,
        fits: (f) => Math.abs(f.from20) < 3,
      },
    ],
    Sell: [
      {
        text: (f) =>
          `${f.name} at ${f.price} is below its 20-day average of ${f.sma20} and below the 50-day average of ${f.sma50}. It ${f.moved} over a month. The idea is a next leg downward, with a stop-loss near enough to leave soon when wrong.`,
        fits: (f) => !f.above20 && !f.above50,
      },
      {
        text: (f) =>
          `The year’s high of ${f.high} is well above: ${f.name} stands at ${f.price} and ${f.moved} in a month, on ${f.volume} times the usual volume in the last five sessions. The room below, to the year’s low of ${f.low}, is wide.`,
        fits: (f) => f.place > 0.3 && f.place < 0.85 && f.month < 1,
      },
      {
        text: (f) =>
          `Among the stocks of ${f.sector} this one has a weak structure for a swing: ${f.name} at ${f.price}, under its 20-day average of ${f.sma20}. It ${f.moved} over a month; a move towards the lower part of its range pays well against the stop-loss.`,
        fits: (f) => !f.above20 && f.month < 1,
      },
    ],
    Hold: [
      {
        text: (f) =>
          `${f.name} trades at ${f.price}; the 20-day average is ${f.sma20}, the 50-day average ${f.sma50}. It ${f.moved} over a month. There is no edge for new money here, and no reason to leave what is held.`,
        fits: always,
      },
    ],
  },
  reversal: {
    Buy: [
      {
        text: (f) =>
          `${f.name} stands at ${f.price}, with its 20-day average at ${f.sma20} and the year’s low at ${f.low}. It ${f.moved} over a month. The crowd leans the other way on this stock; a turn against it would find few sellers left.`,
        fits: (f) => f.month < -1,
      },
      {
        text: (f) =>
          `This is a call against the mood: ${f.name} ${f.moved} over a month and trades at ${f.price}. Measured on the 50-day average of ${f.sma50}, the risk is defined and a swing back pays for it more than once.`,
        fits: (f) => f.month < -1,
      },
    ],
    Sell: [
      {
        text: (f) =>
          `${f.name} at ${f.price} meets supply, in my reading: the year’s high is ${f.high}, the 20-day average ${f.sma20}, and the stock ${f.moved} over a month. Few new buyers are left at this level, so the other side is taken.`,
        fits: (f) => f.month > 1,
      },
      {
        text: (f) =>
          `This is a call against the mood: volume of the last five sessions was ${f.volume} times the norm, and ${f.name} is at ${f.price} after it ${f.moved} in a month. Such stretches often end with a move through the 50-day average at ${f.sma50}.`,
        fits: (f) => f.month > 1 && f.above50,
      },
    ],
    Hold: [
      {
        text: (f) =>
          `${f.name} trades at ${f.price}, with a 50-day average of ${f.sma50}; it ${f.moved} over a month. I take neither side, so what is held is kept within the stated band.`,
        fits: always,
      },
    ],
  },
  value: {
    Buy: [
      {
        text: (f) =>
          `${f.name} at ${f.price} is ${f.gap} its one-year average of ${f.average}. For a holding of this length the entry matters more than a month in which the stock ${f.moved}; the range of the year, ${f.low} to ${f.high}, says what can go wrong.`,
        fits: always,
      },
      {
        text: (f) =>
          `A patient entry: ${f.name} trades at ${f.price} within the year’s ${f.low} to ${f.high}, ${f.above50 ? 'above' : 'below'} its 50-day average of ${f.sma50}. The horizon is long enough for the price to work through a weak quarter and reach the upper half of its range.`,
        fits: (f) => f.place < 0.5,
      },
    ],
    Sell: [
      {
        text: (f) =>
          `${f.name} at ${f.price} is ${f.gap} its one-year average of ${f.average}; the year’s range is ${f.low} to ${f.high}, and it ${f.moved} over a month. Over this horizon I expect the lower half of that range to be visited again.`,
        fits: (f) => f.place > 0.5,
      },
    ],
    Hold: [
      {
        text: (f) =>
          `${f.name} at ${f.price} is ${f.gap} its one-year average of ${f.average}, and it ${f.moved} over a month. What is owned can stay; I see no margin of safety for more, and no reason to sell within the band.`,
        fits: always,
      },
    ],
  },
};
/** What an author says whose reading the chart does not show yet. */
const plain = (f: Facts, up: boolean): string =>
  `${f.name} trades at ${f.price}: the 20-day average is ${f.sma20}, the 50-day average ${f.sma50}, and the stock ${f.moved} over a month. I expect a turn ${up ? 'upward' : 'downward'} that these figures do not show yet; the stop-loss says where that is wrong.`;

const TRIGGERS: readonly ((f: Facts, up: boolean) => string)[] = [
  (f, up) =>
    `Entry once a session holds ${up ? 'above' : 'below'} its first hour’s ${up ? 'low' : 'high'} with volume near the 20-day norm; the last five sessions ran at ${f.volume} times of it.`,
  (f, up) =>
    `The week’s ${up ? 'low' : 'high'} is the line to watch on the daily chart, with the 20-day average at ${f.sma20} as a reference; entry only while it holds.`,
  (f) => `The range of the last five sessions around ${f.price} decides: entry within the stated band, nothing is chased outside it.`,
];
/** A Hold is no entry. */
const BAND = (f: Facts): string =>
  `No entry: the view stands while daily closes stay within the stated band around ${f.price}; the last five sessions ran at ${f.volume} times the usual volume.`;
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
  const fitting = THESIS[profile.reading][call.call_type].filter(({ fits }) => fits(f)).map(({ text }) => text);
  const trigger = choose(TRIGGERS)(f, up);
  return {
    thesis: choose(fitting.length ? fitting : [() => plain(f, up)])(f),
    trigger: call.call_type === 'Hold' ? BAND(f) : trigger,
    risks: choose(RISKS)(f),
    kill_criteria:
      call.call_type === 'Hold'
        ? `A daily close outside the band ends the view; so does a change of trend against the 50-day average at ${f.sma50}.`
        : `A ${call.term === 'intraday' ? 'five-minute' : 'daily'} close ${up ? 'below' : 'above'} ${formatInr(call.stop_loss)} proves the idea wrong${up === f.above50 ? `; so does a ${up ? 'fall back under' : 'rise back over'} ${f.sma50} on heavy volume` : ', whatever the index does'}.`,
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

/** Why an author leaves early, by how far the call has come: 0 at the entry, 1 at the target; null when nobody looked. */
const EXIT_REASONS: readonly { readonly text: string; readonly fits: (progress: number | null) => boolean }[] = [
  { text: 'Momentum faded before the target; capital is better used elsewhere.', fits: always },
  { text: 'Part of the move came faster than expected and has stalled; leaving with what is there.', fits: (progress) => progress !== null && progress > 0.2 },
  { text: 'The index turned against the position; leaving before the stop-loss.', fits: (progress) => progress !== null && progress < 0 },
  { text: 'Volume dried up, the trigger of this idea no longer holds.', fits: always },
];
export const CANCEL_REASON = 'The price ran away from the entry band; the idea is withdrawn before any entry.';
const NOTES: readonly { readonly text: string; readonly fits: (progress: number) => boolean }[] = [
  { text: 'Still valid: neither target nor stop-loss is near. Nothing to change.', fits: (progress) => Math.abs(progress) < 0.4 },
  { text: 'Half of the way is done. The stop-loss stays where it is for now.', fits: (progress) => progress >= 0.4 },
  { text: 'A quiet stretch. The thesis is intact as long as the kill criterion is not met.', fits: (progress) => Math.abs(progress) < 0.4 },
  { text: 'Closer to the stop-loss than planned; the kill criterion is not met, so the idea stands.', fits: (progress) => progress <= -0.4 },
];

/** What an author says of a stopped call; true of any of them. */
const LOOK_BACKS: readonly { readonly text: string }[] = [
  { text: 'The level that the stop-loss stood under was too near for the usual swing of this stock; the next entry waits for a wider base.' },
  { text: 'The kill criterion was met before the stop-loss and I did not act on it. The exit should have been asked for that evening.' },
  { text: 'The trigger came on a day on which the whole market moved, and I took it for strength of the stock. I should have compared the two.' },
  { text: 'The idea was not wrong about the level and was early by some sessions; without the stop-loss the loss would have been larger.' },
];

const oneOf = (texts: readonly { readonly text: string }[], random: Rng): string => texts[Math.floor(random.next() * texts.length)]!.text;
export const exitReason = (progress: number | null, random: Rng): string =>
  oneOf(
    EXIT_REASONS.filter(({ fits }) => fits(progress)),
    random,
  );
export const noteOf = (progress: number, random: Rng): string =>
  oneOf(
    NOTES.filter(({ fits }) => fits(progress)),
    random,
  );
export const lookBackOf = (random: Rng): string => oneOf(LOOK_BACKS, random);
