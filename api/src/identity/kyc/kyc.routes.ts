import { decideKyc, kycQueue } from '@vimarsh/shared/contract/profile/routes.ts';
import type { KycType } from '@vimarsh/shared/contract/profile/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { REASON_LENGTH, REASON_WANTED } from '@vimarsh/shared/domain/people/review.ts';
import { PROFILE_UPDATE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { callerOf } from '../../platform/access/access.ts';
import { doneBy } from '../../platform/access/audit.ts';
import type { Sealing } from '../../platform/access/sealing.ts';
import { answerAs } from '../../platform/http/security-headers.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import { type IdentityDb, lockAccount } from '../accounts/account.store.ts';
import type { Callers } from '../accounts/callers.ts';
import { type Clock, MINUTE } from '../clock.ts';
import type { Notify } from '../consents/notify.ts';
import type { EmitIdentityEvent } from '../events.ts';
import { readEntries } from '../experts/author-entries.ts';
import { mac, sameText } from '../secrets.ts';
import { readDevice } from '../sessions/device-cookie.ts';
import { otherClaims, refuseIfProven } from './claims.ts';
import { numberOf, settleRegistration, showStatus, validToOf, versionsOf } from './kyc.store.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  callers: Callers;
  sealing: Sealing;
  notify: Notify;
  linkKey: Buffer;
  emit: EmitIdentityEvent;
}

/** How long a link to a document opens it. */
const LINK_MS = 5 * MINUTE;
const MOST_LISTED = 100;

