import * as z from 'zod/mini';
import type { Data, Request } from '../contract/route.ts';
import { route } from '../contract/route.ts';
import type { Session } from './session.types.ts';

/** What the typed client lets through and what not. Compiled by `npm run check`, never run: a line that turns wrong fails the types. */
declare const session: Session;

const read = route({
  method: 'GET',
  path: '/things/:id',
  summary: '',
  access: 'open',
  params: z.object({ id: z.string() }),
  data: z.object({ name: z.string(), price: z.nullable(z.number()) }),
});
const write = route({
  method: 'POST',
  path: '/things',
  summary: '',
  access: 'session',
  // Sent as a text, received as a number: a client gives what is sent.
  body: z.object({ count: z.pipe(z.string(), z.transform(Number)), note: z.optional(z.string()) }),
  data: z.array(z.string()),
});

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;

holds<Equal<Data<typeof read>, { name: string; price: number | null }>>();
holds<Equal<Data<typeof write>, string[]>>();
holds<Equal<NonNullable<Request<typeof write>['body']>['count'], string>>();

export async function compiled(): Promise<void> {
  const answer = await session.request(read, { params: { id: '7' } });
  // A failure carries no data.
  answer.data?.price?.toFixed(2);
  await session.request(write, { body: { count: '3' } });

  // @ts-expect-error The id is missing.
  await session.request(read, { params: {} });
  // @ts-expect-error An id is a text.
  await session.request(read, { params: { id: 7 } });
  // @ts-expect-error The route has no body.
  await session.request(read, { params: { id: '7' }, body: {} });
  // @ts-expect-error The route has no query.
  await session.request(write, { body: { count: '3' }, query: { page: 1 } });
  // @ts-expect-error A client gives what is sent, not what is received.
  await session.request(write, { body: { count: 3 } });
  // @ts-expect-error The contract has no such field.
  answer.data?.nmae;
  // @ts-expect-error A method that no route has.
  route({ method: 'DELETE', path: '/things', summary: '', access: 'open', data: z.string() });
  // @ts-expect-error An access that nobody grants.
  route({ method: 'GET', path: '/things', summary: '', access: 'anybody', data: z.string() });
}
