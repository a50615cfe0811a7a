import type { UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import type { ChainLine } from '@vimarsh/shared/domain/evidence/communication-chain.ts';
import { createBuzz } from '../buzz/index.ts';
import { callsOf } from '../chat/chat.testing.ts';
import { createChat } from '../chat/index.ts';
import { signer, textOf, unzip } from '../evidence/evidence.testing.ts';
import { DEMO_PASSWORD } from '../identity/demo/index.ts';
import { openSite, type Reply, type Site, signInBody } from '../identity/site.testing.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import type { Platform } from '../platform/platform.ts';
import type { TestDatabase } from '../platform/testing.ts';
import { createSupport } from '../support/index.ts';
import { type Communications, type CommunicationsDependencies, createCommunications } from './create-communications.ts';
import { type CommunicationDb, communicationTables } from './tables.ts';

export const PEOPLE = {
  chat: 'chat@mail.example.com',
  pro: 'pro@mail.example.com',
  lite: 'lite@mail.example.com',
  ananya: 'ananya@experts.example.com',
  devendra: 'devendra@experts.example.com',
  admin: 'admin@vimarsh.example.com',
  second: 'operations@vimarsh.example.com',
} as const;

export interface Member {
  readonly user_id: string;
  get(path: string): Promise<Reply>;
  post(path: string, body: object): Promise<Reply>;
}

export interface CommunicationSite {
  readonly site: Site;
  readonly db: CommunicationDb;
  readonly key: string;
  readonly communications: Communications;
  /** Authors of published calls, by the id of each; a test adds some. */
  readonly published: Map<string, string>;
  readonly clock: { now: Date; forward(ms: number): void };
  /** Runs what the clock runs, by its name. */
  job(name: string): Promise<void>;
  member(email: string): Promise<Member>;
  /** Asks, has it approved by another admin, and downloads. */
  exported(wish: object): Promise<UnpackedFiles>;
  close(): Promise<void>;
}

const NO_CALLS: CommunicationsDependencies['ledger'] = {
  authors: async () => [],
  chainOf: async () => [],
  eventsOfCalls: async () => [],
  isAuthor: async () => false,
  proveCalls: async () => [],
  receipts: async () => [],
  signManifest: async () => {
    throw new Error('It signs nothing');
  },
};

/** Chats, posts and the desk on one server, with nobody too fast for it. */
export async function openCommunicationSite(
  database: TestDatabase,
  {
    place,
    beforeSigning = async () => undefined,
    ...more
  }: { sources?: CommunicationsDependencies['sources']; place?: DatabasePlace; beforeSigning?: () => Promise<unknown> } = {},
): Promise<CommunicationSite> {
  const site = await openSite(database, undefined, place && { place });
  const clock = {
    now: new Date('2026-11-20T06:00:00.000Z'),
    forward(ms: number) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
  const jobs = new Map<string, () => Promise<void>>();
  const unlimited = { take: async () => undefined, takeFrom: async () => undefined };
  const platform: Platform = {
    ...site.platform,
    limits: unlimited,
    // Each download is counted by the route otherwise.
    on: (route, handler) => site.platform.on(route, handler),
    jobs: {
      ...site.platform.jobs,
      schedule(name, cron, work) {
        jobs.set(name, work);
        site.platform.jobs.schedule(name, cron, work);
      },
    },
  };
  const { identity } = site;
  const now = () => clock.now;
  const listed = [{ symbol: 'INFY', name: 'Infosys Ltd' }];
  const published = new Map<string, string>();
  const calls = { ...callsOf(published), followedBy: async () => new Set<string>(), cardsOf: async () => [], stocksOf: async () => new Map() } as never;
  const market = { instruments: () => listed, instrument: (symbol: string) => listed.find((each) => each.symbol === symbol) ?? null } as never;
  const refuse = (text: string) => (/\d{10}/.test(text) ? { kind: 'phone', sentence: 'Phone numbers stay out.' } : null) as never;
  createSupport(platform, { identity, clock: now });
  createChat(platform, { identity, notices: { source: () => undefined, tell: async () => undefined }, calls, market, checkText: refuse, clock: now });
  createBuzz(platform, { identity, calls, market, checkText: refuse, clock: now, seeds: false });
  const { key, signManifest } = signer();
  const ledger: typeof NO_CALLS = {
    ...NO_CALLS,
    async signManifest(manifest) {
      await beforeSigning();
      return signManifest(manifest);
    },
  };
  const communications = createCommunications(platform, { identity, ledger, clock: now, ...more });
  await site.platform.start();
  let address = 0;
  const members = new Map<string, Promise<Member>>();
  function member(email: string): Promise<Member> {
    const known = members.get(email) ?? signIn(email);
    members.set(email, known);
    return known;
  }
  async function signIn(email: string): Promise<Member> {
    const own = site.browser({ ip: `10.48.0.${++address}` });
    const { body } = await own.post('/auth/v1/sign_in', signInBody(email, DEMO_PASSWORD));
    const bearer = body.token_data.access_token as string;
    return { user_id: body.user_id, get: (path) => own.get(path, bearer), post: (path, sent) => own.post(path, sent, bearer) };
  }
  async function exported(wish: object): Promise<UnpackedFiles> {
    const [asker, other] = [await member(PEOPLE.admin), await member(PEOPLE.second)];
    const asked = await asker.post('/admin/v1/communications/exports', { target: '', reason: 'Letter 12 of the regulator', ...wish });
    if (!asked.body.data) throw new Error(JSON.stringify(asked.body));
    const { id } = asked.body.data;
    await other.post('/admin/v1/communications/exports/decide', { id, approve: true });
    return filesOf(await asker.get(`/admin/v1/communications/exports/${id}/file`));
  }
  return {
    ...{ site, db: communicationTables(site.platform.db), key, communications, published, clock, member, exported },
    job: (name) => jobs.get(name)!(),
    close: () => site.close(),
  };
}

/** The files of an answer. */
export function filesOf({ body }: Reply): UnpackedFiles {
  if (!body.data?.zip) throw new Error(JSON.stringify(body));
  return unzip(Buffer.from(body.data.zip, 'base64'));
}

/** All lines of the chains in a file. */
export const linesOf = (files: UnpackedFiles): ChainLine[] =>
  [...files.keys()]
    .filter((path) => /^chains\/.*\/\d+\.jsonl$/.test(path))
    .flatMap((path) =>
      textOf(files, path)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ChainLine),
    );

const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'chat.room': ['topic'],
  'chat.request': ['body'],
  'chat.message': ['body'],
  'chat.edit': ['target', 'body'],
  'chat.withdrawal': ['target'],
  'chat.state': ['status_str', 'reason'],
  'chat.blocked': ['body'],
  'chat.away': ['away', 'note'],
  'buzz.blocked': ['body'],
  post: ['status', 'text', 'removed_by', 'removed_reason'],
  comment: ['text', 'removed_by', 'removed_reason'],
  report: ['note'],
  'desk.asked': ['message'],
  'desk.answered': ['answer'],
  'desk.by': [],
};

/** What an export says, by chain, in words that a model writes without it. */
export function told(files: UnpackedFiles): Record<string, string[]> {
  const chains: Record<string, string[]> = {};
  for (const { chain, kind, person, content } of linesOf(files)) {
    const shown = SHOWN[kind];
    if (!shown) continue;
    const said = JSON.parse(content!) as Record<string, unknown>;
    chains[chain] = [...(chains[chain] ?? []), [kind, person, ...shown.map((field) => said[field])].join('|')];
  }
  return chains;
}
