import { readdirSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Access, Route } from '@vimarsh/shared/contract/route.ts';
import { type Answered, type Asked, ask, raw } from '../../api/src/platform/testing/raw-requests.testing.ts';

/** Somebody who is signed in, or carries what looks like it. */
export interface Person {
  readonly name: string;
  readonly host: string;
  readonly bearer: string;
  readonly cookie: string;
}
export const VISITOR: Person = { name: 'visitor', host: 'localhost', bearer: '', cookie: '' };

export interface Result {
  /** How often it was tried. */
  tried: number;
  /** What did not hold, a sentence each. */
  broken: string[];
  /** Why nothing or less was tried. */
  note?: string;
}

export interface Attack {
  readonly name: string;
  /** What is tried and what has to hold, in a sentence. */
  readonly holds: string;
  run(target: Target): Promise<Result>;
}

export interface Target {
  readonly base: string;
  /** Of the contracts: also those that the server does not list. */
  readonly routes: readonly Route[];
  /** Demo accounts by what they show; none where the server has no demo. */
  readonly people: ReadonlyMap<string, Person>;
  readonly password: string;
  readonly accessKey: string;
  readonly seed: number;
  /** 1 for a look of a minute, more for a longer one: what is drawn by chance is drawn so many times as often. */
  readonly scale: number;
  ask(asked: Asked, person?: Person): Promise<Answered>;
  /** The same with a JSON body. */
  post(path: string, body: unknown, person?: Person, headers?: Record<string, string>): Promise<Answered>;
  raw(bytes: string | Buffer, ms?: number): Promise<string>;
  /** Null when the server refuses. */
  signIn(email: string, host: string, name: string): Promise<Person | null>;
}

/** Whether an address is this machine's own; no other is ever attacked. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

export const codeOf = ({ body }: Answered): string => {
  try {
    return String(JSON.parse(body).code ?? '');
  } catch {
    return '';
  }
};

/** Who passes a door, spelled out by hand for the demo's accounts. */
export const PASSES: Readonly<Record<Access, (name: string) => boolean>> = {
  open: () => true,
  demo: () => true,
  session: (name) => name !== 'visitor' && name !== 'forged' && !name.includes(' elsewhere'),
  expert: (name) => name === 'verified expert' || name === 'expert with documents pending',
  admin: (name) => name === 'admin' || name === 'second admin',
  demoAdmin: (name) => name === 'admin' || name === 'second admin',
};

async function contractRoutes(): Promise<Route[]> {
  const contract = new URL('../../shared/contract/', import.meta.url);
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test|\.testing)\.ts$/.test(file));
  const all = await Promise.all(files.map((file) => import(new URL(file, contract).href) as Promise<Record<string, unknown>>));
  const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
  return all.flatMap((module) =>
    Object.values(module)
      .filter(isRoute)
      .map((route) => ({ ...route })),
  );
}

/** A bearer ends after ten minutes; an attack that still used it would find the doors shut that it looks for. */
const RENEW_AFTER_MS = 5 * 60_000;

/** How somebody was signed in, to do it again. */
interface SignedIn {
  readonly renew: () => Promise<Person | null>;
  /** The person, with a bearer that still holds. */
  person: Promise<Person>;
  /** By the wall clock. */
  since: number;
}

/** Looks at a server and signs in whom it shows. */
export async function openTarget(url: string, { seed = 1, scale = 1 } = {}): Promise<Target> {
  if (!isLoopback(url)) throw new Error(`${url} is not this machine: only loopback is attacked.`);
  const base = new URL(url).origin.replace('//localhost', '//127.0.0.1');
  let client = 0;
  // Each request from an address of its own, so that a limit per address does not hide what lies behind it.
  const nextAddress = (): string => `127.${10 + ((++client >> 16) & 63)}.${(client >> 8) & 255}.${client & 255 || 1}`;
  const isV4 = base.includes('127.');
  /** By the first bearer of a person, which is how attacks name them. At most one for each of the demo's accounts. */
  const signedIn = new Map<string, SignedIn>();

  /** Somebody as an attack knows them, with a bearer and a cookie that still hold. */
  async function freshOf(person: Person): Promise<Person> {
    const held = signedIn.get(person.bearer);
    if (!held) return person;
    if (Date.now() - held.since > RENEW_AFTER_MS) {
      const previous = held.person;
      held.since = Date.now();
      held.person = held.renew().then((renewed) => renewed ?? previous);
    }
    const { bearer, cookie } = await held.person;
    return { ...person, bearer, cookie: person.cookie && cookie };
  }

  const target = {
    base,
    seed,
    scale,
    routes: await contractRoutes(),
    async ask({ headers, ...asked }: Asked, person: Person = VISITOR): Promise<Answered> {
      const { host, bearer, cookie } = await freshOf(person);
      return ask(base, {
        ...(isV4 && { from: nextAddress() }),
        ...asked,
        headers: { host, ...(bearer && { authorization: `Bearer ${bearer}` }), ...(cookie && { cookie }), ...headers },
      });
    },
    post: (path: string, body: unknown, person: Person = VISITOR, headers: Record<string, string> = {}) =>
      target.ask({ method: 'POST', path, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }, person),
    raw: (bytes: string | Buffer, ms?: number) => raw(base, bytes, ms),
    async signIn(email: string, host: string, name: string): Promise<Person | null> {
      const body = { username: email, password, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' };
      const answer = await target.post('/auth/v1/sign_in', body, { ...VISITOR, host });
      const given = JSON.parse(answer.body);
      if (!given.status) return null;
      const cookie = [answer.headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0]!);
      return { name, host, bearer: given.token_data.access_token, cookie: cookie.join('; ') };
    },
  };
  const demo = await target.ask({ path: '/base/v1/demo' });
  const { data } = demo.status === 200 ? JSON.parse(demo.body) : { data: null };
  const password: string = data?.password ?? '';
  const people = new Map<string, Person>();
  for (const { shows, email, host } of data?.sign_ins ?? []) {
    const person = people.has(shows) ? null : await target.signIn(email, host, shows);
    if (!person) continue;
    people.set(shows, person);
    signedIn.set(person.bearer, { renew: () => target.signIn(email, host, shows), person: Promise.resolve(person), since: Date.now() });
  }
  return { ...target, people, password, accessKey: data?.widget.access_key ?? '' };
}
