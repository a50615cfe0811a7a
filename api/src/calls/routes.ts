import { type CallCard, readCallCards } from '@vimarsh/shared/contract/calls/cards.ts';
import { listExperts, owedPostMortems, readPostMortems, readProof } from '@vimarsh/shared/contract/calls/routes.ts';
import { readAuthorRecord } from '@vimarsh/shared/contract/experts/author-record.ts';
import { follow } from '@vimarsh/shared/contract/identity/routes.ts';
import { readReceipts } from '@vimarsh/shared/contract/receipt/routes.ts';
import { isPublicExpert } from '../identity/index.ts';
import type { EventRow, Ledger } from '../ledger/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import type { AuthorRecords } from './authors/author-records.ts';
import type { CallReader } from './kind.ts';
import type { ExpertDirectory } from './reading/expert-directory.ts';
import type { Experts } from './reading/experts.ts';
import { setFollow } from './reading/follows.store.ts';
import type { PostMortemDesk } from './reading/post-mortems.ts';

export interface RouteDependencies {
  readonly ledger: Ledger;
  readonly authors: AuthorRecords;
  /** All events of a call that the caller may read. Throws NOT_FOUND, NOT_ENTITLED or KYC_GATE. */
  readonly readable: (id: string, asker: CallReader) => Promise<EventRow[]>;
  /** Calls of any kind as cards, each by the caller's rights. */
  readonly cards: (ids: readonly string[], asker: CallReader) => Promise<CallCard[]>;
  readonly directory: ExpertDirectory;
  readonly experts: Experts;
  readonly postMortems: PostMortemDesk;
}

/** Routes for calls of every kind: proofs, experts, follows and post-mortems. */
export function serveCalls(platform: Platform, { ledger, authors, readable, cards, directory, experts, postMortems }: RouteDependencies): void {
  platform.on(readProof, async ({ params }, ctx) => ledger.prove(await readable(params.id, ctx), ctx.caller?.user_id ?? null));
  platform.on(readReceipts, async ({ params }, ctx) => ledger.receipts(await readable(params.id, ctx)));
  platform.on(readCallCards, async ({ query }, ctx) => ({ cards: await cards(query.ids, ctx) }));
  platform.on(readAuthorRecord, async ({ params }, { caller }) => {
    const proof = await authors.proof(params.user_id, caller?.user_id ?? null);
    if (!proof) throw new Fail('NOT_FOUND');
    return proof;
  });
  platform.on(listExperts, ({ query }, { caller }) => experts.list(query.limit, caller?.user_id ?? null));
  platform.on(readPostMortems, async ({ query }, ctx) => {
    const expert = (await directory.all()).get(query.user_id);
    if (!expert || !(isPublicExpert(expert) || ctx.caller?.user_id === expert.user_id)) throw new Fail('NOT_FOUND');
    return postMortems.counts(query.user_id, ctx);
  });
  platform.on(owedPostMortems, (_, ctx) => postMortems.owed(ctx));
  platform.on(follow, async ({ body }, { caller }) => {
    if (body.on && body.user_id === caller!.user_id) throw new Fail('BAD_REQUEST', { validation: 'You can’t follow yourself.' });
    const expert = (await directory.all()).get(body.user_id);
    // Whoever was followed once can be left, whatever became of them.
    if (!expert || (body.on && !isPublicExpert(expert))) throw new Fail('NOT_FOUND');
    await setFollow(platform.db, caller!.user_id, body.user_id, body.on, new Date());
    return { following: body.on };
  });
}
