import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { readCandles } from '@vimarsh/shared/contract/market/routes.ts';
import { madeOf } from '@vimarsh/shared/domain/calls/equity/made.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { formatInr, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { railOf } from '@vimarsh/shared/ui/calls/call.view.ts';
import { LevelRail } from '@vimarsh/shared/ui/calls/level-rail.tsx';
import { readRail } from '@vimarsh/shared/ui/calls/rail.ts';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type ReactNode, useEffect, useState } from 'react';
import { courseOf, dayNumber, isByDay, type Moment } from './course.ts';

/** The whole course in under five seconds, and no day faster than one can see. */
const COURSE_MS = 4500;
const [SLOWEST, FASTEST] = [600, 90];

const headCss = css`
  position: relative;
  display: flex;
  align-items: center;
  gap: var(--s-8);
  height: 32px;
  margin-bottom: var(--s-4);
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
  & > button {
    display: grid;
    place-items: center;
    width: 32px;
    height: 32px;
    padding: 0;
    border: 1px solid var(--control);
    border-radius: var(--r-6);
    background: none;
    cursor: pointer;
  }
`;
/** Over its marker, and never out of the card. */
const priceCss = css`
  position: relative;
  height: 16px;
  font-size: var(--t-13);
  line-height: 16px;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  & > span {
    position: absolute;
    left: clamp(40px, var(--at) * 100%, 100% - 40px);
    transform: translateX(-50%);
  }
`;

const stillWanted = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export interface ReplayProps {
  call: Call;
  /** The rail as the call ended: what stands where nothing can be replayed. */
  still: ReactNode;
}

/** A call that has ended, at the close of each of its days, or of minutes where it was short: once by itself where motion is welcome, then on a press. */
export function Replay({ call, still }: ReplayProps) {
  const byDay = isByDay(call);
  const [from, to] = [call.entry_fill?.ts, call.ended_at].map((at) => at && istDay(new Date(at)));
  const { data } = useQuery(
    readCandles,
    { query: { symbol: call.stock, interval: byDay ? '1d' : '5m', ...(from && { from }), ...(to && { to, shares: to }) } },
    { enabled: Boolean(from && to), told: ['UNKNOWN_SYMBOL', 'BAD_REQUEST'] },
  );
  const course = courseOf(call, data ?? [], byDay);
  if (course.length === 0) return still;
  return <Course key={call.id} call={call} course={course} byDay={byDay} />;
}

function Course({ call, course, byDay }: { call: Call; course: readonly Moment[]; byDay: boolean }) {
  const last = course.length - 1;
  const [now, setNow] = useState(() => (stillWanted() ? last : 0));
  const [running, setRunning] = useState(() => !stillWanted());
  useEffect(() => {
    if (!running) return;
    const step = Math.min(SLOWEST, Math.max(FASTEST, COURSE_MS / course.length));
    const timer = setTimeout(() => (now < last ? setNow(now + 1) : setRunning(false)), step);
    return () => clearTimeout(timer);
  }, [running, now, last, course.length]);
  const over = now === last;
  const press = () => {
    if (!running && over) setNow(0);
    setRunning(!running);
  };
  const { price, t } = course[now]!;
  const dayAt = (at: number) => dayNumber(course[0]!.t, course[at]!.t);
  const ended = railOf(call, null);
  const levels = over ? ended : { ...ended, price, status: 'active' as const, made: madeOf({ ...call, status: 'active' }, price), raised: null };
  return (
    <div>
      <div css={headCss}>
        <button type="button" onClick={press} aria-label={running ? 'Pause the replay' : 'Replay the call'}>
          {running ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
        </button>
        <span>{byDay ? `Day ${dayAt(now)} of ${dayAt(last)}` : formatIst(t)}</span>
      </div>
      <div css={priceCss} aria-hidden="true">
        <span style={{ '--at': readRail(levels).priceAt ?? 0 } as object}>{formatInr(price)}</span>
      </div>
      <LevelRail size="full" {...levels} />
    </div>
  );
}
