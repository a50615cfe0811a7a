import { checkTicket, keepDraft, placeOrders } from '@vimarsh/shared/contract/trading/routes.ts';
import type { BasketTicket, TicketCheck, TicketSubject } from '@vimarsh/shared/contract/trading/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useMachine } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { certain } from '../../publishing/certain.ts';
import { newId } from '../../publishing/new-id.ts';
import { OPEN_WISHES } from './open-wish.ts';
import { ticketMachine, type Wish } from './ticket.machine.ts';
import { formOf } from './ticket-form.ts';

/** What a ticket starts from: filled in by the server, kept as a draft, or a wish whose answer never came. */
export interface TicketStart {
  readonly ticket: BasketTicket;
  readonly subjects: readonly TicketSubject[];
  readonly check: TicketCheck | null;
  readonly wish: Wish | null;
}

const TOLD = ['ORDER_REFUSED', 'ORDER_ASKS', 'ORDER_FROZEN', 'ORDER_PAUSED', 'BROKER_SESSION', 'NOT_ENTITLED', 'CONFLICT', 'RATE'];

/** Runs the ticket and talks to the server for it. `start` counts once: another one needs another key of the component. */
export function useTicket(start: TicketStart) {
  const { request, snapshot } = useSessionApi();
  const machine = useMemo(
    () =>
      ticketMachine.provide({
        actors: {
          check: fromPromise(async ({ input, signal }) => certain(await request(checkTicket, { body: input.ticket }, { signal, quiet: true }))),
          place: fromPromise(async ({ input: { wish } }) => {
            const who = snapshot().user?.id ?? '';
            OPEN_WISHES.save(who, { key: wish.key, ticket: wish.ticket, agreed: [...wish.agreed], saved_at: Date.now() });
            const answer = certain(await request(placeOrders, { body: wish }, { quiet: 'unreachable', told: TOLD }));
            OPEN_WISHES.drop(who);
            return answer;
          }),
        },
      }),
    [request, snapshot],
  );
  const { ticket, ...rest } = start;
  const [state, send] = useMachine(machine, { input: { ...rest, form: formOf(ticket, start.subjects), newKey: newId } });
  /** Keeps the ticket at the server, so that it is there on every device; null where it could not be kept. */
  const keep = useCallback((kept: BasketTicket) => request(keepDraft, { body: { ticket: kept } }), [request]);
  return { state, context: state.context, send, keep };
}
export type Ticket = ReturnType<typeof useTicket>;
