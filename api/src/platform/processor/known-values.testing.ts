/* Values that a server knows, so that requests with them reach what lies behind a lookup. */

/** Reads the answer's `data`; null for a refusal. */
type Read = (url: string) => Promise<Record<string, never> | null>;

/** By path of a route, then by the name of a property or its place in the request. */
export type KnownByRoute = (path: string) => Readonly<Record<string, unknown>>;

const EVERYWHERE = {
  symbol: 'TCS',
  stock: 'TCS',
  stocks: 'TCS',
  stock_code: 'TCS',
  indice: 'NIFTY',
  underlying: 'NIFTY',
  user_id: 'exp_02',
  authors: 'exp_02',
  country_code: '+91',
  mobile: '9000000001',
  mobile_otp: 123_456,
  otp: 123_456,
  email: 'somebody@example.com',
  username: 'somebody@example.com',
  password: 'Some-Words-2026',
  website: 'https://example.com/about',
  broker_id: 1,
  from: '2026-11-20T06:00:00Z',
  expiry: '2026-12-01',
  valid_till: '2026-12-11',
  starts_at: '2026-12-01T00:00:00Z',
  ends_at: '2026-12-20T00:00:00Z',
  cursor: '',
  gstin: '',
  state: '27',
  pay_paise: 100,
  days: 30,
  order_at: '2026-11-20T05:00:00.000Z',
};

/** Looks up ids of what the demo has: calls of the expert, a list of the member, a widget key. */
export async function readKnown(member: Read, expert: Read, admin: Read): Promise<KnownByRoute> {
  const [demo, stocks, lists, own, options, kyc, chats, buzz] = await Promise.all([
    member('/base/v1/demo'),
    member('/market/v1/instruments?limit=200'),
    member('/watchlist/v1/lists?segment=equity'),
    expert('/reco/v1/mine?tab=open'),
    expert('/reco/v1/options/mine?tab=open'),
    admin('/admin/v1/kyc_queue'),
    member('/chat/v1/rooms'),
    member('/buzz/v1/feed'),
  ]);
  const first = (data: Record<string, never> | null, name: string): Record<string, unknown> =>
    (data?.[name] as unknown as Record<string, unknown>[] | undefined)?.[0] ?? {};
  const access_key = (demo?.widget as { access_key?: string } | undefined)?.access_key ?? '';
  const symbols = ((stocks as unknown as { symbol: string }[] | null) ?? []).map(({ symbol }) => symbol);
  const document = first(kyc, 'documents');
  const [consents, disclosure, risk] = await Promise.all([member('/auth/v1/consents'), member('/auth/v1/risk_disclosure'), member('/auth/v1/risk_profile')]);
  const room = first(chats, 'rooms').title;
  const byPath: [prefix: string, values: Record<string, unknown>][] = [
    ['/watchlist/v1/lists/', { id: first(lists, 'lists').id, version: 1 }],
    ['/reco/v1/calls/', { id: first(own, 'items').id }],
    ['/reco/v1/cards', { ids: [first(own, 'items').id, first(options, 'items').id].filter(Boolean).join(',') }],
    ['/reco/v1/options/calls/', { id: first(options, 'items').id }],
    ['/auth/v1/change_password', { current_password: 'Some-Words-2025' }],
    ['/auth/v1/consents', { version: versionIn(consents) }],
    ['/auth/v1/risk_disclosure', { version: versionIn(disclosure) }],
    ['/auth/v1/risk_profile', { version: versionIn(risk) }],
    ['/base/v1/notices/quiet', { from: 1320, to: 420 }],
    ['/base/v1/push/token', { endpoint: 'https://fcm.googleapis.com/fcm/send/abc' }],
    ['/chat/v1/rooms', { expert_id: 'exp_03' }],
    ['/chat/v1/experts/:expert/answer_time', { expert: 'exp_03' }],
    ['/chat/v1/experts/:expert/hours', { expert: 'exp_03' }],
    ['/chat/v1/rooms/:room', { room, after: '0', before: '999' }],
    // Longer than a message may be changed: it is found and refused.
    ['/chat/v1/messages', { room, target: 3, reply_to: 3 }],
    ['/chat/v1/files/:file', { file: '01J8Z5Y5T8R3W0C2N4B6M8K0QA' }],
    ['/chat/v1/reports', { room, message: null }],
    ['/chat/v1/read', { room, delivered: 3, seen: 3 }],
    ['/buzz/v1/', { post: first(buzz, 'posts').id }],
    ['/admin/v1/kyc_decide', { document_id: document.id, version: document.version }],
    ['/admin/v1/corrections', { call_id: first(own, 'items').id, corrects: 1 }],
  ];
  return (path) => ({
    ...EVERYWHERE,
    access_key,
    broker_access_key: access_key,
    subjects: symbols.map((symbol) => `equity-insights:${symbol}`).join(','),
    symbols: symbols.join(','),
    'query.watch': `token~${symbols.map((symbol) => `equity-insights:${symbol}`).join(',')}`,
    ...Object.assign({}, ...byPath.filter(([prefix]) => path.startsWith(prefix)).map(([, values]) => values)),
  });
}

/** The first version that an answer names. */
const versionIn = (data: object | null): unknown => /"version":"([^"]*)"/.exec(JSON.stringify(data))?.[1];
