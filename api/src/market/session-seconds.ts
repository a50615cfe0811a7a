import type { TradingSession } from '@vimarsh/shared/domain/market/calendar.ts';

/** Length of continuous trading in seconds. */
export const secondsOf = (session: TradingSession): number => (session.close.getTime() - session.open.getTime()) / 1000;

/** Whole seconds of trading begun at an instant; negative before the open. */
export const secondAt = (session: TradingSession, now: Date): number => Math.floor((now.getTime() - session.open.getTime()) / 1000);
