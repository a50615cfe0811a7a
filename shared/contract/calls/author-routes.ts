import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, lines } from '../text.ts';

interface Published<Path extends string, Data extends z.ZodMiniType> {
  readonly path: Path;
  readonly summary: string;
  readonly data: Data;
}

/** What the author of a call of any kind adds to it. `cid`: made once per intent by the client; sending it again answers the first call. */
const added = <const Path extends string, Data extends z.ZodMiniType, Words extends z.core.$ZodLooseShape>(published: Published<Path, Data>, words: Words) =>
  route({ method: 'POST', access: 'expert', params: z.object({ id }), body: z.object({ ...words, cid: id }), ...published });

/** The call is closed at the next price. */
export const exitRoute = <const Path extends string, Data extends z.ZodMiniType>(published: Published<Path, Data>) =>
  added(published, { reason: lines(500, 20) });

export const noteRoute = <const Path extends string, Data extends z.ZodMiniType>(published: Published<Path, Data>) =>
  added(published, { note: lines(1000, 10) });

/** What was learnt from a call that has ended, said once. */
export const postMortemRoute = <const Path extends string, Data extends z.ZodMiniType>(published: Published<Path, Data>) =>
  added(published, { text: lines(2000, 40) });
