import type { CandleInterval, CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { useEffect, useRef, useState } from 'react';
import { CandlesView } from '../src/equity/candles.view.tsx';
import { Spoken, type Words } from '../src/insight/words.tsx';
import type { WidgetProblem } from './wire/protocol.ts';

export interface CandlesProps {
  readonly symbol: string;
  /** Of the insight around: while it moves on, the candles are asked for again once a minute. */
  readonly asOf: string;
  readonly ask: (path: string) => Promise<unknown>;
  /** Of the insight around; this chunk has a context of its own. */
  readonly words: Words | null;
}
interface Got {
  /** Which candles it is the answer for. */
  readonly of: string;
  readonly data: CandlesInsight | null;
  readonly problem: WidgetProblem | null;
}
const REFRESH_MS = 60_000;

/** The candles chunk. */
export const part = (props: CandlesProps) => <Candles {...props} />;

/** Asks for itself, when it is there. A page nobody looks at moves no insight and so asks for nothing. */
export function Candles({ symbol, asOf, ask, words }: CandlesProps) {
  const [interval, setInterval] = useState<CandleInterval>('1d');
  const [got, setGot] = useState<Got | null>(null);
  const wanted = `${symbol} ${interval}`;
  const asked = useRef({ of: '', at: 0 });
  const load = (): void => {
    asked.current = { of: wanted, at: Date.now() };
    const take = (data: CandlesInsight | null, problem: WidgetProblem | null): void => {
      if (asked.current.of === wanted) setGot((before) => ({ of: wanted, data: data ?? (before?.of === wanted ? before.data : null), problem }));
    };
    ask(`equity/${encodeURIComponent(symbol)}/candles?interval=${interval}`).then(
      (data) => take(isCandles(data) ? data : null, isCandles(data) ? null : OTHER_SHAPE),
      (problem: WidgetProblem) => take(null, problem),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by what is wanted, or as time goes by.
  useEffect(() => {
    if (asked.current.of !== wanted || Date.now() - asked.current.at >= REFRESH_MS) load();
  }, [wanted, asOf]);
  return (
    <Spoken words={words}>
      <CandlesView symbol={symbol} state={stateOf(got, wanted, load)} interval={interval} onInterval={setInterval} />
    </Spoken>
  );
}

function stateOf(got: Got | null, wanted: string, load: () => void): Parameters<typeof CandlesView>[0]['state'] {
  if (got?.of !== wanted) return { kind: 'loading' };
  const { data, problem } = got;
  // What was refused is not shown on.
  if (data && (!problem || problem.retryable)) return { kind: 'ready', data, stale: problem !== null };
  return { kind: 'problem', text: problem!.text, ...(problem!.retryable ? { retry: load } : {}) };
}

const OTHER_SHAPE: WidgetProblem = { code: 'upstream_shape', text: 'Not available right now.', fix: '', retryable: true };
function isCandles(value: unknown): value is CandlesInsight {
  const { interval, intervals, candles, calls } = (value ?? {}) as Partial<Record<keyof CandlesInsight, unknown>>;
  return typeof interval === 'string' && [intervals, candles, calls].every(Array.isArray);
}
