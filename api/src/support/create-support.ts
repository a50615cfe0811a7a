import { randomInt } from 'node:crypto';
import { answerTicket, deskTickets, listTickets, openTicket, readComplaints } from '@vimarsh/shared/contract/support/routes.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import type { Identity } from '../identity/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { doneBy } from '../platform/access/audit.ts';
import { mailboxOf } from '../platform/limits/mailbox.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { COUNTED_MS, complaintTable } from './complaint-table.ts';
import {
  complaintsSince,
  forgetTickets,
  keepTicket,
  openComplaints,
  storeAnswer,
  ticketBy,
  ticketsBy,
  ticketsKept,
  ticketsOf,
  tidyTickets,
  waitingTickets,
} from './ticket.store.ts';

interface Deps {
  readonly identity: Pick<Identity, 'keeps' | 'mailOf'>;
  readonly clock?: () => Date;
}

/** Crockford's letters: none is taken for another when it is read out. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newNumber = (): string => `V-${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

/** From one network to one mailbox: who names an address takes nothing from who has it. */
const PER_ADDRESS = { max: 5, perSeconds: 86_400 };
/** A mailbox must not be filled with our confirmations, from however many networks; messages beyond are taken without one. */
const CONFIRMATIONS = { max: 5, perSeconds: 86_400 };
const OWN_MOST = 50;
const DESK_MOST = 100;
/** Complaints of one member that wait: who writes more of them hides those of others. */
const OPEN_COMPLAINTS = 3;
const YEARS_KEPT = 5;

/** Messages to us, their answers, and the table of complaints that is counted from them. */
export function createSupport(platform: Platform, { identity, clock = () => new Date() }: Deps): void {
  const db = ticketsOf(platform.db);
  identity.keeps({
    name: 'tickets',
    of: (user_id) => ticketsKept(db, user_id),
    erase: forgetTickets,
  });

  async function isWithin(key: string): Promise<boolean> {
    try {
      await platform.limits.take(key, CONFIRMATIONS);
      return true;
    } catch (error) {
      if (error instanceof Fail && error.code === 'RATE') return false;
      throw error;
    }
  }

  platform.on(
    openTicket,
    async ({ body: { key = '', ...body } }, ctx) => {
      const { caller, partner, ip } = ctx;
      const user_id = caller?.user_id ?? '';
      const answered = async () => {
        const first = await ticketBy(db, user_id, key);
        if (first && (first.message !== body.message || first.email !== body.email || first.kind !== body.kind))
          refuseField('key', 'Another message was sent with this key.');
        return first && { number: first.number, by_mail: platform.outbox.carries('mail'), confirmed: first.confirmed };
      };
      const before = await answered();
      if (before) return before;
      const mailbox = mailboxOf(body.email);
      // Members are counted as themselves, by the route.
      if (!caller) await platform.limits.takeFrom(ip, `ticket to ${mailbox}`, PER_ADDRESS);
      const own = caller !== null && mailboxOf(await identity.mailOf(caller.user_id)) === mailbox;
      const confirmed = platform.outbox.carries('mail') && (await isWithin(own ? `ticket mail of ${caller.user_id}` : `ticket mail to ${mailbox}`));
      const number = newNumber();
      const isFirst = await platform.transaction(async (tx) => {
        const partner_key = partner?.utm_source_str ?? '';
        const waiting = caller && body.kind === 'complaint' ? await openComplaints(tx, caller.user_id) : 0;
        // The same was sent twice at once, and the other came first.
        if (await ticketBy(tx, user_id, key)) return false;
        if (waiting >= OPEN_COMPLAINTS)
          refuseField('kind', 'Three of your complaints wait for an answer. Write what is new as a question, with the number of the complaint.');
        const row = { ...body, key, number, user_id, by_member: caller !== null, confirmed, partner_key, opened_at: clock() };
        if (!(await keepTicket(tx, row))) return false;
        await platform.audit.write(tx, { actor: caller?.user_id ?? 'visitor', action: `ticket.${body.kind}`, object: number, result: 'done', partner_key, ip });
        // Nothing of what was written: whoever gets this by mistake learns nothing.
        if (confirmed)
          await platform.outbox.send(tx, {
            channel: 'mail',
            to: body.email,
            subject: `We have your message ${number}`,
            text: `Somebody wrote to ${partner?.utm_source ?? BRAND_TITLE} and gave this address for the answer. The message has the number ${number}. If it was not you, you need do nothing.`,
            notice: true,
          });
        return true;
      });
      if (!isFirst) return (await answered())!;
      return { number, by_mail: platform.outbox.carries('mail'), confirmed };
    },
    { limit: { max: 10, perSeconds: 3600 } },
  );

  platform.on(listTickets, (_input, { caller }) => ticketsBy(db, caller!.user_id, OWN_MOST));

  platform.on(deskTickets, ({ query }, ctx) => {
    mayAnswer(ctx);
    return waitingTickets(db, DESK_MOST, query.after);
  });

  platform.on(answerTicket, async ({ body: { number, answer } }, ctx) => {
    mayAnswer(ctx);
    await platform.transaction(async (tx) => {
      const sender = await storeAnswer(tx, { number, answer, answered_by: ctx.caller!.user_id, now: clock() });
      if (!sender) throw new Fail('BAD_REQUEST', { validation: 'There is no such message, or it was answered already.' });
      await platform.audit.write(tx, {
        ...doneBy(ctx),
        action: 'ticket.answer',
        object: number,
        after: answer,
      });
      if (sender.email)
        await platform.outbox.send(tx, {
          channel: 'mail',
          to: sender.email,
          subject: `Answer to your message ${number}`,
          text: `${answer}\n\nIf this does not help, write to us again and name ${number}. For a complaint you can also go to SCORES (scores.sebi.gov.in).`,
          notice: true,
        });
    });
    return { by_mail: platform.outbox.carries('mail') };
  });

  platform.on(readComplaints, async () => {
    const now = clock();
    return { as_of: now.toISOString(), months: complaintTable(await complaintsSince(db, new Date(now.getTime() - COUNTED_MS)), now) };
  });

  platform.jobs.schedule('support.tidy', '50 3 1 * *', () => {
    const oldest = new Date(clock());
    oldest.setUTCFullYear(oldest.getUTCFullYear() - YEARS_KEPT);
    return tidyTickets(db, oldest);
  });
}

function mayAnswer(ctx: Ctx): void {
  if (!may(callerOf(ctx), 'support.answer')) throw new Fail('FORBIDDEN');
}
