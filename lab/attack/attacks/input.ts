import { EQUITY_INSIGHTS, LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import fc from 'fast-check';
import { type FuzzedRequest, requests } from '../../../api/src/platform/testing/testing.arbitrary.ts';
import { type Attack, codeOf } from '../target.ts';

/** Alone on a machine; beside others a request waits for the processor. */
const SLOWEST_MS = 5000;

export const fuzz: Attack = {
  name: 'fuzzed requests',
  holds: 'No 5xx but 503 RETRY, every failure has a code, none takes seconds.',
  async run(target) {
    const members = new Map(
      ['free investor', 'Pro investor', 'chat user'].flatMap((name) => target.people.get(name) ?? []).map((person) => [`Bearer ${person.bearer}`, person]),
    );
    const bearers = [...members.values()].map(({ bearer }) => bearer);
    const broken: string[] = [];
    let tried = 0;
    for (const route of target.routes) {
      if (route.path === '/embed/v1/stream') continue;
      const drawn: FuzzedRequest[] = fc.sample(requests(route, bearers), { numRuns: 4 * target.scale, seed: target.seed });
      for (const { method, url, headers, payload } of drawn) {
        tried += 1;
        const { authorization = '', ...others } = headers;
        const member = members.get(authorization);
        const sent = { method, path: url, headers: member ? others : headers, ...(payload !== undefined && { body: payload }) };
        const answer = await target.ask(sent, member).catch(() => null);
        const what = `${method} ${url.slice(0, 200)} ${(payload ?? '').slice(0, 200)}`;
        if (!answer) broken.push(`${what}: no answer`);
        else if (answer.status >= 500 && !(answer.status === 503 && codeOf(answer) === 'RETRY')) broken.push(`${what}: ${answer.status}`);
        else if (answer.status >= 400 && !codeOf(answer)) broken.push(`${what}: ${answer.status} without a code`);
        else if (answer.ms > SLOWEST_MS) broken.push(`${what}: ${Math.round(answer.ms)} ms`);
      }
    }
    return { tried, broken };
  },
};

const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const HEAD = 'POST /auth/v1/sign_in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

export const largeBodies: Attack = {
  name: 'oversized and endless bodies',
  holds: 'Too much is refused (400, 413, 414 or 431) in a second, with a code, and the server answers others.',
  async run(target) {
    const json = { 'content-type': 'application/json' };
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = (at: number): string => `--x\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\nv\r\n`;
    const person = target.people.get('free investor');
    const bodies: [what: string, path: string, headers: Record<string, string>, body: string][] = [
      ['300 kB of JSON', '/auth/v1/sign_in', json, JSON.stringify({ username: 'x'.repeat(300_000) })],
      ['nesting', '/auth/v1/sign_in', json, `{"username":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
      ['20,000 fields', '/auth/v1/sign_in', json, JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, 1])))],
      ['a long number', '/auth/v1/sign_in', json, `{"username":1${'0'.repeat(200_000)}}`],
      ['packed JSON', '/auth/v1/sign_in', { ...json, 'content-encoding': 'gzip' }, 'x'],
      ['13 MB of files', '/auth/v1/profile_update', multipart, `${part(0)}${'x'.repeat(13 * 1024 * 1024)}\r\n--x--`],
      ['2,000 parts', '/auth/v1/profile_update', multipart, `${Array.from({ length: 2000 }, (_, at) => part(at)).join('')}--x--`],
    ];
    const broken: string[] = [];
    for (const [what, path, headers, body] of bodies) {
      const answer = await target.ask({ method: 'POST', path, headers, body }, person).catch(() => null);
      // A connection that was closed while we still wrote is a refusal, too.
      if (answer && (![400, 413, 415, 429].includes(answer.status) || !codeOf(answer))) broken.push(`${what}: ${answer.status} ${answer.body.slice(0, 100)}`);
      if (answer && answer.ms > SLOWEST_MS) broken.push(`${what}: ${Math.round(answer.ms)} ms`);
    }
    const raws: [what: string, bytes: string, wanted: RegExp][] = [
      ['an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, / (431|414|404|400) /],
      ['3,000 headers', `GET / HTTP/1.1\r\nhost: localhost\r\n${'a: b\r\n'.repeat(3000)}\r\n`, / (431|400) /],
      ['chunks without end', `${HEAD}transfer-encoding: chunked\r\n\r\n${chunked('x'.repeat(600_000))}`, / 413 /],
      ['a length that lies', `${HEAD}content-length: 999999999\r\n\r\n{}`, / 413 /],
    ];
    for (const [what, bytes, wanted] of raws) {
      const answer = await target.raw(bytes);
      if (!wanted.test(answer.split('\r\n')[0]!)) broken.push(`${what}: ${answer.slice(0, 100) || 'no answer'}`);
    }
    if ((await target.ask({ path: '/healthz' })).status !== 200) broken.push('the server does not answer any more');
    return { tried: bodies.length + raws.length, broken };
  },
};

const DOTS = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '..\\', '....//', '%252e%252e%252f', '..%c0%af', '..%00/', ';/../'];

export const paths: Attack = {
  name: 'paths that climb',
  holds: 'No way of writing a path gives a file of the machine, of the data folder or of the source.',
  async run(target) {
    const broken: string[] = [];
    let tried = 0;
    const roots = ['/', '/releases/', '/releases/root-config/0123456789/', '/w/', '/fonts/', '/media/people/', '/media/partners/', '/media/kyc/', '/docs/'];
    for (const root of roots)
      for (const dots of DOTS)
        for (const file of ['etc/passwd', 'package.json', 'keys/secret', 'api/src/main.ts', '.env']) {
          tried += 1;
          const answer = await target.raw(`GET ${root}${dots.repeat(8)}${file} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
          if (/root:.*:0:0:|"workspaces"|enableCompileCache|SECRET_KEY=/.test(answer) || / 5\d\d /.test(answer.split('\r\n')[0]!))
            broken.push(`${root}${dots.repeat(8)}${file}: ${answer.slice(0, 120)}`);
        }
    return { tried, broken };
  },
};

const CRLF = '%0d%0ax-attack:%20yes%0d%0aset-cookie:%20a=b';

export const wire: Attack = {
  name: 'line breaks and smuggled requests',
  holds: 'Nothing a request says becomes a header of the answer, and one request is answered once.',
  async run(target) {
    const broken: string[] = [];
    const inPaths = ['/', `/${CRLF}`, `${LOGIN}?next=${CRLF}`, `/market-sentiment-widget/${CRLF}`, `${EQUITY_INSIGHTS}/TCS/${CRLF}`, `/releases/${CRLF}`];
    const inQueries = target.routes.map(({ path }) => `${path.replaceAll(/:\w+/g, CRLF)}?lang=${CRLF}&release=${CRLF}&access_key=${CRLF}`);
    const all = [...inPaths, ...inQueries];
    for (const path of all) {
      const { headers } = await target.ask({ path, headOnly: true });
      if (headers['x-attack'] || String(headers['set-cookie']).includes('a=b')) broken.push(`${path} sets a header`);
    }
    const twice = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const raws: [what: string, bytes: string][] = [
      ['length and chunks', `${HEAD}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${twice}`],
      ['two lengths', `${HEAD}content-length: 2\r\ncontent-length: ${2 + twice.length}\r\n\r\n{}${twice}`],
      ['a hidden coding', `${HEAD}transfer-encoding: xchunked\r\n\r\n${twice}`],
      ['a folded header', `${HEAD}x: a\r\n transfer-encoding: chunked\r\ncontent-length: 0\r\n\r\n`],
      ['a space before the colon', `${HEAD}content-length : 2\r\n\r\n{}${twice}`],
      ['two hosts', 'GET /base/v1/demo HTTP/1.1\r\nhost: localhost\r\nhost: neem.localhost\r\n\r\n'],
      ['a bare line feed', `GET / HTTP/1.1\nhost: localhost\n\n${twice}`],
    ];
    for (const [what, bytes] of raws) {
      const answers: string[] = (await target.raw(bytes, 1500)).match(/HTTP\/1\.1 \d+/g) ?? [];
      if (answers.length > 1 && answers.includes('HTTP/1.1 200')) broken.push(`${what}: ${answers.join(', ')}`);
    }
    return { tried: all.length + raws.length, broken };
  },
};
