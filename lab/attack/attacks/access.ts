import { ERRORS } from '@vimarsh/shared/contract/errors.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import fc from 'fast-check';
import { requests } from '../../../api/src/platform/testing/testing.arbitrary.ts';
import { type Attack, codeOf, PASSES, type Person, type Target, VISITOR } from '../target.ts';

const FORGED: Person = { ...VISITOR, name: 'forged', bearer: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfYWRtaW4ifQ.' };

/** Everybody, and those of one site on another's. */
function everybody({ people }: Target): Person[] {
  const elsewhere = [...people.values()]
    .filter(({ name, host }) => name.endsWith('admin') || host !== VISITOR.host)
    .map((person) => ({ ...person, name: `${person.name} elsewhere`, host: person.host === 'neem.localhost' ? VISITOR.host : 'neem.localhost' }));
  return [VISITOR, FORGED, ...people.values(), ...elsewhere];
}

export const doors: Attack = {
  name: 'every route × every kind of person',
  holds: 'Who may not pass a door gets 401 SESSION_ENDED or 403 FORBIDDEN, and no data with it.',
  async run(target) {
    const broken: string[] = [];
    let tried = 0;
    for (const route of target.routes)
      for (const person of everybody(target)) {
        if (PASSES[route.access](person.name)) continue;
        tried += 1;
        const path = route.path.replaceAll(/:\w+/g, 'x');
        const answer = route.method === 'POST' ? await target.post(path, {}, person) : await target.ask({ path }, person);
        const refused = (answer.status === 401 && codeOf(answer) === 'SESSION_ENDED') || (answer.status === 403 && codeOf(answer) === 'FORBIDDEN');
        // Asked for an address that this server lacks, nothing was tried.
        if (answer.status === 404 && codeOf(answer) === 'NOT_FOUND') tried -= 1;
        else if (!refused || JSON.parse(answer.body).data !== null)
          broken.push(`${route.method} ${route.path} × ${person.name}: ${answer.status} ${answer.body.slice(0, 120)}`);
      }
    const listed = (await target.ask({ path: '/openapi.json' })).body;
    for (const { path, access } of target.routes)
      if (access === 'admin' && listed.includes(`"${path.replaceAll(/:(\w+)/g, '{$1}')}"`))
        broken.push(`/openapi.json lists ${path}, which only admins may call`);
    return { tried, broken };
  },
};

/** Values of fields that name a thing, by the field. */
function idsIn(value: unknown, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  if (value !== null && typeof value === 'object')
    for (const [name, inner] of Object.entries(value)) {
      if (/(^|_)id$/.test(name) && typeof inner === 'string' && inner.length > 7) found.set(name, (found.get(name) ?? new Set()).add(inner));
      else idsIn(inner, found);
    }
  return found;
}

/** What is said of a thing, without what differs each time. */
const said = (status: number, body: string, id: string): string =>
  `${status} ${body
    .replaceAll(/"(request_id|at|as_of|now)":("[^"]*"|\d+)/g, '')
    .replaceAll(id, 'ID')
    .replaceAll(encodeURIComponent(id), 'ID')}`;

const isBare = ({ data, validation }: { data: unknown; validation: string }): boolean => data === null && validation === ERRORS.NOT_ENTITLED.user;

export const othersIds: Attack = {
  name: 'ids of others',
  holds: 'An id that is somebody else’s is answered as one that nobody has, and does nothing to its owner.',
  async run(target) {
    const owners = ['verified expert', 'Pro investor', 'admin'].flatMap((name) => target.people.get(name) ?? []);
    const thief = target.people.get('free investor');
    if (!thief || owners.length === 0) return { tried: 0, broken: [], note: 'no demo accounts' };
    const plain = target.routes.filter(({ method, path, access }) => method === 'GET' && access !== 'open' && access !== 'demo' && !path.includes(':'));
    const own = idsIn(await Promise.all(plain.map(async ({ path }) => jsonOf((await target.ask({ path }, thief)).body))));
    const secret = new Set<string>();
    for (const owner of owners)
      for (const { path } of plain) {
        for (const [name, ids] of idsIn(jsonOf((await target.ask({ path }, owner)).body)))
          for (const id of [...ids].slice(0, 3)) if (!own.get(name)?.has(id)) secret.add(id);
      }
    const random = rng(target.seed);
    const nobodys = (id: string): string => id.replaceAll(/[0-9A-Za-z](?=[^_]*$)/g, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Math.floor(random.next() * 32)]!);
    const wanted = target.routes.filter((route) => /"\w*id"/.test(shapeOf(route)) && PASSES[route.access](thief.name));
    const broken: string[] = [];
    let tried = 0;
    for (const route of wanted)
      for (const id of [...secret].slice(0, 12 * target.scale)) {
        const { url, payload } = fc.sample(requests(route, []), { numRuns: 1, seed: target.seed })[0]!;
        const none = nobodys(id);
        const give = async (one: string) => {
          const path = route.path.includes(':') ? route.path.replaceAll(/:\w+/g, encodeURIComponent(one)) : url;
          if (route.method === 'GET') return target.ask({ path: path.split('?')[0]! + (route.path.includes(':') ? '' : `?${queryWith(url, one)}`) }, thief);
          return target.post(path.split('?')[0]!, bodyWith(payload, route, one), thief);
        };
        const [theirs, nothing] = [await give(id), await give(none)];
        // A limit that is reached between the two says nothing of either.
        if (theirs.status === 429 || nothing.status === 429) continue;
        tried += 1;
        // Of a call that their lists count as locked somebody who signed in hears that, and nothing else.
        if (codeOf(theirs) === 'NOT_ENTITLED' && isBare(JSON.parse(theirs.body))) continue;
        // What everybody may read is nobody's secret.
        if (theirs.status === 200 && (await giveAs(target, route, id)) === said(theirs.status, theirs.body, id)) continue;
        if (said(theirs.status, theirs.body, id) !== said(nothing.status, nothing.body, none))
          broken.push(`${route.method} ${route.path}: ${theirs.status} ${theirs.body.slice(0, 160)} for an id of another, ${nothing.status} for nobody’s`);
      }
    for (const owner of owners) if ((await target.ask({ path: '/auth/v1/profile' }, owner)).status !== 200) broken.push(`the session of ${owner.name} is gone`);
    return { tried, broken: [...new Set(broken)], note: `${secret.size} ids` };
  },
};

