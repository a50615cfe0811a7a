import type {
  ExpertRecordPage,
  ExpertStore,
  JudgedCallRow,
  JudgedExpert,
  JudgedFigures,
  JudgedRecord,
  StoredExpert,
} from '@vimarsh/shared/contract/experts/types.ts';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';

export const anExpert = (change: Partial<JudgedExpert> = {}): JudgedExpert => ({
  user_id: 'exp_01',
  full_name: 'Ananya Rao-Kulkarni',
  profession: 'Analyst',
  picture: '',
  city: 'Pune',
  style: 'Swing trades in large companies',
  reg_no: 'INH999900001',
  valid_to: '2029-03-03',
  verified: true,
  status: 'verified',
  followers: 214,
  following: false,
  ...change,
});

const figures: JudgedFigures = {
  n: 12,
  hits: 5,
  misses: 7,
  too_few: false,
  hit_rate: { value: 41.6667, low: 19.3, high: 68.1 },
  driftless_rate: 36,
  gain: { n: 5, value: 4.1 },
  loss: { n: 7, value: -3.2 },
  average: 0.72,
  made: 0.36,
  worst: -9.8,
  follower: { n: 12, headline: 0.72, return: 0.61, net: 0.36 },
};
export const aRecord = (change: Partial<JudgedRecord> = {}): JudgedRecord => ({
  ...figures,
  from: '2026-10-20',
  to: '2026-11-20',
  median: -1.1,
  best: 9.9,
  luck: { low: 2, high: 7, expected: 4.3, verdict: 'luck' },
  fall: { r: 3.4, calls: 4, month: '2026-11' },
  lakh: { n: 12, sells: 5, follower: 100_360, index: 101_120 },
  lapsed: 2,
  cancelled: 1,
  held: 0,
  splits: {
    term: [{ ...figures, of: 'shortTerm' }],
    call_type: [{ ...figures, of: 'Buy' }],
    sector: [{ ...figures, of: 'IT' }],
    cap: [{ ...figures, of: 'large' }],
    month: [
      { ...figures, of: '2026-10', n: 7 },
      { ...figures, of: '2026-11', n: 5 },
    ],
  },
  ...change,
});

export const aJudgedCall = (change: Partial<JudgedCallRow> = {}): JudgedCallRow => ({
  id: 'call_1',
  stock: 'TCS',
  sector: 'IT',
  cap: 'large',
  call_type: 'Buy',
  term: 'shortTerm',
  status: 'target_hit',
  published_at: '2026-11-02T05:00:00.000Z',
  entry_at: '2026-11-02T05:02:00.000Z',
  entry: 3000,
  target: 3150,
  initial_stop: 2925,
  ended_at: '2026-11-12T07:00:00.000Z',
  exit: 3150,
  realised_return: 5,
  net_return: 4.75,
  r_multiple: 2,
  alpha: 4,
  chance: 0.3333,
  follower_entry: 3002,
  follower_exit: 3149,
  follower_return: 4.8967,
  ...change,
});

const figure = (key: string, label: string, value: number | null, unit: Figure['unit']): Figure => ({
  key,
  label,
  value,
  unit,
  word: '',
  note: value === null ? '9 of the 10 calls it takes' : '',
  how: `How ${label} is computed.`,
  inputs: [['Calls', '12']],
});

export const anExpertPage = (change: Partial<ExpertRecordPage> = {}): ExpertRecordPage => ({
  allowed: true,
  mode: 'demo',
  disclaimer: 'Simulated market, fictional experts: not real performance.',
  method_version: 'equity-2',
  as_of: '2026-11-20T09:00:00.000Z',
  expert: anExpert(),
  period: '1M',
  open: { n: 6, enterable: 2 },
  metrics: {
    record: aRecord(),
    figures: [
      figure('follower', 'Average call, after costs', 0.36, 'pct'),
      figure('hit_rate', 'Calls that gained', 41.6667, 'pct'),
      figure('driftless', 'Would have gained by chance', 36, 'pct'),
      figure('median', 'Middle result, after costs', -1.1, 'pct'),
      figure('worst', 'Worst call, after costs', -9.8, 'pct'),
      figure('lakh', '₹1,00,000 on every call', 100_360, 'inr'),
      figure('lakh_index', 'NIFTY 50 in the same time', 101_120, 'inr'),
      figure('fall', 'Deepest fall', 3.4, 'x'),
    ],
    calls: [
      aJudgedCall(),
      aJudgedCall({
        id: 'call_2',
        stock: 'INFY',
        status: 'sl_hit',
        realised_return: -2.5,
        net_return: -2.75,
        r_multiple: -1,
        follower_return: -2.6,
        ended_at: '2026-11-05T07:00:00.000Z',
      }),
      aJudgedCall({ id: 'call_3', stock: 'LT', status: 'lapsed', entry: null, exit: null, realised_return: null, net_return: null, r_multiple: null }),
    ],
  },
  may_request: false,
  grant: null,
  ...change,
});

export const aStoredExpert = (change: Partial<StoredExpert> = {}): StoredExpert => ({
  ...anExpert(),
  record: { n: 74, hits: 28, too_few: false, luck: { low: 27, high: 41, expected: 34, verdict: 'luck' }, made: 0.36, worst: -9.8, stars: 2.5 },
  terms: ['shortTerm'],
  sectors: ['IT', 'Banks'],
  ...change,
});

export const aStore = (experts: StoredExpert[], change: Partial<ExpertStore> = {}): ExpertStore => ({
  allowed: true,
  mode: 'demo',
  disclaimer: 'Simulated market, fictional experts: not real performance.',
  method_version: 'equity-2',
  as_of: '2026-11-20T09:00:00.000Z',
  experts,
  total: experts.length,
  sectors: ['Banks', 'IT'],
  ...change,
});
