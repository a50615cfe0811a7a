import { connect, type Envelope, type Session } from '@vimarsh/shared/session';
import type { Data, Request, Route } from '../../contract/route.ts';

/** More than a slow phone takes from the code of a page to its first effect; then an answer is too old to begin with, ms. */
const KEPT_MS = 5_000;

interface Asked {
  readonly answer: Promise<Envelope<unknown>>;
  came?: Envelope<unknown>;
}
const asked = new Map<string, Asked>();

const keyOf = (session: Session, { method, path }: Route, input: unknown): string => JSON.stringify([session.snapshot().user?.id, method, path, input]);

/** Asks for what a page will show first, while React still starts: on a slow phone the answer is there when it can be drawn. Ends when it has come. */
export async function askEarly<R extends Route>(route: R, input: Request<R>): Promise<void> {
  const session = connect({ wants: 2 });
  const key = keyOf(session, route, input);
  const early: Asked = { answer: session.request(route, input, { quiet: true }) };
  asked.set(key, early);
  setTimeout(() => asked.delete(key), KEPT_MS);
  early.came = await early.answer;
}

/** The answer that was asked for early with the same input for the same person: once, because the next one should be newer. */
export function earlyAnswer<R extends Route>(session: Session, route: R, input: Request<R>): Promise<Envelope<Data<R>>> | undefined {
  const key = keyOf(session, route, input);
  const early = asked.get(key);
  asked.delete(key);
  return early?.answer as Promise<Envelope<Data<R>>> | undefined;
}

/** The same where it has come. Taken by nobody: React may draw a page more than once before it stands. */
export function answeredEarly<R extends Route>(session: Session, route: R, input: Request<R>): Envelope<Data<R>> | undefined {
  return asked.get(keyOf(session, route, input))?.came as Envelope<Data<R>> | undefined;
}
