import { connect, type Envelope, type Session } from '@vimarsh/shared/session';
import type { Data, Request, Route } from '../contract/route.ts';

/** More than a slow phone takes from the code of a page to its first effect; then an answer is too old to begin with, ms. */
const KEPT_MS = 10_000;
const asked = new Map<string, Promise<Envelope<unknown>>>();

const keyOf = (session: Session, { method, path }: Route, input: unknown): string => JSON.stringify([session.snapshot().user?.id, method, path, input]);

/** Asks for what a page will show first, while React still starts: on a slow phone the answer is there when it can be drawn. */
export function askEarly<R extends Route>(route: R, input: Request<R>): void {
  const session = connect({ wants: 2 });
  const key = keyOf(session, route, input);
  asked.set(key, session.request(route, input, { quiet: true }));
  setTimeout(() => asked.delete(key), KEPT_MS);
}

/** The answer that was asked for early with the same input for the same person: once, because the next one should be newer. */
export function earlyAnswer<R extends Route>(session: Session, route: R, input: Request<R>): Promise<Envelope<Data<R>>> | undefined {
  const key = keyOf(session, route, input);
  const answer = asked.get(key) as Promise<Envelope<Data<R>>> | undefined;
  asked.delete(key);
  return answer;
}
