import type { StoredExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { STORE_PERIOD } from '@vimarsh/shared/contract/experts/types.ts';
import { figuresAllowed, metricsOf, periodStart, score } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { judgedRecord } from '@vimarsh/shared/domain/performance/judged-record.ts';
import type { Calls, RecordOfExpert } from '../calls/index.ts';
import { judgedCallOf } from './judged-call.ts';
import type { Reader } from './reader.ts';

/** The last year of an expert as a reader may know it. */
export interface ExpertYear {
  /** 0–100; null while not rated. */
  readonly score: number | null;
  /** Calls that ended in it. */
  readonly n: number;
  /** The first figures of a card; null where figures are not allowed. */
  readonly record: StoredExpert['record'];
  readonly terms: StoredExpert['terms'];
  readonly sectors: StoredExpert['sectors'];
}

/** The last year of each expert, computed once for all who may read the same of their calls. */
export class ExpertYears {
  readonly #calls: Pick<Calls, 'closedRecords' | 'readableRecord' | 'answers' | 'policy'>;
  readonly #now: () => Date;

  constructor(calls: Pick<Calls, 'closedRecords' | 'readableRecord' | 'answers' | 'policy'>, now: () => Date) {
    this.#calls = calls;
    this.#now = now;
  }

  /** In the order of the ids. `reader` null: for the server itself, of all calls. */
  of(user_ids: readonly string[], reader: Reader | null): Promise<ExpertYear[]> {
    const { answers, readableRecord } = this.#calls;
    const today = istDay(this.#now());
    return answers.all(
      user_ids.map((user_id) => {
        const readable = readableRecord(reader, user_id);
        return {
          key: `year ${today} ${user_id} ${readable.key}`,
          concerns: (change) => readable.has(change),
          compute: async () => {
            const since = istInstant(periodStart(STORE_PERIOD, today)!);
            return { value: this.#year(await this.#calls.closedRecords({ user_id, since }, reader)), rows: 2 };
          },
        };
      }),
    );
  }

  #year(own: readonly RecordOfExpert[]): ExpertYear {
    const now = this.#now();
    const scored = score(
      own.map(({ record }) => record),
      now.getTime(),
    );
    return {
      score: scored,
      n: own.length,
      record: figuresAllowed(this.#calls.policy) ? short(own, scored, now) : null,
      terms: byFrequency(own, ({ record }) => record.term),
      sectors: byFrequency(own, ({ call }) => call.sector),
    };
  }
}

/** The first figures of a card. Follower returns stand on the expert's own page. */
function short(own: readonly RecordOfExpert[], scored: number | null, now: Date): NonNullable<StoredExpert['record']> {
  const judged = judgedRecord(
    own.map((one) => judgedCallOf(one, null)),
    STORE_PERIOD,
    now,
  );
  const { n, hits, too_few, luck, average, worst } = judged;
  return { n, hits, too_few, luck, average, worst, stars: metricsOf([], scored).stars };
}

const byFrequency = <V extends string>(own: readonly RecordOfExpert[], of: (one: RecordOfExpert) => V): V[] =>
  [...Map.groupBy(own, of)].sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1)).map(([value]) => value);
