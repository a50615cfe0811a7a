import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, text } from '../text.ts';
import { optionCall } from './options/types.ts';
import { call } from './types.ts';

/** Calls of one question, at most. */
export const CARDS_AT_ONCE = 50;

/** Why a reader gets no card: their plan, their PAN, or nothing that they may know of. */
export const CARD_REFUSALS = ['', 'NOT_ENTITLED', 'KYC_GATE', 'NOT_FOUND'] as const;
export type CardRefusal = (typeof CARD_REFUSALS)[number];

/** A call that another text shows, as it stands now. `card` is null where this reader may not read it, and `refused` says why. */
export const callCard = z.object({
  id: z.string(),
  card: z.nullable(z.union([call, optionCall])),
  refused: z.enum(CARD_REFUSALS),
});
export type CallCard = z.output<typeof callCard>;

const callIds = z
  .pipe(
    text(CARDS_AT_ONCE * 65, 1),
    z.transform((value) => [...new Set(value.split(',').filter(Boolean))]),
  )
  .check(
    z.refine((list) => list.length <= CARDS_AT_ONCE, `At most ${CARDS_AT_ONCE} calls`),
    z.refine((list) => list.every((item) => id.safeParse(item).success), 'Not the id of a call'),
  );

export const readCallCards = route({
  method: 'GET',
  path: '/reco/v1/cards',
  summary: 'Calls of any kind that messages and posts show, each by the caller’s own rights, in the order of the question.',
  access: 'open',
  query: z.object({ ids: callIds }),
  data: z.object({ cards: z.array(callCard) }),
});
