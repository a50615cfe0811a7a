import { css } from '@emotion/react';
import { exitOptionCall, noteOptionCall, postMortemOptionCall, tightenOptionStop } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { FOLLOWER_DELAY_MS, MIN_HOLD_MS } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { formatInr, formatInrChange } from '@vimarsh/shared/domain/text/formats.ts';
import { amountOf, amountProblem } from '@vimarsh/shared/domain/text/typed-amount.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
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
import { levelText } from '../option-words.ts';
import { levelProblem, STOP_LABEL } from './tighter-level.ts';

const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

type Action = 'tighten' | 'exit' | 'note' | 'post_mortem';

interface ActionProps {
  call: OptionDetail;
  onClose: () => void;
  onDone: () => void;
}

/** What an author can still do to an option call. Legs and target never change; a call that ended takes notes, and one post-mortem. */
export function OptionAuthorActions({ call, onDone }: { call: OptionDetail; onDone: () => void }) {
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const has = (...types: OptionDetail['events'][number]['type'][]) => call.events.some(({ type }) => types.includes(type));
  // Once its end is decided the record takes no other, and a second request for one neither.
  const decided = has('closing');
  const of = { call, onClose: close, onDone };
  return (
    <>
      <div css={rowCss}>
        {call.status === 'active' && !decided && <Button onClick={() => setAction('tighten')}>Tighten stop-loss</Button>}
        {call.status === 'active' && !decided && !has('exit_request') && <Button onClick={() => setAction('exit')}>Exit now</Button>}
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
  // As it is typed below: what was received counts below zero there.
  const shown = (level: number): string => (call.level_basis === 'premium' ? formatInr(level) : levelText(call.level_basis, level));
  const [typed, setTyped] = useState(String(call.stop_loss));
  const [touched, setTouched] = useState(false);
  const stop = amountOf(typed);
  const problem = amountProblem(typed, '') || levelProblem(call, stop);
  const profit = call.now?.pnl ?? null;
  return (
    <AuthorDialog
      title={`Tighten the stop-loss of ${call.underlying}`}
      verb="Move stop-loss"
      problem={problem}
      summary={`The stop-loss moves from ${shown(call.stop_loss)} to ${shown(stop)}.`}
      send={async (cid) => {
        const answer = await request(tightenOptionStop, { params: { id: call.id }, body: { stop_loss: stop, cid } }, { quiet: true });
        return outcome(answer, 'Stop-loss moved', `${call.underlying}: now ${shown(stop)}`);
      }}
      onClose={onClose}
    >
      <p>
        Stop-loss now {shown(call.stop_loss)}; target {shown(call.target)}.{profit !== null && ` Profit or loss now ${formatInrChange(profit)}.`} It can move at
        most five times, and only towards profit.
      </p>
      <TextField
        label={STOP_LABEL[call.level_basis]}
        numeric
        value={typed}
        error={touched && problem}
        onChange={(event) => {
          setTyped(event.target.value);
          setTouched(true);
        }}
      />
    </AuthorDialog>
  );
}

/** Its end is decided once the call was held long enough, and filled a minute later. */
const HOLD = { held: MIN_HOLD_MS, filledAfter: FOLLOWER_DELAY_MS };

function Exit({ call, onClose, onDone }: ActionProps) {
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
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function Note({ call, onClose, onDone }: ActionProps) {
  const { request } = useSessionApi();
  return (
    <NoteDialog
      name={call.underlying}
      send={(note, cid) => request(noteOptionCall, { params: { id: call.id }, body: { note, cid } }, { quiet: true })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

function PostMortem({ call, onClose, onDone }: ActionProps) {
  const { request } = useSessionApi();
  return (
    <PostMortemDialog
      name={call.underlying}
      send={(text, cid) => request(postMortemOptionCall, { params: { id: call.id }, body: { text, cid } }, { quiet: true })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
