import { PERIODS, type Period } from '@vimarsh/shared/contract/calls/types.ts';
import { SPLITS, type SplitBy } from '@vimarsh/shared/contract/experts/types.ts';
import { DEFAULTS } from '@vimarsh/shared/domain/first-choices.ts';
import { EXPERT_PAGE } from '@vimarsh/shared/domain/routing/places.ts';

/** What an expert's page shows. All of it is stored in the URL. */
export interface ExpertView {
  /** '' for one's own page. */
  user_id: string;
  /** '' while nobody chose one: the page opens on the shortest that can be summed up. */
  period: Period | '';
  by: SplitBy;
  /** Whom the record is compared with, '' for nobody. */
  with: string;
  /** Id of the call in the drawer, '' when it is closed. */
  reco: string;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Query → view. Unknown values fall back to the default; an id that nobody can have stays, so that the page says so. */
export function parseExpert(query: URLSearchParams): ExpertView {
  const reco = query.get('reco') ?? '';
  const other = query.get('with') ?? '';
  return {
    user_id: query.get('user_id')?.trim() ?? '',
    period: PERIODS.find((one) => one === query.get('period')) ?? '',
    by: SPLITS.find((one) => one === query.get('by')) ?? 'term',
    with: ID.test(other) ? other : '',
    reco: ID.test(reco) ? reco : '',
  };
}

/** View → URL, without defaults. */
export function expertUrl({ user_id, period, by, with: other, reco }: ExpertView): string {
  const query = new URLSearchParams();
  if (user_id) query.set('user_id', user_id);
  if (period) query.set('period', period);
  if (by !== 'term') query.set('by', by);
  if (other) query.set('with', other);
  if (reco) query.set('reco', reco);
  const search = query.toString();
  return EXPERT_PAGE + (search ? `?${search}` : '');
}

/** What the record is asked for: the period that was chosen, else from the usual one on the shortest with enough calls. */
export const periodQuery = ({ period }: Pick<ExpertView, 'period'>) => (period ? { period } : { period: DEFAULTS.expertPeriod, widen: '1' as const });

/** Whether anybody can have this id. */
export const isId = (user_id: string): boolean => ID.test(user_id);
