import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import type { CorporateAction } from '../../market/index.ts';

/** A corporate action in words. */
export function actionText(action: CorporateAction): string {
  switch (action.type) {
    case 'dividend':
    case 'special_dividend':
      return `${action.type === 'dividend' ? 'Dividend' : 'Special dividend'} of ${formatInr(action.amount)} a share`;
    case 'halt':
      return 'Trading halted';
    case 'split':
    case 'consolidation':
      return splitText(action.ratio);
    case 'bonus':
      return bonusText(action.ratio);
    case 'reduction':
      return 'Capital reduction';
    case 'rights':
      return `Rights: ${action.given} new for every ${action.held} shares held at ${formatInr(action.price)}`;
    case 'demerger':
      return 'Demerger';
    case 'scheme':
      return 'Scheme of arrangement';
    case 'exchange_adjustment':
      return 'Adjusted by the exchange';
  }
}

/** `Split 1:5` makes five shares of one, `Consolidation 10:1` one of ten. */
function splitText(ratio: number): string {
  const [made, of] = fractionOf(ratio);
  return `${made < of ? 'Consolidation' : 'Split'} ${of}:${made}`;
}

function bonusText(ratio: number): string {
  const [given, held] = fractionOf(ratio - 1);
  return held === 1 ? `Bonus: ${given} new for each share held` : `Bonus: ${given} new for every ${held} shares held`;
}

const MOST_SHARES = 1000;
/** Ratios on file are rounded: 1.6666666666666667 is 5 for 3. */
const ROUNDING = 1e-6;

/** A ratio in the smallest whole numbers that make it; in thousandths where none do. */
function fractionOf(ratio: number): [above: number, below: number] {
  for (let below = 1; below <= MOST_SHARES; below += 1) {
    const above = Math.round(ratio * below);
    if (above > 0 && Math.abs(ratio * below - above) < ROUNDING) return [above, below];
  }
  return [Math.max(1, Math.round(ratio * MOST_SHARES)), MOST_SHARES];
}
