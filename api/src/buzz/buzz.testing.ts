import { DEMO_PASSWORD } from '../identity/demo/index.ts';
import { openSite, type Reply, type Site, signInBody } from '../identity/site.testing.ts';
import { Fail } from '../platform/platform.ts';
import type { TestDatabase, TestSettings } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { guardedPublicly } from './check-text.ts';
import { type Buzz, type BuzzDependencies, createBuzz } from './create-buzz.ts';

/** One demo account of each kind of person. */
export const PEOPLE = {
  free: 'free@mail.example.com',
  lite: 'lite@mail.example.com',
  premium: 'premium@mail.example.com',
  pro: 'pro@mail.example.com',
  chat: 'chat@mail.example.com',
  ananya: 'ananya@experts.example.com',
  devendra: 'devendra@experts.example.com',
  admin: 'admin@vimarsh.example.com',
} as const;

const LISTED = ['INFY', 'TCS'].map((symbol) => ({ symbol, name: symbol === 'INFY' ? 'Infosys Ltd' : 'Tata Consultancy Services Ltd' }));
export const TEXT = 'Margins of large exporters depend on the rupee, and less on orders than most people think.';

export interface BuzzSite {
  readonly site: Site;
  readonly buzz: Buzz;
  readonly clock: { now: Date; forward(ms: number): void };
  /** The experts that each user follows. */
  readonly follows: Map<string, Set<string>>;
  /** Ids of calls and who may read them: everybody, or nobody but the author. */
  readonly calls: Map<string, { readonly expert_id: string; readonly open: boolean; readonly disclosures?: object; readonly stock?: string }>;
  person(email: string): Promise<BuzzPerson>;
  visitor(path: string): Promise<Reply>;
  close(): Promise<void>;
}

export interface BuzzPerson {
  readonly user_id: string;
  get(path: string): Promise<Reply>;
  post(path: string, body: object): Promise<Reply>;
  /** A draft’s id. */
  draft(change?: object): Promise<string>;
  /** A published post’s id. */
  publish(change?: object): Promise<string>;
  comment(post: string, text?: string, change?: object): Promise<Reply>;
  report(target: string, change?: object): Promise<Reply>;
}

type Given = Partial<Pick<BuzzDependencies, 'checkText' | 'reviewFrom'>>;

export async function openBuzzSite(database: TestDatabase, { checkText, reviewFrom, ...more }: Omit<TestSettings, 'database'> & Given = {}): Promise<BuzzSite> {
  const site = await openSite(database, () => {}, more);
  const clock = {
    now: new Date('2026-11-20T06:00:00.000Z'),
    forward(ms: number) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
  const follows: BuzzSite['follows'] = new Map();
  const known: BuzzSite['calls'] = new Map();
  const market = {
    instruments: () => LISTED,
    instrument: (symbol: string) => LISTED.find((each) => each.symbol === symbol) ?? null,
  } as never as BuzzDependencies['market'];
  const mayRead = ({ expert_id, open }: { expert_id: string; open: boolean }, caller: { user_id: string } | null) => open || caller?.user_id === expert_id;
  const calls = {
    cardsOf: async (ids: readonly string[], { caller }: { caller: { user_id: string } | null }) =>
      ids.map((id) => {
        const call = known.get(id);
        return { id, card: null, refused: !call ? 'NOT_FOUND' : mayRead(call, caller) ? '' : 'NOT_ENTITLED' };
      }),
    stocksOf: async (ids: readonly string[]) => new Map(ids.flatMap((id) => (known.get(id)?.stock ? [[id, known.get(id)!.stock]] : []))),
    followedBy: async (user_id: string) => follows.get(user_id) ?? new Set<string>(),
    readableCall: async (id: string, { caller }: { caller: { user_id: string } | null }) => {
      const call = known.get(id);
      if (!call) throw new Fail('NOT_FOUND');
      if (!mayRead(call, caller)) throw new Fail('NOT_ENTITLED');
      const canonical = JSON.stringify({ payload: { disclosures: call.disclosures ?? {} } });
      return { events: [{ expert_id: call.expert_id, canonical }], shown: null };
    },
  } as never as BuzzDependencies['calls'];
  const buzz = createBuzz(site.platform, {
    identity: site.identity,
    calls,
    market,
    checkText: checkText ?? guardedPublicly(market),
    clock: () => clock.now,
    seeds: false,
    ...(reviewFrom !== undefined && { reviewFrom }),
  });
  await site.platform.start();
  // The demo's accounts are made by the real clock, which may be behind this one.
  await site.db
    .updateTable('users')
    .set({ created_at: new Date('2026-01-01T00:00:00.000Z') })
    .execute();
  let address = 0;
  const nextIp = (): string => `10.47.${(++address >> 8) & 255}.${address & 255}`;
  const visitor = (path: string) => site.browser({ ip: nextIp() }).get(path);

  async function person(email: string): Promise<BuzzPerson> {
    const own = site.browser({ ip: nextIp() });
    const { body } = await own.post('/auth/v1/sign_in', signInBody(email, DEMO_PASSWORD));
    const bearer = body.token_data.access_token as string;
    const post = (path: string, sent: object) => own.post(path, sent, bearer);
    async function draft(change: object = {}): Promise<string> {
      const answer = await post('/buzz/v1/posts', { client_id: ulid(), text: TEXT, ...change });
      if (!answer.body.data) throw new Error(JSON.stringify(answer.body));
      return answer.body.data.post.id;
    }
    return {
      user_id: body.user_id as string,
      get: (path) => own.get(path, bearer),
      post,
      draft,
      async publish(change) {
        const id = await draft(change);
        const answer = await post('/buzz/v1/posts/publish', { post: id });
        if (!answer.body.data) throw new Error(JSON.stringify(answer.body));
        return id;
      },
      comment: (target, text = 'What would change your mind about this?', change = {}) =>
        post('/buzz/v1/comments', { client_id: ulid(), post: target, text, ...change }),
      report: (target, change = {}) => post('/buzz/v1/reports', { client_id: ulid(), kind: 'post', target, reason: 'spam', ...change }),
    };
  }
  return { site, buzz, clock, follows, calls: known, person, visitor, close: () => site.close() };
}
