import { css } from '@emotion/react';
import { readDemoSlots, readDemos, requestDemo } from '@vimarsh/shared/contract/booking/routes.ts';
import type { DemoBooking, DemoRequest } from '@vimarsh/shared/contract/booking/types.ts';
import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import { demoTimeName, MOST_DEMOS } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { TOAST_MS } from '@vimarsh/shared/domain/constants.ts';
import { BOOK_DEMO } from '@vimarsh/shared/domain/routing/places.ts';
import { useCalendarOfPage } from '@vimarsh/shared/kit/calendar-of-page.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { Session } from '@vimarsh/shared/session';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { Loader } from '@vimarsh/shared/ui/page/loader.tsx';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { answerWithin } from './answer-within.ts';
import { demoBookingMachine } from './booking.machine.ts';
import { demoIcs, icsName } from './booking-ics.ts';
import { Calendar } from './calendar.tsx';
import { OwnDemos } from './own-demos.tsx';
import { Slots } from './slots.tsx';

const stackCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  outline: none;
`;
const pairCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16) var(--s-24);
  @media (min-width: 880px) {
    grid-template-columns: minmax(0, 280px) minmax(0, 1fr);
  }
  /* While something is asked, it has to be answered first. */
  &[inert] {
    opacity: 0.5;
  }
`;
const waitCss = css`
  display: grid;
  place-items: center;
  min-height: 352px;
`;
const doneCss = css`
  display: grid;
  gap: var(--s-12);
  justify-items: start;
  outline: none;
  & > h3 {
    font-size: var(--t-20);
  }
  & > p {
    color: var(--ink-2);
  }
`;

/** The dialog can't be left while a demo is booked or cancelled, so that is not waited for as long as other requests, ms. */
const PATIENCE_MS = 20_000;

/** What the calls of the flow are here. `onUnheard` is told when booking or cancelling begins and when it is not known what became of it. */
const machineFor = (session: Session, onUnheard: (unheard: boolean) => void) =>
  demoBookingMachine.provide({
    actors: {
      readDemos: fromPromise(({ signal }) => session.request(readDemos, {}, { signal })),
      // Its failure is told in its place.
      readSlots: fromPromise<Awaited<ReturnType<typeof session.request<typeof readDemoSlots>>>, { date: string }>(({ input, signal }) =>
        session.request(readDemoSlots, { body: input }, { signal, quiet: true }),
      ),
      request: fromPromise<Awaited<ReturnType<typeof session.request<typeof requestDemo>>>, DemoRequest>(({ input, signal }) => {
        onUnheard(false);
        return answerWithin(PATIENCE_MS, signal, (limited) => session.request(requestDemo, { body: input }, { signal: limited })).then(
          (answer) => {
            onUnheard(!isCertain(answer));
            return answer;
          },
          (error: unknown) => {
            onUnheard(true);
            throw error;
          },
        );
      }),
    },
  });

/** Saves the demo as a file that calendars open. */
function saveIcs(session: Session, demo: DemoBooking): void {
  const site = session.page().environment?.utm_source ?? BRAND_TITLE;
  const text = demoIcs(demo, { site, url: location.origin + BOOK_DEMO, now: new Date() });
  saveFile(icsName(demo), text, 'text/calendar;charset=utf-8');
}

/** Book a demo: a calendar, the times of a day, the confirmation, and what was booked before (S2.6-DLG-01, S2.6-DLG-02). */
export function DemoDialog({ onClose }: { onClose: () => void }) {
  useCalendarOfPage();
  const session = useSessionApi();
  const [unheard, setUnheard] = useState(false);
  const machine = useMemo(() => machineFor(session, setUnheard), [session]);
  const [state, send, actor] = useMachine(machine);
  const [now] = useState(() => new Date());
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const heard = [
      actor.on('booked', () => session.notify({ kind: 'success', title: 'Success', text: 'Demo has been booked', ms: TOAST_MS.medium })),
      actor.on('cancelled', () => session.notify({ kind: 'info', title: 'Info', text: 'Demo has been canceled', ms: TOAST_MS.medium })),
      actor.on('closed', () => close.current()),
    ];
    return () => {
      for (const one of heard) one.unsubscribe();
    };
  }, [actor, session]);

  const { demos, moved, doubted, date, slots, slot, booked, byMail } = state.context;
  const underWay = state.matches('booking') || state.matches('cancelling');
  const asking = state.matches('doubting');
  const full = demos.length >= MOST_DEMOS && !moved;
  // What is on its way may have arrived: closing now would leave open whether it did.
  const leave = () => !underWay && onClose();
  const foot = booked ? (
    <>
      <Button onClick={() => send({ type: 'RESCHEDULE' })}>Reschedule</Button>
      <Button kind="primary" onClick={() => send({ type: 'DISMISS' })}>
        Dismiss
      </Button>
    </>
  ) : state.matches('loading') || full ? undefined : (
    <>
      {moved && (
        <Button onClick={() => send({ type: 'NEW' })} disabled={underWay || asking}>
          Keep its time
        </Button>
      )}
      <Button
        kind="primary"
        disabled={slot === '' || asking || state.matches('cancelling')}
        busy={state.matches('booking')}
        onClick={() => send({ type: 'BOOK' })}
      >
        {moved ? 'Move demo' : 'Book demo'}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={leave} title={moved ? 'Move your demo' : 'Book a demo'} footer={foot}>
      {state.matches('loading') ? (
        <div css={waitCss}>
          <Loader label="Loading your demos" />
        </div>
      ) : booked ? (
        <Booked demo={booked} byMail={byMail} onSave={() => saveIcs(session, booked)} />
      ) : (
        <div css={stackCss}>
          {unheard && <p role="alert">We don’t know whether this is done. Press again to make sure: nothing is done twice.</p>}
          <OwnDemos
            demos={demos}
            moved={moved}
            doubted={asking || state.matches('cancelling') ? doubted : null}
            busy={state.matches('cancelling')}
            onEdit={(demo) => send({ type: 'EDIT', demo })}
            onCancel={(demo) => send({ type: 'CANCEL', demo })}
            onKeep={() => send({ type: 'KEEP' })}
            onYes={() => send({ type: 'YES' })}
            onSave={(demo) => saveIcs(session, demo)}
          />
          {full ? (
            <p>You have {MOST_DEMOS} demos booked, the most one person can have. Move or cancel one of them first.</p>
          ) : (
            <div css={pairCss} inert={asking || underWay}>
              <Calendar key={moved?.id} focus={moved !== null} now={now} chosen={date} onPick={(day) => send({ type: 'PICK_DATE', date: day })} />
              <Slots
                date={date}
                slots={slots}
                slot={slot}
                failed={state.matches({ picking: 'noSlots' })}
                onPick={(time) => send({ type: 'PICK_SLOT', slot: time })}
                onRetry={() => send({ type: 'RETRY' })}
              />
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** The confirmation takes the focus: what was pressed is gone. */
function Booked({ demo, byMail, onSave }: { demo: DemoBooking; byMail: boolean; onSave: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} css={doneCss} tabIndex={-1}>
      <h3>{demoTimeName(demo)}</h3>
      <p>Your demo takes 30 minutes. We reach you by the mobile number or e-mail address of your profile.</p>
      {byMail && <p>A mail about it is on its way to you.</p>}
      <Button onClick={onSave}>Save to my calendar</Button>
    </div>
  );
}
