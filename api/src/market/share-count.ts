import type { CorporateAction } from './market.ts';

/** Shares on one IST day for one of an earlier day: 5 after a split into five. `to` left out: of all that is known. */
export const sharesFor = (actions: readonly CorporateAction[], from: string, to?: string): number =>
  actions.reduce((shares, action) => {
    const counts = (action.type === 'split' || action.type === 'bonus') && from < action.day && (to === undefined || action.day <= to);
    return counts ? shares * action.ratio : shares;
  }, 1);
