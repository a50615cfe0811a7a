import { answerTicket, deskTickets, listTickets } from '@vimarsh/shared/contract/support/routes.ts';
import { BUZZ_TEXT_WAYS, type BuzzText } from '../buzz/text-ways.testing.ts';
import { AWAY_WAYS, TEXT_WAYS } from '../chat/text-ways.testing.ts';
import type { TextSource } from './sources.ts';

type SourceName = TextSource['name'];
/** The source of an export that has a text of Expert Buzz. */
const OF_BUZZ: Readonly<Record<BuzzText, SourceName>> = { post: 'posts', comment: 'posts', note: 'cases', appeal: 'cases' };
const COPY = 'GET /auth/v1/export';

/**
 * Every way on which a text of a person leaves the server, joined from the registers of the features, with the sources of an export that have the
 * same text. A way that stands here with a source that there is not, or that answers a text that no export has, makes a test fail.
 */
export const ALL_TEXT_WAYS: readonly { readonly way: string; readonly sources: readonly SourceName[] }[] = [
  ...TEXT_WAYS.map(({ way }) => ({ way, sources: way === COPY ? (['room', 'blocked'] as const) : (['room'] as const) })),
  ...AWAY_WAYS.map(({ way }) => ({ way, sources: ['away'] as const })),
  ...BUZZ_TEXT_WAYS.map(({ way, texts }) => ({
    way,
    sources: [...new Set(texts.map((text) => OF_BUZZ[text])), ...(way === COPY ? (['blocked'] as const) : [])],
  })),
  ...[listTickets, deskTickets, answerTicket].map(({ method, path }) => ({ way: `${method} ${path}`, sources: ['desk'] as const })),
  { way: COPY, sources: ['desk'] },
];
