import type { CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { drawnRange } from '@vimarsh/shared/domain/drawn-range.ts';

/** Where everything of a candle chart lies, in units of its drawing: prices above, volume in the lowest sixth. */
export const WIDTH = 1000;
export const HEIGHT = 600;
const PRICES = { top: 16, bottom: 484 } as const;
const VOLUME_TOP = 500;
/** Of a candle's room. */
const BODY = 0.64;

type Candles = CandlesInsight['candles'];

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly x: (at: number) => number;
  readonly y: (price: number) => number;
}

export function scaleOf(candles: Candles): Scale {
  const [low, high] = drawnRange(Math.min(...candles.map((candle) => candle.l)), Math.max(...candles.map((candle) => candle.h)));
  const span = high - low;
  return {
    low,
    high,
    x: (at) => tidy(((at + 0.5) * WIDTH) / candles.length),
    y: (price) => tidy(PRICES.top + ((high - price) / span) * (PRICES.bottom - PRICES.top)),
  };
}

/** Round prices across the scale, four or so. */
export function stepsOf({ low, high }: Pick<Scale, 'low' | 'high'>): number[] {
  const least = (high - low) / 5;
  if (!(least > 0)) return [low];
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = unit * [1, 2, 2.5, 5, 10].find((each) => each * unit >= least)!;
  const steps: number[] = [];
  for (let price = Math.ceil(low / step) * step; price <= high; price += step) steps.push(Math.round(price * 100) / 100);
  return steps;
}

/** Wicks and bodies of the candles that rose (or stood still), or of those that fell, as one path. */
export function bodies(candles: Candles, { x, y }: Scale, rose: boolean): string {
  const width = tidy((BODY * WIDTH) / candles.length);
  return candles
    .map(({ o, h, l, c }, at) => {
      if (c >= o !== rose) return '';
      const [top, bottom] = [y(Math.max(o, c)), y(Math.min(o, c))];
      return `M${x(at)} ${y(h)}V${top}M${x(at)} ${bottom}V${y(l)}M${tidy(x(at) - width / 2)} ${top}h${width}V${bottom}h${-width}z`;
    })
    .join('');
}

export function volumes(candles: Candles): string {
  const most = Math.max(...candles.map((candle) => candle.v));
  if (most === 0) return '';
  const room = WIDTH / candles.length;
  return candles
    .map(({ v }, at) => `M${tidy((at + 0.5 - BODY / 2) * room)} ${HEIGHT}V${tidy(HEIGHT - (v / most) * (HEIGHT - VOLUME_TOP))}h${tidy(BODY * room)}V${HEIGHT}z`)
    .join('');
}

/** What became of a call, at a candle. */
export interface Mark {
  readonly at: number;
  readonly glyph: string;
  readonly words: string;
  /** Where it stands: a price, and so many units below it. */
  readonly price: number;
  readonly away: number;
}

const ENDS = { target_hit: 'target hit', sl_hit: 'stop-loss hit', exited: 'exited', expired: 'expired' } as const;
const AWAY = 14;

/** Calls that were published, and that ended, while these candles ran: a buy below its candle, all else above. */
export function marksOf({ candles, calls }: Pick<CandlesInsight, 'candles' | 'calls'>): Mark[] {
  return calls.flatMap(({ call_type, published_at, ended_at, status }) => {
    const mark = (t: string, glyph: string, words: string, below: boolean): Mark[] => {
      const at = candles.findLastIndex((candle) => candle.t <= t);
      const { l, h } = candles[at] ?? { l: 0, h: 0 };
      return at < 0 ? [] : [{ at, glyph, words, price: below ? l : h, away: below ? AWAY : -AWAY }];
    };
    const glyph = { Buy: '▲', Sell: '▼', Hold: '●' }[call_type];
    return [
      ...mark(published_at, glyph, `${call_type} call published`, call_type === 'Buy'),
      ...mark(ended_at, '◆', `${call_type} call ended: ${ENDS[status]}`, false),
    ];
  });
}

/** What a glyph takes of the drawing, in units, on the narrowest phone and the lowest chart. */
const ROOM = { x: 32, y: 26 } as const;

/** Where a mark is drawn, in units. */
export interface StandingMark extends Mark {
  readonly left: number;
  readonly top: number;
}

/** The marks side by side: one that would lie over another moves on from its candle, and back where the drawing ends. */
export function standMarks(marks: readonly Mark[], { x, y }: Pick<Scale, 'x' | 'y'>): StandingMark[] {
  const standing: StandingMark[] = [];
  for (const mark of marks) {
    const left = x(mark.at);
    const start = y(mark.price) + mark.away;
    const free = (top: number): boolean => standing.every((other) => Math.abs(other.left - left) >= ROOM.x || Math.abs(other.top - top) >= ROOM.y);
    const steps = Array.from({ length: Math.ceil(HEIGHT / ROOM.y) }, (_, step) => step * ROOM.y * Math.sign(mark.away));
    const tops = [...steps.map((step) => start + step), ...steps.map((step) => start - step)].filter((top) => top > 0 && top < HEIGHT);
    standing.push({ ...mark, left, top: tidy(tops.find(free) ?? start) });
  }
  return standing;
}

const tidy = (units: number): number => Math.round(units * 10) / 10;
