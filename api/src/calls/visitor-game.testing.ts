import type { Route } from '@vimarsh/shared/contract/route.ts';
import type { Rng } from '@vimarsh/shared/domain/market/rng.ts';

/**
 * The attacker of the paywall: asks everything there is to ask, again and again, and compares. What differs tells of calls.
 * `paywall.db.test.ts` plays it against the server.
 */

/** What does not read: it sends the browser away, takes part in a sign-in, or is given a few times a day. */
export const NO_ANSWERS: readonly string[] = [
  '/auth/v1/export',
  '/auth/v1/evidence',
  '/auth/v1/communications',
  '/chat/v1/rooms/:room/record',
  '/admin/v1/communications/exports/:id/file',
  '/experts/v1/experts/:user_id/file',
  '/reco/v1/calls/:id/file',
  '/auth/v1/level_one_auth_for_broker',
  '/auth/v1/hybrid/redirection',
  '/auth/v1/social/google',
  '/embed/v1/stream',
];

/** One thing to ask. `about`: the stock in the question, '' where none is. */
export interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: object;
  readonly about: string;
}
/** An answer by the paths of its leaves, the status and the entity tag among them. */
export type Leaves = ReadonlyMap<string, string>;
export type Answers = ReadonlyMap<Question, Leaves>;

type Schema = { _zod: { def: { type: string; shape?: Record<string, Schema>; innerType?: Schema; in?: Schema; entries?: Record<string, string> } } };
const shapeOf = (schema: Route['query']): Record<string, Schema> => (schema as unknown as Schema | undefined)?._zod.def.shape ?? {};
const plain = ({ _zod: { def } }: Schema): Schema['_zod']['def'] => ((def.innerType ?? def.in) ? plain((def.innerType ?? def.in)!) : def);
const mayBeLeftOut = ({ _zod: { def } }: Schema): boolean => def.type === 'optional' || def.type === 'default';

/** What a stranger would try for a parameter, by its name. `stock` stands for each stock in turn. */
export type Guesses = Readonly<Record<string, readonly string[] | 'stock'>>;

