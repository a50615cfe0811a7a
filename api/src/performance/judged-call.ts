import type { JudgedCallRow } from '@vimarsh/shared/contract/experts/types.ts';
import { chanceOfGain } from '@vimarsh/shared/domain/calls/equity/chance.ts';
import { isCounted } from '@vimarsh/shared/domain/calls/equity/counted.ts';
import { netReturnOf } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import type { JudgedCall } from '@vimarsh/shared/domain/performance/judged-record.ts';
import type { FollowerFill, RecordOfExpert } from '../calls/index.ts';

/** A settled call as a record judges it. */
export const judgedCallOf = ({ call, record }: RecordOfExpert, fill: FollowerFill | null): JudgedCall => ({
  ...record,
  sector: call.sector,
  cap: call.cap,
  ended_at: call.ended_at,
  follower_return: fill?.made ?? null,
});

/** The same as the page of its expert lists it. */
export const shownCall = ({ call, record }: RecordOfExpert, fill: FollowerFill | null): JudgedCallRow => {
  const { id, stock, sector, cap } = call;
  const net = netReturnOf(record);
  return {
    id,
    stock,
    sector,
    cap,
    call_type: record.call_type,
    term: record.term,
    status: record.status,
    published_at: new Date(call.published_at).toISOString(),
    entry_at: record.entry && new Date(record.entry.ts).toISOString(),
    entry: record.entry?.price ?? null,
    target: record.target,
    initial_stop: record.initial_stop,
    ...(record.moved && { moved: record.moved.map(({ ts, stop, price }) => ({ at: new Date(ts).toISOString(), stop, price })) }),
    ended_at: new Date(call.ended_at).toISOString(),
    exit: record.exit?.price ?? null,
    realised_return: record.realised_return,
    net_return: net === null ? null : Math.round(net * 10_000) / 10_000 + 0,
    r_multiple: record.r_multiple,
    alpha: record.alpha,
    chance: isCounted(record) ? Math.round(chanceOfGain(record).expected * 10_000) / 10_000 : null,
    follower_entry: fill?.entry ?? null,
    follower_exit: fill?.exit ?? null,
    follower_return: fill?.returned ?? null,
    follower_prices: fill && [...(fill.prices.entry ? [fill.prices.entry.segment] : []), fill.prices.exit.segment],
  };
};
