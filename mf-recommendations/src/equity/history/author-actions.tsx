import { addNote, exitCall, postMortemCall, tightenStop } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Call, CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import { readInstrument } from '@vimarsh/shared/contract/market/routes.ts';
import { MIN_HOLD_MS } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/ist-day.ts';
import { tickOf } from '@vimarsh/shared/domain/market/ticks.ts';
import { formatFloat, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { amountProblem } from '@vimarsh/shared/domain/text/typed-amount.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { useState } from 'react';
import { ActionRow, type DialogEnd } from '../../authoring/action-row.tsx';
import { ExitDialog } from '../../authoring/exit.dialog.tsx';
import { useNotBefore } from '../../authoring/not-before.ts';
import { TightenDialog } from '../../authoring/tighten.dialog.tsx';
import { priceOf, tickKeys, typedPrice } from '../../publishing/price-step.ts';
import { stopProblem } from './tighter-stop.ts';

interface ActionProps extends DialogEnd {
  call: Call;
}

/** What an author can still do to an equity call. Entry and target never change. */
export function AuthorActions({ call, onDone }: { call: CallDetail; onDone: () => void }) {
  const { request } = useSessionApi();
  const params = { id: call.id };
  const exitAsked = call.events.some(({ type }) => type === 'exit_request');
  return (
    <ActionRow
      name={call.stock}
      call={call}
      mayTighten={call.call_type !== 'Hold' && !call.not_judgeable}
      mayExit={!exitAsked}
      mark={isOpenCall(call.status) && exitAsked && <Badge tone="neutral">Exit asked for</Badge>}
      tighten={(end) => <Tighten call={call} {...end} />}
      exit={(end) => <Exit call={call} {...end} />}
      sendNote={(note, cid) => request(addNote, { params, body: { note, cid } }, { quiet: true })}
      sendPostMortem={(text, cid) => request(postMortemCall, { params, body: { text, cid } }, { quiet: true })}
      onDone={onDone}
    />
  );
}

function Tighten({ call, ...end }: ActionProps) {
  const { request } = useSessionApi();
  const { price } = useLivePrice(call.stock);
  const { data: instrument } = useQuery(readInstrument, { params: { symbol: call.stock } });
  const tick = instrument?.tick ?? tickOf(call.stop_loss, istDay(new Date(call.published_at)));
  const [typed, setTyped] = useState(typedPrice(call.stop_loss));
  const stop = priceOf(typed);
  return (
    <TightenDialog
      name={call.stock}
      from={formatInr(call.stop_loss)}
      to={formatInr(stop)}
      problem={amountProblem(typed, '') || stopProblem(call, stop, tick)}
      label="New stop-loss (₹)"
      typed={typed}
      onTyped={setTyped}
      hint={`Arrow keys move it by one step of ₹${formatFloat(tick)}`}
      onKeyDown={tickKeys(typed, tick, setTyped)}
      send={(cid) => request(tightenStop, { params: { id: call.id }, body: { stop_loss: stop, cid } }, { quiet: true })}
      {...end}
    >
      Now {formatInr(call.stop_loss)}; price {formatInr(price)}; target {formatInr(call.target_price)}.
    </TightenDialog>
  );
}

const HOLD = { held: MIN_HOLD_MS, filledAfter: 0 };

function Exit({ call, ...end }: ActionProps) {
  const { request } = useSessionApi();
  const earliest = useNotBefore(call.entry_fill?.ts ?? null, HOLD);
  const { price } = useLivePrice(call.stock);
  return (
    <ExitDialog
      name={call.stock}
      waiting={call.status === 'awaiting_entry'}
      how="The exit is the first price after your request, whether that is a gain or a loss. Early exits are counted."
      closes={
        earliest
          ? `The call closes at the next price (now ${formatInr(price)}), not before ${earliest}.`
          : `The call closes at the next price (now ${formatInr(price)}).`
      }
      soon={earliest ? `${call.stock} closes at the next price, not before ${earliest}.` : `${call.stock} closes at the next price.`}
      send={(reason, cid) => request(exitCall, { params: { id: call.id }, body: { reason, cid } }, { quiet: true })}
      {...end}
    />
  );
}