/** Everything one can ask of routes. A parameter nobody has a guess for is an error: a new route has to be thought of here. */
export function questionsOf(routes: readonly Route[], guesses: Guesses, stocks: readonly string[]): Question[] {
  const valuesOf = (name: string, schema: Schema | null): readonly string[] | 'stock' => {
    const words = schema && plain(schema).entries;
    const known = words ? Object.values(words) : guesses[name];
    if (!known) throw new Error(`Nobody knows what to ask for as ${name}.`);
    return known;
  };
  return routes.flatMap((route) => {
    const query = shapeOf(route.query);
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    const required = Object.entries(query).filter(([, schema]) => !mayBeLeftOut(schema));
    const free = Object.entries(query).filter(([, schema]) => mayBeLeftOut(schema));
    const paths = names.reduce<{ url: string; about: string }[]>(
      (made, name) => {
        const values = valuesOf(name, null);
        return made.flatMap(({ url, about }) =>
          values === 'stock'
            ? stocks.map((stock) => ({ url: url.replace(`:${name}`, encodeURIComponent(stock)), about: stock }))
            : values.map((value) => ({ url: url.replace(`:${name}`, encodeURIComponent(value)), about })),
        );
      },
      [{ url: route.path, about: '' }],
    );
    const withQuery = (parts: readonly [name: string, schema: Schema][]): { text: string; about: string }[] =>
      parts.reduce<{ text: string; about: string }[]>(
        (made, [name, schema]) => {
          const values = valuesOf(name, schema);
          return made.flatMap(({ text, about }) =>
            (values === 'stock' ? stocks : values).map((value) => ({
              text: `${text}${text ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
              about: values === 'stock' ? value : about,
            })),
          );
        },
        [{ text: '', about: '' }],
      );
    const queries = [required, ...free.map((one) => [...required, one])].flatMap(withQuery);
    // What may be left out is tried with the first stock: that it is asked at all is what counts.
    return paths.flatMap(({ url, about }, at) =>
      queries
        .filter((_, of) => at === 0 || about === '' || of === 0)
        .map((each, of) => ({ method: route.method, url: url + each.text, about: about && of === 0 ? about : each.about })),
    );
  });
}

/** The leaves of a JSON text; of anything else the text itself. */
export function leavesOf(status: number, headers: Readonly<Record<string, unknown>>, body: string): Leaves {
  const leaves = new Map<string, string>([
    ['status', String(status)],
    ['etag', String(headers.etag ?? '')],
  ]);
  const walk = (path: string, value: unknown): void => {
    // The text that a hash is taken over says more than its letters.
    if (typeof value === 'string' && value.startsWith('{')) walk(path, JSON.parse(value));
    else if (value !== null && typeof value === 'object') for (const [name, inner] of Object.entries(value)) walk(`${path}/${name}`, inner);
    else leaves.set(path, JSON.stringify(value));
  };
  try {
    walk('', JSON.parse(body));
  } catch {
    leaves.set('text', body);
  }
  return leaves;
}

interface Change {
  readonly question: Question;
  readonly path: string;
  readonly from: string;
  readonly to: string;
}
const changesOf = (before: Answers, after: Answers): Change[] =>
  [...after].flatMap(([question, leaves]) => {
    const earlier = before.get(question)!;
    const paths = new Set([...earlier.keys(), ...leaves.keys()]);
    return [...paths].map((path) => ({ question, path, from: earlier.get(path) ?? '', to: leaves.get(path) ?? '' })).filter(({ from, to }) => from !== to);
  });

/** What is different after something may have happened, but not between two readings without anything: that is clocks and dice. */
export class Differences {
  readonly #noise: ReadonlySet<string>;

  constructor(quiet: readonly [before: Answers, after: Answers]) {
    this.#noise = new Set(changesOf(...quiet).map(nameOf));
  }

  between(before: Answers, after: Answers): Change[] {
    return changesOf(before, after).filter((change) => !this.#noise.has(nameOf(change)));
  }
}
const nameOf = ({ question, path }: Change): string => `${question.method} ${question.url} ${JSON.stringify(question.payload ?? null)} ${path}`;

/** Which stocks were touched: those whose answers differ in more than the passing of time makes. Without a trace the attacker tosses coins. */
export function guessTouched(changes: readonly Change[], stocks: readonly string[], random: Rng): Set<string> {
  const counted = stocks.map((stock) => [stock, changes.filter(({ question }) => question.about === stock).length] as const);
  const most = Math.max(...counted.map(([, count]) => count));
  const asked = new Set(counted.flatMap(([stock, count]) => (count > most / 20 ? [stock] : [])));
  // Lists shift when one more stands in them, so a name in one says less than an answer about one stock.
  const named = new Set(changes.flatMap(({ from, to }) => stocks.filter((stock) => `${from}${to}`.includes(stock))));
  const traces = asked.size > 0 ? asked : named;
  return traces.size > 0 ? traces : new Set(stocks.filter(() => random.next() < 0.5));
}

/** What two answers say together, by path: how their numbers differ, and whether the second repeats a long word of the first. */
export function tellsOf(first: Leaves, second: Leaves): Map<string, string> {
  const words = new Set(first.values());
  return new Map(
    [...second].flatMap(([path, value]): [string, string][] => {
      if (Number.isFinite(Number(value))) return [[path, String(Number(value) - Number(first.get(path)))]];
      return value.length > 40 ? [[path, words.has(value) ? 'repeated' : 'new']] : [];
    }),
  );
}

export interface Round {
  readonly tells: ReadonlyMap<string, string>;
  readonly happened: boolean;
}

/** Tells that never failed in rounds whose outcome is known, with the values that mean yes. */
export function learn(known: readonly Round[]): Map<string, ReadonlySet<string>> {
  const paths = new Set(known.flatMap(({ tells }) => [...tells.keys()]));
  const learned = [...paths].map((path): [string, ReadonlySet<string>, ReadonlySet<string>] => {
    const valuesWhen = (happened: boolean) => new Set(known.filter((round) => round.happened === happened).map(({ tells }) => tells.get(path) ?? ''));
    return [path, valuesWhen(true), valuesWhen(false)];
  });
  // A value of its own for each round is no rule.
  return new Map(
    learned.flatMap(([path, yes, no]) => (![...yes].some((value) => no.has(value)) && yes.size + no.size <= known.length / 3 ? [[path, yes]] : [])),
  );
}

/** By most of the learned tells; without any, a coin. */
export function guessHappened(learned: ReadonlyMap<string, ReadonlySet<string>>, tells: Round['tells'], random: Rng): boolean {
  const yes = [...learned].filter(([path, values]) => values.has(tells.get(path) ?? '')).length;
  return learned.size === 0 ? random.next() < 0.5 : yes > learned.size / 2;
}

/** +1 for Buy: more Buys, a higher score. Without a trace a coin. */
export function guessDirection(changes: readonly Change[], stock: string, random: Rng): 1 | -1 {
  const lean = changes
    .filter(({ question }) => question.about === stock)
    .reduce((sum, { path, from, to }) => {
      const change = Math.sign(Number(to) - Number(from)) || 0;
      if (/\/buy$/.test(path)) return sum + 10 * change;
      if (/\/sell$/.test(path)) return sum - 10 * change;
      return /\/(score|value)$/.test(path) ? sum + change : sum;
    }, 0);
  return lean > 0 ? 1 : lean < 0 ? -1 : random.next() < 0.5 ? 1 : -1;
}
