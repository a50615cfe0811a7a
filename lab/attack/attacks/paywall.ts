import { DIMENSIONS } from '@vimarsh/shared/contract/categorisation/types.ts';
import { leavesOf, NO_ANSWERS, type Question, questionsOf } from '../../../api/src/calls/visitor-game.testing.ts';
import { type Attack, type Person, type Target, VISITOR } from '../target.ts';

interface Hidden {
  id: string;
  stock: string;
  target_price: number;
  stop_loss: number;
}

/** Everything a reader can ask by GET about these stocks. */
function asking({ routes, accessKey }: Target, stocks: readonly string[], ids: readonly string[]): Question[] {
  const open = routes.filter(({ method, access, path }) => method === 'GET' && (access === 'open' || access === 'session') && !NO_ANSWERS.includes(path));
  const guesses = new Proxy<Record<string, readonly string[] | 'stock'>>(
    {
      stock: 'stock',
      stock_code: 'stock',
      symbol: 'stock',
      symbols: 'stock',
      search: 'stock',
      id: ids,
      user_id: ids.slice(0, 2),
      indice: ['NIFTY'],
      access_key: [accessKey],
      limit: ['50'],
      kind: ['equity'],
      ...Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, []])),
    },
    // What nobody has a guess for is left out: the game against the whole contract is `paywall.db.test.ts`.
    { get: (known, name: string) => known[name] ?? [] },
  );
  return [...questionsOf(open, guesses, stocks), { method: 'GET', url: '/', about: '' }, { method: 'GET', url: '/w/v1.js', about: '' }];
}

export const paywall: Attack = {
  name: 'paid calls from what may be read for nothing',
  holds: 'Who may not see live calls finds no id, no pair of levels and no word of one in any answer, and can’t tell their stocks from others by one.',
  async run(target) {
    const payer = target.people.get('Pro investor');
    if (!payer) return { tried: 0, broken: [], note: 'no demo accounts' };
    const readers = [VISITOR, target.people.get('free investor')].filter((reader) => reader !== undefined);
    const seen = await callsFor(target, payer);
    const broken: string[] = [];
    let tried = 0;
    let hiddenCount = 0;
    for (const reader of readers) {
      const known = new Set((await callsFor(target, reader)).map(({ id }) => id));
      const hidden = seen.filter(({ id }) => !known.has(id));
      hiddenCount = Math.max(hiddenCount, hidden.length);
      const stocks = [...new Set(hidden.map(({ stock }) => stock))].slice(0, 6);
      const others = ['WIPRO', 'TITAN', 'MARUTI', 'NTPC', 'ONGC', 'ITC'].filter((stock) => !seen.some((call) => call.stock === stock));
      for (const question of asking(
        target,
        [...stocks, ...others],
        hidden.slice(0, 5).map(({ id }) => id),
      )) {
        const answer = await target.ask({ path: question.url }, reader);
        tried += 1;
        const told = hidden.find(({ id }) => answer.body.includes(id) && !question.url.includes(id));
        if (told) broken.push(`${reader.name}: ${question.url} names a hidden call`);
        const leaves = [...leavesOf(answer.status, answer.headers, answer.body)];
        const numbers = new Set(leaves.filter(([path]) => /target|stop|entry|level/.test(path)).map(([, value]) => value));
        const levels = hidden.find((call) => numbers.has(String(call.target_price)) && numbers.has(String(call.stop_loss)) && answer.body.includes(call.stock));
        if (levels) broken.push(`${reader.name}: ${question.url} tells the levels of a hidden call of ${levels.stock}`);
      }
    }
    if (hiddenCount === 0) return { tried, broken, note: 'no call is live that only some may see' };
    return { tried, broken: [...new Set(broken)], note: `${hiddenCount} hidden calls` };
  },
};

async function callsFor(target: Target, reader: Person): Promise<Hidden[]> {
  const answer = await target.ask({ path: '/reco/v1/calls?limit=50' }, reader);
  const found: Hidden[] = [];
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const call = value as Partial<Hidden>;
    if (typeof call.id === 'string' && typeof call.stock === 'string' && typeof call.target_price === 'number') found.push(call as Hidden);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(JSON.parse(answer.body));
  return found;
}
