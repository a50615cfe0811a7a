import { createHash } from 'node:crypto';
import {
  askCommunicationExport,
  decideCommunicationExport,
  downloadCommunicationExport,
  downloadOwnCommunications,
  downloadRoomRecord,
  holdCommunications,
  liftCommunicationHold,
  listCommunicationExports,
} from '@vimarsh/shared/contract/communications/routes.ts';
import type { AskedExport } from '@vimarsh/shared/contract/communications/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { answerOf, signedFiles, streamed, streamedZip, zipOf } from '../evidence/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { doneBy } from '../platform/access/audit.ts';
import { type Ctx, Fail, type Platform, type RawAnswer, refuseField } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import { chainsOf, type ExportWish, refuseTooLarge } from './chains.store.ts';
import { checkChains } from './checking.ts';
import { communicationFiles, type ExportParts } from './export-files.ts';
import { signHeads } from './heads.ts';
import { forgetAtDesk, keptWords, retainCommunications } from './retention.ts';
import { communicationTables, type ExportRow, type HoldRow } from './tables.ts';

export interface CommunicationsDependencies {
  readonly identity: Pick<Identity, 'contactsOf' | 'keeps' | 'known'>;
  readonly ledger: ExportParts['ledger'] & Pick<Ledger, 'signManifest'>;
  readonly clock?: () => Date;
  readonly sources?: ExportParts['sources'];
}

export interface Communications {
  /** Signs the heads of chains that have grown; done every night. */
  signHeads(): Promise<number>;
  /** Takes the texts that the law asks for no more; done every month. */
  retain(): Promise<void>;
  /** Compares every chain with its rows and its signed heads. */
  check(keys: readonly string[]): ReturnType<typeof checkChains>;
}

/** Each reads all that was said. */
const DAILY = { max: 5, perSeconds: 86_400 };
/** An approval is for now, and not for ever. */
const APPROVED_MS = 7 * 86_400_000;
const LISTED = 100;

const shownExport = ({ from_at, until_at, asked_at, decided_at, begun_at, ended_at, made, file, bytes, sha256, ...row }: ExportRow): AskedExport => ({
  ...row,
  from: from_at?.toISOString() ?? null,
  until: until_at?.toISOString() ?? null,
  asked_at: asked_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
  made: begun_at && {
    state: made || 'running',
    begun_at: begun_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    file,
    bytes: Number(bytes),
    sha256,
  },
});
const shownHold = ({ set_at, lifted_at, ...row }: HoldRow) => ({ ...row, set_at: set_at.toISOString(), lifted_at: lifted_at?.toISOString() ?? null });
const wishOf = ({ scope, target, from_at, until_at }: ExportRow): ExportWish => ({ scope, target, from: from_at, until: until_at, viewer: null });