/** Pictures of people, and the review of documents: two admins decide the same, or nothing is decided. */
export function kycRoutes({ platform, clock, callers, sealing, notify, linkKey, emit }: Parts): void {
  const db: IdentityDb = platform.db;
  const signature = (id: string, until: string, session: string) => mac(linkKey, `${id} ${until} ${session}`);
  const linkTo = (id: string, session: string): string => {
    const until = String(clock().getTime() + LINK_MS);
    return `/media/kyc/${id}?until=${until}&session=${session}&signature=${signature(id, until, session)}`;
  };
  const versionOf = (facts: readonly string[]): string => mac(linkKey, JSON.stringify(facts));
  /** Who reviews in this session, in the browser it was opened in; null when it has ended or the link was carried elsewhere. */
  async function reviewerOf(session: string, cookies: string): Promise<string | null> {
    const device = readDevice(cookies, platform.config.production);
    if (!device) return null;
    const open = await db
      .selectFrom('sessions')
      .select('user_id')
      .where('id', '=', session)
      .where('device_hash', '=', device.hash)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', clock())
      .where('idle_until', '>', clock())
      .executeTakeFirst();
    return open?.user_id ?? null;
  }

  platform.on(kycQueue, async (_input, { caller }) => {
    const waiting = db
      .selectFrom('kyc_documents as document')
      .innerJoin('users', 'users.id', 'document.user_id')
      .where('users.status', '=', 'active')
      .where('document.status', '=', 'Pending')
      .where('replaced_at', 'is', null);
    const rows = await waiting
      .innerJoin('profiles', 'profiles.user_id', 'document.user_id')
      .leftJoin('expert_registrations as registration', 'registration.user_id', 'document.user_id')
      .select(['document.id', 'document.user_id', 'full_name', 'profession', 'type', 'reg_no', 'valid_to', 'nism_expiry', 'submitted_at'])
      .select(['pan_card_number', 'aadhar_card_number', 'first_reviewer', 'first_decision', 'first_reason', 'first_at'])
      .orderBy('submitted_at')
      .limit(MOST_LISTED)
      .execute();
    const claims = await otherClaims(db, rows);
    const versions =
      rows.length > 0
        ? await versionsOf(
            db,
            rows.map(({ id }) => id),
          )
        : new Map<string, readonly string[]>();
    const { count } = await waiting.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return {
      waiting: Number(count),
      documents: rows.map(
        (
          {
            id,
            user_id,
            full_name,
            profession,
            type,
            reg_no,
            valid_to,
            nism_expiry,
            submitted_at,
            first_reviewer,
            first_decision,
            first_reason,
            first_at,
            ...numbers
          },
          at,
        ) => ({
          id,
          user_id,
          full_name,
          profession,
          type,
          reg_no: reg_no ?? '',
          valid_to: validToOf(type, { valid_to, nism_expiry }),
          submitted_at: submitted_at.toISOString(),
          number_masked: numberOf(type, numbers),
          link: linkTo(id, caller!.session_id),
          version: versionOf(versions.get(id) ?? []),
          same_number: claims[at]!,
          first:
            (first_reviewer && {
              by: first_reviewer,
              decision: first_decision!,
              reason: first_reason,
              at: first_at!.toISOString(),
              mine: first_reviewer === caller!.user_id,
            }) ||
            null,
        }),
      ),
    };
  });

  platform.on(decideKyc, async ({ body: { document_id, version, decision, reason } }, ctx) => {
    const reviewer = ctx.caller!.user_id;
    if (decision === 'reject' && reason.length < REASON_LENGTH)
      throw new Fail('BAD_REQUEST', { validation: REASON_WANTED, problems: [{ path: 'reason', message: REASON_WANTED }] });
    let owner = '';
    const outcome = await platform.transaction(async (tx: IdentityDb) => {
      const now = clock();
      const shown = await tx.selectFrom('kyc_documents').select('user_id').where('id', '=', document_id).executeTakeFirst();
      if (!shown) throw new Fail('NOT_FOUND');
      await lockAccount(tx, shown.user_id);
      const document = await tx
        .selectFrom('kyc_documents')
        .selectAll()
        .where('id', '=', document_id)
        .where('replaced_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      // While this account is locked, nothing that the document is to prove can change.
      const present = (await versionsOf(tx, [document_id])).get(document_id) ?? [];
      if (document?.status !== 'Pending' || !sameText(version, versionOf(present))) throw new Fail('DOCUMENT_CHANGED');
      if (document.user_id === reviewer) throw new Fail('OWN_DOCUMENT');
      if (decision === 'verify') await refuseIfProven(tx, document);
      owner = document.user_id;
      const said = async (result: 'waiting' | 'done' | 'disagreed') => {
        await platform.audit.write(tx, {
          ...doneBy(ctx),
          action: `kyc.${decision}`,
          object: document_id,
          after: { result },
        });
        return result;
      };
      const set = (values: object) => tx.updateTable('kyc_documents').set(values).where('id', '=', document_id).execute();
      if (document.first_reviewer === null || document.first_reviewer === reviewer) {
        await set({ first_reviewer: reviewer, first_decision: decision, first_reason: reason, first_at: now });
        return said('waiting');
      }
      if (document.first_decision !== decision) {
        await set({ first_reviewer: null, first_decision: null, first_reason: '', first_at: null });
        return said('disagreed');
      }
      const status = decision === 'verify' ? ('Verified' as const) : ('Rejected' as const);
      await set({ status, reason: decision === 'reject' ? document.first_reason : '', second_reviewer: reviewer, decided_at: now });
      const before = (await readEntries(tx, [owner])).get(owner) ?? null;
      await showStatus(tx, owner, document.type, status);
      await settleRegistration(tx, owner);
      const after = (await readEntries(tx, [owner])).get(owner);
      if (after) await emit(tx, 'registration.changed', { user_id: owner, before, after });
      if (document.type === 'pan_card') await emit(tx, 'pan.changed', { user_id: owner });
      await tellOwner(tx, owner, document.type, status, decision === 'reject' ? document.first_reason : '');
      await emit(tx, 'document.reviewed', { user_id: owner, document: document.type, status });
      return said('done');
    });
    callers.forget(owner);
    return { outcome };
  });

  async function tellOwner(tx: IdentityDb, user_id: string, type: KycType, status: string, reason: string): Promise<void> {
    const what = type.replaceAll('_', ' ');
    const text = reason ? `Your ${what} was not accepted: ${reason} Upload it again on your profile.` : `Your ${what} is verified.`;
    await notify(tx, 'documents', [user_id], { subject: `Your ${what}: ${status}`, text: () => text, path: PROFILE_UPDATE });
  }

  platform.app.get<{ Params: { file: string } }>('/media/people/:file', async ({ params }, reply) => {
    const id = /^([0-9A-HJKMNP-TV-Z]{26})\.jpg$/.exec(params.file)?.[1];
    const picture = id && (await db.selectFrom('people_pictures').select('bytes').where('id', '=', id).executeTakeFirst());
    if (!picture) return reply.callNotFound();
    return answerAs(reply, 'picture').header('cache-control', 'public, max-age=31536000, immutable').type('image/jpeg').send(picture.bytes);
  });

  platform.app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>('/media/kyc/:id', async ({ params: { id }, query, headers }, reply) => {
    const { until, session, signature: given } = query;
    const whole =
      typeof until === 'string' && typeof session === 'string' && typeof given === 'string' && /^\d{1,15}$/.test(until) && /^[\w-]{1,64}$/.test(session);
    if (!whole || !sameText(given, signature(id, until, session)) || Number(until) < clock().getTime()) return reply.callNotFound();
    const by = await reviewerOf(session, headers.cookie ?? '');
    if (!by) return reply.callNotFound();
    const document = await db.selectFrom('kyc_documents').select(['media_type', 'sealed', 'user_id']).where('id', '=', id).executeTakeFirst();
    // Who lost the right since the link was made has lost the link with it.
    const opener = await callers.of(by);
    if (!document || !opener || !may(callerOf({ caller: opener, partner: null }), 'admin.review-documents')) return reply.callNotFound();
    await platform.transaction((tx) => platform.audit.write(tx, { actor: by, action: 'kyc.read', object: id, result: 'done', session_id: session }));
    return answerAs(reply, 'document')
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': `${document.media_type === 'image/jpeg' ? 'inline' : 'attachment'}; filename="${id}.${document.media_type === 'image/jpeg' ? 'jpg' : 'pdf'}"`,
      })
      .type(document.media_type)
      .send(sealing.open(document.sealed, id));
  });
}
