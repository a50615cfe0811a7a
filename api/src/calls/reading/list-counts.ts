import { createHash } from 'node:crypto';
import type { ReadableRecord } from '../kind.ts';
import type { SharedAnswers } from './changes/shared-answers.ts';

/** Has the number of a list's calls from an earlier count of the same list, or from `count`. */
export type ShareCount = (count: () => Promise<number>) => Promise<number>;

interface CountedList {
  /** IST day: periods end with it. */
  readonly today: string;
  readonly open: boolean;
  readonly sort: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly order_at?: Date | undefined;
  readonly last?: readonly (readonly string[])[];
  readonly authors?: readonly string[];
}

/** The number of a list's calls, counted once for everybody who may read the same calls and asks for the same filters, on whatever page. */
export function shareCount(answers: SharedAnswers, kind: string, readable: ReadableRecord, query: CountedList): ShareCount {
  const { limit: _limit, cursor: _cursor, order_at: _order, last: _last, sort, authors, ...filters } = query;
  // By result, only calls that have one are listed.
  const byResult = sort === 'result' && !query.open;
  // Somebody may follow hundreds.
  const followed = authors ? createHash('sha256').update(JSON.stringify(authors.toSorted())).digest('base64url') : '';
  return (count) =>
    answers.of({
      key: `count ${kind} ${readable.key} ${byResult} ${followed} ${JSON.stringify(filters)}`,
      concerns: (change) => readable.has(change) && (!authors || authors.includes(change.row.expert_id)),
      compute: async () => ({ value: await count() }),
    });
}
