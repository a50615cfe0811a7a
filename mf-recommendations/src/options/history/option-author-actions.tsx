import { exitOptionCall, noteOptionCall, postMortemOptionCall, tightenOptionStop } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { FOLLOWER_DELAY_MS, MIN_HOLD_MS } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { formatInr, formatInrChange } from '@vimarsh/shared/domain/text/formats.ts';
import { amountOf, amountProblem } from '@vimarsh/shared/domain/text/typed-amount.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useState } from 'react';
import { ActionRow, type DialogEnd } from '../../authoring/action-row.tsx';
import { ExitDialog } from '../../authoring/exit.dialog.tsx';
import { useNotBefore } from '../../authoring/not-before.ts';
import { TightenDialog } from '../../authoring/tighten.dialog.tsx';
import { levelText } from '../option-words.ts';
import { levelProblem, STOP_LABEL } from './tighter-level.ts';

interface ActionProps extends DialogEnd {
  call: OptionDetail;
}

/** What an author can still do to an option call. Legs and target never change. */
export function OptionAuthorActions({ call, onDone }: { call: OptionDetail; onDone: () => void }) {
  const { request } = useSessionApi();
  const params = { id: call.id };
  const has = (wanted: OptionDetail['events'][number]['type']) => call.events.some(({ type }) => type === wanted);
  // Once its end is decided the record takes no other, and a second request for one neither.
  const isDecided = has('closing');
  return (
    <ActionRow
      name={call.underlying}
      call={call}
      mayTighten={!isDecided && !call.not_judgeable}
      mayExit={!isDecided && !has('exit_request')}
      tighten={(end) => <Tighten call={call} {...end} />}
      exit={(end) => <Exit call={call} {...end} />}
      sendNote={(note, cid) => request(noteOptionCall, { params, body: { note, cid } }, { quiet: true })}
      sendPostMortem={(text, cid) => request(postMortemOptionCall, { params, body: { text, cid } }, { quiet: true })}
      onDone={onDone}
    />
  );
}

function Tighten({ call, ...end }: ActionProps) {
  const { request } = useSessionApi();
  // As it is typed below: what was received counts below zero there.
  const shown = (level: number): string => (call.level_basis === 'premium' ? formatInr(level) : levelText(call.level_basis, level));
  const [typed, setTyped] = useState(String(call.stop_loss));
  const stop = amountOf(typed);
  const profit = call.now?.pnl ?? null;
  return (
    <TightenDialog
      name={call.underlying}
      from={shown(call.stop_loss)}
      to={shown(stop)}
      problem={amountProblem(typed, '') || levelProblem(call, stop)}
      label={STOP_LABEL[call.level_basis]}
      typed={typed}
      onTyped={setTyped}
      send={(cid) => request(tightenOptionStop, { params: { id: call.id }, body: { stop_loss: stop, cid } }, { quiet: true })}
      {...end}
    >
      Stop-loss now {shown(call.stop_loss)}; target {shown(call.target)}.{profit !== null && ` Profit or loss now ${formatInrChange(profit)}.`}
    </TightenDialog>
  );
}

/** Its end is decided once the call was held long enough, and filled a minute later. */
const HOLD = { held: MIN_HOLD_MS, filledAfter: FOLLOWER_DELAY_MS };

function Exit({ call, ...end }: ActionProps) {
  const { request } = useSessionApi();
  const earliest = useNotBefore(call.entry_at, HOLD);
  return (
    <ExitDialog
      name={call.underlying}
      waiting={call.status === 'awaiting_entry'}
      how="The exit is at the first quotes a follower can meet after your request, whether that is a gain or a loss. Early exits are counted."
      closes={earliest ? `All legs close together at the next quotes, not before ${earliest}.` : 'All legs close together at the next quotes.'}
      soon={earliest ? `${call.underlying} closes at the next quotes, not before ${earliest}.` : `${call.underlying} closes at the next quotes.`}
      send={(reason, cid) => request(exitOptionCall, { params: { id: call.id }, body: { reason, cid } }, { quiet: true })}
      {...end}
    />
  );
}
