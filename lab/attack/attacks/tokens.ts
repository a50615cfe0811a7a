import { createHmac } from 'node:crypto';
import { type Attack, codeOf, type Target, VISITOR } from '../target.ts';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const tokens: Attack = {
  name: 'forged and changed bearers',
  holds: 'Only a token as it was signed opens anything, and only where it was given.',
  async run(target) {
    const victim = target.people.get('free investor');
    if (!victim) return { tried: 0, broken: [], note: 'no demo accounts' };
    const [head = '', body = '', signature = ''] = victim.bearer.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const changes = [
      { ...claims, is_admin: true, admin: true, roles: ['admin'] },
      { ...claims, sub: 'usr_admin' },
      { ...claims, exp: 9_999_999_999 },
      { ...claims, exp: undefined },
      { ...claims, partner_key: 'neem' },
    ];
    const heads = ['none', 'None', 'HS256', 'HS512', 'RS256', 'ES256', ''].map((alg) => ({ alg, typ: 'JWT' }));
    const secrets = ['', 'secret', 'test', 'changeme', 'vimarsh', '0'.repeat(32)];
    const sign = (text: string, secret: string): string => `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    const forged = [
      ...changes.flatMap((changed) => [
        `${head}.${base64(changed)}.${signature}`,
        `${head}.${base64(changed)}.`,
        `${base64({ alg: 'none' })}.${base64(changed)}.`,
      ]),
      ...heads.flatMap((made) => [`${base64(made)}.${body}.`, `${base64(made)}.${body}.${signature}`].filter((token) => token !== victim.bearer)),
      ...secrets.flatMap((secret) => changes.map((changed) => sign(`${head}.${base64(changed)}`, secret))),
      sign(`${base64({ alg: 'HS256', kid: '../../../dev/null' })}.${body}`, ''),
      sign(`${base64({ alg: 'HS256', jwk: { kty: 'oct', k: 'AA' } })}.${body}`, '\0'),
      ...Array.from({ length: 20 }, (_, at) => `${head}.${body}.${flipped(signature, at)}`),
      `${head}.${body}.${signature.slice(0, -4)}`,
      `${head}.${body}.${signature}.${signature}`,
      `${head}.${body}`,
      `${body}.${head}.${signature}`,
    ].filter((token) => token !== victim.bearer);
    const broken: string[] = [];
    for (const bearer of forged) {
      const answer = await target.ask({ path: '/auth/v1/profile' }, { ...VISITOR, bearer });
      if (answer.status !== 401 || codeOf(answer) !== 'SESSION_ENDED') broken.push(`${answer.status} for ${bearer.slice(0, 60)}…`);
    }
    for (const host of ['neem.localhost', 'garnet.localhost'])
      if ((await target.ask({ path: '/auth/v1/profile' }, { ...victim, host })).status !== 401) broken.push(`a token of the main site opens ${host}`);
    return { tried: forged.length + 2, broken };
  },
};

/** Another character in the first 40 of 43, all of which count. */
const flipped = (signature: string, at: number): string => {
  const place = (at * 2) % 40;
  return signature.slice(0, place) + (signature[place] === 'A' ? 'B' : 'A') + signature.slice(place + 1);
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
/** How often one of `a` is above one of `b`: a half when nothing tells them apart. */
function above(a: readonly number[], b: readonly number[]): number {
  return a.flatMap((one) => b.map((other) => (one > other ? 1 : one === other ? 0.5 : 0))).reduce<number>((sum, each) => sum + each, 0) / (a.length * b.length);
}
/** Beyond chance for these many tries, and more than the network of an attacker hides. */
const TELLING = 0.9;
const TELLING_MS = 4;

/** What an answer may say of a name: the name, and as much of it as its owner recognises it by. */
const saidOf = (name: string): string[] =>
  name.includes('@') ? [name, name.replace(/^(.)[^@]*/, '$1••••')] : [name, '•'.repeat(name.length - 4) + name.slice(-4)];

/** An answer without what differs each time and what was asked. */
export const withoutName = (body: string, name: string): string =>
  saidOf(name)
    .reduce((text, said) => text.replaceAll(said, 'NAME'), body)
    .replaceAll(/"(request_id|user_id|challenge_id|retry_after)":("[^"]*"|\d+)/g, '');

interface Ways {
  what: string;
  ask(target: Target, name: string): ReturnType<Target['post']>;
}

export const enumeration: Attack = {
  name: 'who has an account, by answer and by time',
  holds: 'Sign-in, forgotten password and OTP answer a known name as one that nobody has: the same words, in the same time.',
  async run(target) {
    const known = [...target.people.values()].length > 0 ? await namesOf(target) : [];
    if (known.length < 6) return { tried: 0, broken: [], note: 'no demo accounts' };
    const ways: Ways[] = [
      {
        what: 'sign-in',
        ask: (to, username) => to.post('/auth/v1/sign_in', { username, password: 'Wrong@2026x', sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' }),
      },
      { what: 'forgotten password', ask: (to, username) => to.post('/auth/v1/forgot_password_otp', { username }) },
    ];
    const broken: string[] = [];
    let tried = 0;
    for (const { what, ask } of ways) {
      const times: [number[], number[]] = [[], []];
      for (const [at, name] of known.entries()) {
        const nobody = `nobody.${target.seed}.${at}@${name.split('@')[1]}`;
        // In turn, so that a busy moment slows both.
        const pair = at % 2 === 0 ? ([name, nobody] as const) : ([nobody, name] as const);
        const answers = new Map<string, string>();
        for (const one of pair) {
          const answer = await ask(target, one);
          tried += 1;
          times[one === name ? 0 : 1].push(answer.ms);
          answers.set(one, `${answer.status} ${withoutName(answer.body, one)}`);
        }
        if (answers.get(name) !== answers.get(nobody)) broken.push(`${what}: ${answers.get(name)?.slice(0, 200)} or ${answers.get(nobody)?.slice(0, 200)}`);
      }
      const [a, b] = times;
      const share = above(a, b);
      if ((share > TELLING || share < 1 - TELLING) && Math.abs(median(a) - median(b)) > TELLING_MS)
        broken.push(`${what}: ${median(a).toFixed(1)} ms when known, ${median(b).toFixed(1)} ms when not`);
    }
    const otps = await Promise.all(
      ['9000000001', '7999999999'].map(async (mobile) => {
        const answer = await target.post('/auth/v1/generate_mobile_otp', { country_code: '+91', mobile, purpose: 'SIGN_IN' });
        return `${answer.status} ${withoutName(answer.body, mobile)}`;
      }),
    );
    tried += 2;
    if (otps[0] !== otps[1]) broken.push(`OTP: ${otps.join(' or ')}`);
    return { tried, broken: [...new Set(broken)].slice(0, 10) };
  },
};

async function namesOf(target: Target): Promise<string[]> {
  const { data } = JSON.parse((await target.ask({ path: '/base/v1/demo' })).body);
  return data.sign_ins.filter(({ host }: { host: string }) => host === 'localhost').map(({ email }: { email: string }) => email);
}
