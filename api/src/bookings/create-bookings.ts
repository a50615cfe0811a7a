import { deskDemos, readDemoSlots, readDemos, requestDemo } from '@vimarsh/shared/contract/booking/routes.ts';
import type { DemoRequest } from '@vimarsh/shared/contract/booking/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import {
  buildAppointment,
  closedDay,
  DEMO_SLOTS,
  type DemoTime,
  demoTimeName,
  isAhead,
  MOST_DEMOS,
  readAppointment,
} from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { addDays, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Identity } from '../identity/index.ts';
import type { AccountNews, TellPerson } from '../notices/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { doneBy } from '../platform/access/audit.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import {
  cancelDemo,
  comingDemos,
  type DemoDb,
  demoOf,
  demosBy,
  demosFrom,
  demosKept,
  demosOf,
  forgetDemos,
  isTaken,
  keepDemo,
  lockDemos,
  moveDemo,
  takenSlots,
  tidyDemos,
} from './booking.store.ts';

interface Deps {
  readonly identity: Pick<Identity, 'keeps' | 'mailOf' | 'contactsOf'>;
  readonly tellPerson: TellPerson;
  readonly clock?: () => Date;
}

/** New demos from one address, whoever asks: an office may share one, and nobody books out a day with accounts made for it. */
const PER_ADDRESS = { max: 20, perSeconds: 3600 };
const OWN_MOST = 50;
const DESK_MOST = 200;
const DAYS_KEPT = 365;

/** What became of a request: which demo, and what its booker is told of it; null for nothing new. */
interface Done {
  readonly id: string;
  readonly news: { readonly what: Extract<AccountNews['what'], `demo_${string}`>; readonly demo: DemoTime } | null;
}

/** Demos people book with us: one person a slot, three to come for each. */
export function createBookings(platform: Platform, { identity, tellPerson, clock = () => new Date() }: Deps): void {
  const db = demosOf(platform.db);
  identity.keeps({
    name: 'demo_bookings',
    of: (user_id) => demosKept(db, user_id),
    erase: forgetDemos,
  });

  platform.on(readDemos, (_input, { caller }) => demosBy(db, caller!.user_id, OWN_MOST));

  platform.on(
    readDemoSlots,
    async ({ body: { date } }) => {
      if (closedDay(date, clock()) !== '') throw new Fail('DEMO_CLOSED');
      const taken = await takenSlots(db, date);
      return DEMO_SLOTS.map((slot_time) => ({ slot_time, is_available: !taken.has(slot_time) }));
    },
    { limit: { max: 120, perSeconds: 600 } },
  );

  async function change(tx: DemoDb, user_id: string, { status, id, appointment }: DemoRequest): Promise<Done> {
    const now = clock();
    await lockDemos(tx, user_id);
    const held = id === null ? null : await demoOf(tx, user_id, id);
    if (status === 'cancel') {
      // Asked again after an answer that got lost, it is what was wanted.
      if (held?.status === 'cancel') return { id: held.id, news: null };
      if (!held || !isAhead(held, now)) throw new Fail('DEMO_GONE');
      await cancelDemo(tx, held.id, now);
      return { id: held.id, news: { what: 'demo_cancelled', demo: held } };
    }
    const time = readAppointment(appointment);
    if (closedDay(time.date, now) !== '' || !DEMO_SLOTS.includes(time.slot)) throw new Fail('DEMO_CLOSED');
    if (id !== null) {
      if (held?.status !== 'new' || !isAhead(held, now)) throw new Fail('DEMO_GONE');
      if (buildAppointment(held) === appointment) return { id, news: null };
      await moveDemo(tx, id, time, now);
      return { id, news: { what: 'demo_moved', demo: time } };
    }
    return book(tx, user_id, time, now);
  }

  async function book(tx: ReturnType<typeof demosOf>, user_id: string, time: DemoTime, now: Date): Promise<Done> {
    const coming = await comingDemos(tx, user_id, now);
    // As above: it is this person's already.
    const same = coming.find((one) => buildAppointment(one) === buildAppointment(time));
    if (same) return { id: same.id, news: null };
    if (coming.length >= MOST_DEMOS) throw new Fail('DEMO_MOST');
    const id = ulid();
    if (!(await keepDemo(tx, time, { id, user_id, now }))) throw new Fail('SLOT_TAKEN');
    return { id, news: { what: 'demo_booked', demo: time } };
  }

  platform.on(
    requestDemo,
    async ({ body }, ctx) => {
      const { user_id } = ctx.caller!;
      const to = await identity.mailOf(user_id);
      if (body.status === 'new') {
        const contact = (await identity.contactsOf([user_id])).get(user_id);
        if (!contact?.mobile && !contact?.email) throw new Fail('DEMO_CONTACT');
        if (body.id === null) await platform.limits.takeFrom(ctx.ip, 'demo', PER_ADDRESS);
      }
      try {
        return await platform.transaction(async (tx) => {
          const { id, news } = await change(tx, user_id, body);
          if (!news) return { id, by_mail: false };
          const { what, demo } = news;
          const { action, words } = DONE[what];
          await tellPerson(tx, user_id, { what, document: null, demo: { date: demo.date, slot: demo.slot } });
          await platform.audit.write(tx, { ...doneBy(ctx), action, object: id });
          const by_mail = to !== '' && platform.outbox.carries('mail');
          const subject = `${words}: ${demoTimeName(demo)}`;
          if (by_mail) await platform.outbox.send(tx, { channel: 'mail', to, subject, text: `${subject}. ${NEXT[body.status]}`, notice: true });
          return { id, by_mail };
        });
      } catch (error) {
        if (isTaken(error)) throw new Fail('SLOT_TAKEN');
        throw error;
      }
    },
    { limit: { max: 30, perSeconds: 3600 } },
  );

  platform.on(deskDemos, async (_input, ctx) => {
    if (!may(callerOf(ctx), 'demo.give')) throw new Fail('FORBIDDEN');
    const demos = await demosFrom(db, istDay(clock()), DESK_MOST);
    const contacts = await identity.contactsOf(demos.map(({ user_id }) => user_id));
    return demos.map(({ user_id, ...demo }) => ({ ...demo, ...(contacts.get(user_id) ?? NO_CONTACT) }));
  });

  platform.jobs.schedule('bookings.tidy', '55 3 1 * *', () => tidyDemos(db, addDays(istDay(clock()), -DAYS_KEPT)));
}

const DONE = {
  demo_booked: { action: 'demo.book', words: 'Your demo is booked' },
  demo_moved: { action: 'demo.move', words: 'Your demo is moved' },
  demo_cancelled: { action: 'demo.cancel', words: 'Your demo is cancelled' },
} as const;

const NEXT = {
  new: 'It takes 30 minutes. Open Book a demo on our site to move or cancel it.',
  cancel: 'Open Book a demo on our site to choose another time.',
} as const;

const NO_CONTACT = { name: '', email: '', mobile: '', profession: '', partner_key: '' };
