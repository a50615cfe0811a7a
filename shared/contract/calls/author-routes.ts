import * as z from 'zod/mini';
import { countLetters, leastLetters } from '../letters.ts';
import { route } from '../route.ts';
import { id, lines } from '../text.ts';

interface Published<Path extends string, Data extends z.ZodMiniType> {
  readonly path: Path;
  readonly summary: string;
  readonly data: Data;
}

/** Text of several lines in words: dots fill no answer. */
const words = (max: number, min: number) =>
  lines(max, min).check(z.refine((value) => countLetters(value) >= leastLetters(min), `Write it in words: at least ${leastLetters(min)} letters and digits`));

/** What the author of a call of any kind adds to it. `cid`: made once per intent by the client; sending it again answers the first call. */
const added = <const Path extends string, Data extends z.ZodMiniType, Words extends z.core.$ZodLooseShape>(published: Published<Path, Data>, fields: Words) =>
  route({ method: 'POST', access: 'expert', params: z.object({ id }), body: z.object({ ...fields, cid: id }), ...published });

/** The call is closed at the next price. */
export const exitRoute = <const Path extends string, Data extends z.ZodMiniType>(published: Published<Path, Data>) =>
  added(published, { reason: words(500, 20) });

export const noteRoute = <const Path extends string, Data extends z.ZodMiniType>(published: Published<Path, Data>) =>
  added(published, { note: words(1000, 10) });

/** What was learnt from a call that has ended, said once. */
export const postMortemRoute = <const Path extends string, Data extends z.ZodMiniType>(published: Published<Path, Data>) =>
  added(published, { text: words(2000, 40) });