/** The record of everything that was said: its export, its retention, and holds on it. */
export function createCommunications(platform: Platform, { identity, ledger, clock = () => new Date(), sources }: CommunicationsDependencies): Communications {
  const db = communicationTables(platform.db);
  const site = platform.config.PUBLIC_HOST;
  const parts: ExportParts = { db, identity, ledger, site, ...(sources && { sources }) };

  async function answer(ctx: Ctx, as: 'zip' | undefined, name: string, wish: ExportWish, object: string, transcript = false): Promise<RawAnswer> {
    await refuseTooLarge(db, await chainsOf(db, wish));
    const at = clock();
    const audited = (action: string) => platform.transaction((tx) => platform.audit.write(tx, { ...doneBy(ctx), action: `communications.${action}`, object }));
    await audited('request');
    const user_id = wish.viewer ?? (wish.scope === 'person' ? wish.target : '');
    const files = signedFiles({ made_at: at.toISOString(), site, user_id }, communicationFiles(parts, wish, { made_at: at, transcript }), (text) =>
      ledger.signManifest(text),
    );
    const file = `${name}-${istDay(at)}.zip`;
    const record = async (change: Partial<ExportRow>): Promise<void> => {
      if (wish.viewer === null) await db.updateTable('communication_exports').set(change).where('id', '=', object).execute();
    };
    async function* told(): AsyncGenerator<Buffer> {
      await record({ begun_at: at, ended_at: null, made: '', file, bytes: 0, sha256: '' });
      const hash = createHash('sha256');
      let bytes = 0;
      let isWhole = false;
      try {
        for await (const part of zipOf(files, at)) {
          hash.update(part);
          bytes += part.length;
          yield part;
        }
        isWhole = true;
      } finally {
        // A reader who goes away ends the loop, too.
        if (!isWhole) await record({ ended_at: clock(), made: 'failed' });
      }
      await audited('deliver');
      await record({ ended_at: clock(), made: 'done', bytes, sha256: hash.digest('hex') });
      if (wish.viewer === null)
        await db
          .updateTable('communication_exports')
          .set((eb) => ({ delivered: eb('delivered', '+', 1) }))
          .where('id', '=', object)
          .execute();
    }
    const onError = (err: unknown): void => platform.log.error({ err, request_id: ctx.requestId }, 'an export of communications could not be finished');
    return as === 'zip' ? streamedZip(file, told(), onError) : streamed(answerOf(file, told()), onError);
  }

  platform.on(listCommunicationExports, async (_input, ctx) => {
    mayExport(ctx);
    const exports = await db.selectFrom('communication_exports').selectAll().orderBy('asked_at', 'desc').orderBy('id', 'desc').limit(LISTED).execute();
    const holds = await db.selectFrom('communication_holds').selectAll().orderBy('set_at', 'desc').orderBy('id', 'desc').limit(LISTED).execute();
    const ids = [
      ...exports.flatMap(({ scope, target, asked_by, decided_by }) => [scope === 'person' ? target : '', asked_by, decided_by ?? '']),
      ...holds.flatMap(({ kind, target, set_by, lifted_by }) => [kind === 'person' ? target : '', set_by, lifted_by ?? '']),
    ].filter(Boolean);
    const people = [...(await identity.contactsOf([...new Set(ids)]))].map(([user_id, { name }]) => ({ user_id, name }));
    return { exports: exports.map(shownExport), holds: holds.map(shownHold), people };
  });

  async function refuseUnknown(kind: 'person' | 'room', target: string): Promise<void> {
    const isThere =
      kind === 'person'
        ? (await identity.known([target])).has(target) ||
          (await db.selectFrom('communication_entries').select('n').where('person', '=', target).limit(1).executeTakeFirst()) !== undefined
        : (await db.selectFrom('communication_chains').select('chain').where('chain', '=', `room/${target}`).executeTakeFirst()) !== undefined;
    if (!isThere) throw new Fail('NOT_FOUND');
  }

  platform.on(askCommunicationExport, async ({ body: { scope, target, from = null, until = null, reason } }, ctx) => {
    mayExport(ctx);
    const [from_at, until_at] = [from === null ? null : new Date(from), until === null ? null : new Date(until)];
    if (scope === 'period' && (!from_at || !until_at)) refuseField('from', 'Say from when and until when');
    if (scope === 'period' && target !== '') refuseField('target', 'A period is of everybody');
    if (from_at && until_at && from_at >= until_at) refuseField('until', 'Choose a time after the first one');
    if (scope !== 'period') await refuseUnknown(scope, target);
    const row: ExportRow = {
      ...{ id: ulid(), scope, target, from_at, until_at, reason, asked_by: ctx.caller!.user_id, asked_at: clock() },
      ...{ state: 'asked', decided_by: null, decided_at: null, delivered: 0 },
      ...{ begun_at: null, ended_at: null, made: '', file: '', bytes: 0, sha256: '' },
    };
    await refuseTooLarge(db, await chainsOf(db, wishOf(row)));
    await platform.transaction(async (tx) => {
      await communicationTables(tx).insertInto('communication_exports').values(row).execute();
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'communications.ask', object: row.id, after: row });
    });
    return shownExport(row);
  });

  platform.on(decideCommunicationExport, async ({ body: { id, approve } }, ctx) => {
    mayExport(ctx);
    const decided_by = ctx.caller!.user_id;
    const seen = await db.selectFrom('communication_exports').selectAll().where('id', '=', id).executeTakeFirst();
    if (!seen) throw new Fail('NOT_FOUND');
    if (seen.asked_by === decided_by) throw new Fail('FORBIDDEN', { validation: 'Another admin has to decide on what you asked for.' });
    return platform.transaction(async (tx) => {
      const row = await communicationTables(tx)
        .updateTable('communication_exports')
        .set({ state: approve ? 'approved' : 'refused', decided_by, decided_at: clock() })
        .where('id', '=', id)
        .where('state', '=', 'asked')
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Fail('BAD_REQUEST', { validation: 'It was decided already.' });
      await platform.audit.write(tx, { ...doneBy(ctx), action: approve ? 'communications.approve' : 'communications.refuse', object: id, after: row });
      return shownExport(row);
    });
  });

  platform.on(
    downloadCommunicationExport,
    async ({ params: { id }, query }, ctx) => {
      mayExport(ctx);
      const row = await db.selectFrom('communication_exports').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw new Fail('NOT_FOUND');
      if (row.asked_by !== ctx.caller!.user_id) throw new Fail('FORBIDDEN', { validation: 'It is given to the admin who asked for it.' });
      if (row.state !== 'approved' || clock().getTime() - row.decided_at!.getTime() > APPROVED_MS)
        throw new Fail('FORBIDDEN', { validation: 'Another admin has to approve it first. An approval holds for a week.' });
      return answer(ctx, query.as, `communications-${row.scope}`, wishOf(row), id);
    },
    { limit: DAILY },
  );

  platform.on(
    downloadOwnCommunications,
    async ({ query }, ctx) => {
      const { user_id } = ctx.caller!;
      const wish: ExportWish = { scope: 'person', target: user_id, from: null, until: null, viewer: user_id };
      return answer(ctx, query.as, 'my-communications', wish, user_id);
    },
    { limit: DAILY },
  );

  platform.on(
    downloadRoomRecord,
    async ({ params: { room }, query }, ctx) => {
      const { user_id } = ctx.caller!;
      const own = await db
        .selectFrom('chat_rooms')
        .select('id')
        .where('id', '=', room)
        .where((eb) => eb.or([eb('investor_id', '=', user_id), eb('expert_id', '=', user_id)]))
        .executeTakeFirst();
      if (!own) throw new Fail('NOT_FOUND');
      return answer(ctx, query.as, 'chat', { scope: 'room', target: room, from: null, until: null, viewer: user_id }, room, true);
    },
    { limit: DAILY },
  );

  platform.on(holdCommunications, async ({ body: { kind, target, reason } }, ctx) => {
    mayExport(ctx);
    await refuseUnknown(kind, target);
    const row: HoldRow = {
      ...{ id: ulid(), kind, target, reason, set_by: ctx.caller!.user_id, set_at: clock() },
      ...{ lifted_by: null, lifted_at: null, lift_reason: '' },
    };
    await platform.transaction(async (tx) => {
      await communicationTables(tx).insertInto('communication_holds').values(row).execute();
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'communications.hold', object: target, after: row });
    });
    return shownHold(row);
  });

  platform.on(liftCommunicationHold, async ({ body: { id, reason } }, ctx) => {
    mayExport(ctx);
    const lifted_by = ctx.caller!.user_id;
    const seen = await db.selectFrom('communication_holds').selectAll().where('id', '=', id).executeTakeFirst();
    if (!seen) throw new Fail('NOT_FOUND');
    if (seen.set_by === lifted_by) throw new Fail('FORBIDDEN', { validation: 'Another admin has to lift what you hold.' });
    return platform.transaction(async (tx) => {
      const row = await communicationTables(tx)
        .updateTable('communication_holds')
        .set({ lifted_by, lifted_at: clock(), lift_reason: reason })
        .where('id', '=', id)
        .where('lifted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Fail('BAD_REQUEST', { validation: 'It was lifted already.' });
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'communications.lift', object: row.target, after: row });
      return shownHold(row);
    });
  });

  identity.keeps({ name: 'communications', of: (user_id) => keptWords(platform.db, user_id), erase: forgetAtDesk });
  const self: Communications = {
    signHeads: () => signHeads({ platform, ledger, site, clock }),
    retain: () => platform.transaction((tx) => retainCommunications(tx, clock())),
    check: (keys) => checkChains(db, keys),
  };
  platform.jobs.schedule('communications.heads', '15 1 * * *', async () => void (await self.signHeads()));
  // Behind the jobs that take the rows.
  platform.jobs.schedule('communications.retain', '20 5 1 * *', self.retain);
  return self;
}

function mayExport(ctx: Ctx): void {
  if (!may(callerOf(ctx), 'communications.export')) throw new Fail('FORBIDDEN');
}
