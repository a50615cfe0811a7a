import { css } from '@emotion/react';
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
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { useState } from 'react';
import { AuthorDialog } from '../../authoring/author.dialog.tsx';
import { ExitDialog } from '../../authoring/exit.dialog.tsx';
import { useNotBefore } from '../../authoring/not-before.ts';
import { NoteDialog } from '../../authoring/note.dialog.tsx';
import { useOutcome } from '../../authoring/outcome.ts';
import { PostMortemDialog } from '../../authoring/post-mortem.dialog.tsx';
import { priceOf } from '../publish/call-form.ts';
import { tickKeys, typedPrice } from '../publish/price-step.ts';
import { stopProblem } from './tighter-stop.ts';

const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

type Action = 'tighten' | 'exit' | 'note' | 'post_mortem';

interface ActionProps {
  call: Call;
  onClose: () => void;
  onDone: () => void;
}

/** What an author can still do to a call. Entry and target never change; a call that ended takes notes, and one post-mortem. */
export function AuthorActions({ call, onDone }: { call: CallDetail; onDone: () => void }) {
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const has = (wanted: CallDetail['events'][number]['type']) => call.events.some(({ type }) => type === wanted);
  const of = { call, onClose: close, onDone };
  return (
    <>
      <div css={rowCss}>
        {call.status === 'active' && call.call_type !== 'Hold' && !call.not_judgeable && (
          <Button onClick={() => setAction('tighten')}>Tighten stop-loss</Button>
        )}
        {call.status === 'active' && !has('exit_request') && <Button onClick={() => setAction('exit')}>Exit now</Button>}
        {isOpenCall(call.status) && has('exit_request') && <Badge tone="neutral">Exit asked for</Badge>}
        {call.status === 'awaiting_entry' && <Button onClick={() => setAction('exit')}>Cancel call</Button>}
        <Button onClick={() => setAction('note')}>Add a note</Button>
        {!isOpenCall(call.status) && !has('post_mortem') && <Button onClick={() => setAction('post_mortem')}>Write the post-mortem</Button>}
      </div>
      {action === 'tighten' && <TightenDialog {...of} />}
      {action === 'exit' && <Exit {...of} />}
      {action === 'note' && <Note {...of} />}
      {action === 'post_mortem' && <PostMortem {...of} />}
    </>
  );
}

function TightenDialog({ call, onClose, onDone }: ActionProps) {
  const { request } = useSessionApi();
  const outcome = useOutcome(onDone);
  const { price } = useLivePrice(call.stock);
  const { data: instrument } = useQuery(readInstrument, { params: { symbol: call.stock } });
  const tick = instrument?.tick ?? tickOf(call.stop_loss, istDay(new Date(call.published_at)));
  const [typed, setTyped] = useState(typedPrice(call.stop_loss));
  const [touched, setTouched] = useState(false);
  const stop = priceOf(typed);
  const problem = amountProblem(typed, '') || stopProblem(call, stop, tick);
  const change = (value: string) => {
    setTyped(value);
    setTouched(true);
  };
  return (
    <AuthorDialog
      title={`Tighten the stop-loss of ${call.stock}`}
      verb="Move stop-loss"
      problem={problem}
      summary={`The stop-loss moves from ${formatInr(call.stop_loss)} to ${formatInr(stop)}.`}
      send={async (cid) => {
        const answer = await request(tightenStop, { params: { id: call.id }, body: { stop_loss: stop, cid } }, { quiet: true });
        return outcome(answer, 'Stop-loss moved', `${call.stock}: now ${formatInr(stop)}`);
      }}
      onClose={onClose}
    >
      <p>
        Now {formatInr(call.stop_loss)}; price {formatInr(price)}; target {formatInr(call.target_price)}. It can move at most five times, and only towards
        profit.
      </p>
      <TextField
        label="New stop-loss (₹)"
        numeric
        value={typed}
        hint={`Arrow keys move it by one step of ₹${formatFloat(tick)}`}
        error={touched && problem}
        onChange={(event) => change(event.target.value)}
        onKeyDown={tickKeys(typed, tick, change)}
      />
    </AuthorDialog>
  );
}

const HOLD = { held: MIN_HOLD_MS, filledAfter: 0 };

function Exit({ call, onClose, onDone }: ActionProps) {
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
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function Note({ call, onClose, onDone }: ActionProps) {
  const { request } = useSessionApi();
  return (
    <NoteDialog
      name={call.stock}
      send={(note, cid) => request(addNote, { params: { id: call.id }, body: { note, cid } }, { quiet: true })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function PostMortem({ call, onClose, onDone }: ActionProps) {
  const { request } = useSessionApi();
  return (
    <PostMortemDialog
      name={call.stock}
      send={(text, cid) => request(postMortemCall, { params: { id: call.id }, body: { text, cid } }, { quiet: true })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
