import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { basisWord, changeWord, interestWord } from '@vimarsh/shared/domain/insights/figure-words.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { FutureQuote } from '../../market/index.ts';
import { figureOf, formatTwo } from './figures.ts';
import { buildUp } from './rules/chain-figures.ts';

const pct = (now: number, before: number | null): number | null => (before === null || before === 0 ? null : 100 * (now / before - 1));

/** A future's basis, open interest and build-up class. */
export function futureFigures(future: FutureQuote, spot: number): Figure[] {
  const price = pct(future.last, future.prev_close);
  const interest = pct(future.oi, future.prev_oi);
  return [
    figureOf(future.last - spot, {
      key: 'basis',
      label: 'Basis',
      unit: 'inr',
      word: basisWord(future.last - spot),
      how: 'Future minus spot.',
      inputs: [
        ['Future', formatTwo(future.last)],
        ['Spot', formatTwo(spot)],
      ],
    }),
    figureOf(future.oi, {
      key: 'future_oi',
      label: 'Open interest, shares',
      unit: 'count',
      word: interestWord(future.oi, future.prev_oi),
      how: 'Open contracts times the lot.',
      inputs: [['Day before', formatNumber(future.prev_oi)]],
    }),
    figureOf(interest, {
      key: 'future_oi_change',
      label: 'Change of open interest',
      unit: 'pct',
      word: interest === null ? '' : changeWord(interest),
      how: 'Against the close before.',
      note: 'no open interest the day before',
    }),
    figureOf(price, {
      key: 'build_up',
      label: 'Build-up',
      unit: 'pct',
      word: buildUp(price, interest),
      how: 'Price up and open interest up: long build-up; down and up: short build-up; up and down: short covering; both down: long unwinding. Below 0.1 % of price or 1 % of open interest: none.',
      inputs: [
        ['Price', price === null ? '–' : `${formatTwo(price)}%`],
        ['Open interest', interest === null ? '–' : `${formatTwo(interest)}%`],
      ],
      note: 'no close the day before',
    }),
  ];
}