async function giveAs(target: Target, route: { method: string; path: string }, id: string): Promise<string> {
  if (route.method !== 'GET' || !route.path.includes(':')) return '';
  const { status, body } = await target.ask({ path: route.path.replaceAll(/:\w+/g, encodeURIComponent(id)) });
  return said(status, body, id);
}
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
const shapeOf = ({ params, query, body, path }: Target['routes'][number]): string =>
  JSON.stringify([path.match(/:\w*id\b/g)?.map((name) => name.slice(1)), ...[params, query, body].map((schema) => Object.keys(fieldsOf(schema)))]);
const fieldsOf = (schema: unknown): Record<string, unknown> =>
  (schema as { _zod?: { def: { shape?: Record<string, unknown> } } } | undefined)?._zod?.def.shape ?? {};
const queryWith = (url: string, id: string): string =>
  new URLSearchParams([...new URLSearchParams(url.split('?')[1])].map(([name, value]) => [name, /(^|_)id$/.test(name) ? id : value])).toString();
function bodyWith(payload: string | undefined, route: Target['routes'][number], id: string): unknown {
  const body = (jsonOf(payload ?? '') ?? {}) as Record<string, unknown>;
  const named = Object.keys(fieldsOf(route.body)).filter((name) => /(^|_)id$/.test(name));
  return { ...body, ...Object.fromEntries(named.map((name) => [name, id])) };
}
