import { readClock } from '@vimarsh/shared/contract/market/routes.ts';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';

/** The rules of a kind: how long a call is held from its entry on, and how much later its exit is filled, ms. */
export interface Hold {
  readonly held: number;
  readonly filledAfter: number;
}

/** "10:07:00 IST" where a call was entered so lately that an exit asked for now has to wait; otherwise ''. */
export function notBefore(entered: string | null, { held, filledAfter }: Hold, now: number): string {
  if (entered === null) return '';
  const free = Date.parse(entered) + held;
  return now < free ? formatIstTime(free + filledAfter) : '';
}

/** The same by the time of the market, which in a replay is another than that of the wall. */
export function useNotBefore(entered: string | null, hold: Hold): string {
  const { data: clock } = useQuery(readClock, {}, { every: 15_000 });
  return notBefore(entered, hold, clock ? Date.parse(clock.now) : Date.now());
}
