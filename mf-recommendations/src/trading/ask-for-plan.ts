import type { Session } from '@vimarsh/shared/session';

/** Opens the dialog that says which plan trades, where trade is not visible (S4-MISC-06). */
export const askForPlan = (session: Pick<Session, 'emit'>): boolean =>
  session.emit('paid-feature.asked', { what: 'Orders through your broker', plan: 'Premium', note: 'Calls, records and alerts of your plan stay as they are.' });
