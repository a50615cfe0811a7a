import type { CorporateAction } from '../../market/index.ts';

/** A corporate action in words. */
export function actionText(action: CorporateAction): string {
  if (action.type === 'dividend') return `Dividend of ₹${action.amount} a share`;
  if (action.type === 'halt') return 'Trading halted';
  return action.type === 'split' ? `Split 1:${action.ratio}` : `Bonus: ${action.ratio} for each share held`;
}
