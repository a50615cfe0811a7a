import { css } from '@emotion/react';
import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import { checkCall, publishCall } from '@vimarsh/shared/contract/calls.contract.ts';
import { readClock, readInstrument } from '@vimarsh/shared/contract/market.contract.ts';
import { istDay } from '@vimarsh/shared/domain/calendar.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { SessionUser } from '@vimarsh/shared/session';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/dialog.tsx';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { CallRow } from '../call/call-row.tsx';
import { CallRows } from '../call/call-rows.tsx';
import { useFollowing } from '../call/follow.ts';
import { useQuotes } from '../call/quotes.ts';
import { type CallForm, readForm, type Step } from './call-form.ts';
import { useDraft } from './draft-autosave.ts';
import { DraftChart } from './draft-chart.tsx';
import { LevelsStep } from './levels.step.tsx';
import { PreviewStep } from './preview.step.tsx';
import { previewCall } from './preview-call.ts';
import { type Check, publishMachine } from './publish.machine.ts';
import { Published } from './published.tsx';
import { RationaleStep } from './rationale.step.tsx';
import { RuleChecklist } from './rule-checklist.tsx';
import { StepList } from './step-list.tsx';
import { StockHead } from './stock-head.tsx';
import { fittingDay } from './validity.ts';

const layoutCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
  align-items: start;
  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
  }
`;
const panelCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
`;
const footCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-12);
  padding-top: var(--s-16);
  border-top: 1px solid var(--line);
  & > small {
    margin-right: auto;
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;
const alertCss = css`
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid var(--loss);
  background: var(--loss-soft);
`;
const waitCss = css`
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid var(--warn);
  background: var(--warn-soft);
`;

/** Codes after which nobody knows whether the call was stored: the same intent is sent again. */
const UNKNOWN_END = new Set(['UNREACHABLE', 'BAD_ANSWER', 'CANCELLED', 'INTERNAL', 'RETRY']);
const known = <D,>(answer: Answer<D>): Answer<D> => {
  if (answer.code && UNKNOWN_END.has(answer.code)) throw new Error(answer.code);
  return answer;
};
const newCid = () => crypto.randomUUID();

/** The three steps of publishing, driven by `publish.machine.ts`. */
export function PublishFlow({ user, stock: fromPath }: { user: SessionUser; stock: string }) {
  const { request, emit } = useSessionApi();
  const { start, other, autosave, savedAt, drop } = useDraft(user.id, fromPath);
  const machine = useMemo(
    () =>
      publishMachine.provide({
        actors: {
          check: fromPromise(async ({ input, signal }) => known<Check>(await request(checkCall, { body: input }, { signal, quiet: true }))),
          publish: fromPromise(async ({ input }) => known(await request(publishCall, { body: input }, { quiet: true }))),
        },
      }),
    [request],
  );
  const [state, send] = useMachine(machine, { input: { ...start, newCid } });
  const { form, step, problems, failure, check, cid, published } = state.context;
  const edit = (patch: Partial<CallForm>) => send({ type: 'edit', patch });

  const { data: clock } = useQuery(readClock, {}, { every: 15_000 });
  const { data: stock, error: stockError } = useQuery(
    readInstrument,
    { params: { symbol: form.stock } },
    { enabled: /^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(form.stock) },
  );
  const today = clock ? istDay(new Date(clock.now)) : istDay(new Date());
  const chosen = stock?.symbol === form.stock ? stock : undefined;
  const quotes = useQuotes(chosen ? [chosen.symbol] : []);
  const { experts } = useFollowing();
  const self = experts.find((expert) => expert.user_id === user.id);

  useEffect(() => {
    if (form.valid_till === '') send({ type: 'edit', patch: { valid_till: fittingDay('', form.term, today) } });
  }, [form.valid_till, form.term, today, send]);
  useEffect(() => {
    if (!published) autosave(form, cid);
  }, [form, cid, published, autosave]);
  useEffect(() => {
    if (!published) return;
    drop();
    emit('call.published', { id: published.id });
  }, [published, drop, emit]);

  const { draft } = useMemo(() => readForm(form), [form]);
  const call = draft && chosen && clock ? previewCall(draft, self ?? authorOf(user), chosen, clock.now) : null;
  const closed = clock && clock.phase !== 'continuous';
  const waiting = clock?.stale
    ? 'Prices are not up to date, so nothing can be published now. Your draft is safe.'
    : closed && form.term === 'intraday'
      ? `The market is not open (${clock.label}). An intraday call needs live prices.`
      : '';
  const heading = useStepFocus(step, problems);
  const [asking, setAsking] = useState(false);

  if (published)
    return (
      <Published
        call={published}
        onAgain={() => {
          send({ type: 'again' });
        }}
      />
    );
  return (
    <>
      <StepList step={step} onGo={(to) => send(to === 'preview' ? { type: 'review' } : { type: 'go', step: to })} />
      {other && (
        <p css={waitCss}>
          You have an unfinished draft{other.form.stock && ` on ${other.form.stock}`}.{' '}
          <Button onClick={() => send({ type: 'edit', patch: other.form })}>Continue that draft</Button>
        </p>
      )}
      {failure && (
        <p css={alertCss} role="alert">
          {failure}
        </p>
      )}
      {waiting && <p css={waitCss}>{waiting}</p>}
      <div css={layoutCss}>
        <div css={panelCss}>
          <h2 ref={heading} tabIndex={-1} css={headingCss}>
            {HEADING[step]}
          </h2>
          {step === 'levels' ? (
            <LevelsStep
              form={form}
              problems={stockError && !chosen ? { ...problems, stock: stockError.text } : problems}
              edit={edit}
              stock={chosen}
              ltp={quotes.get(form.stock)?.ltp ?? null}
              today={today}
            />
          ) : step === 'rationale' ? (
            <RationaleStep form={form} problems={problems} edit={edit} />
          ) : (
            call && draft && <PreviewStep call={call} draft={draft} recipients={check?.recipients ?? 0} />
          )}
        </div>
        <div css={panelCss}>
          {chosen && <StockHead stock={chosen} clock={clock} />}
          {chosen && step !== 'rationale' && <DraftChart form={form} symbol={chosen.symbol} tick={chosen.tick} {...(step === 'levels' && { edit })} />}
          <RuleChecklist form={form} check={check} busy={state.matches('checking')} />
        </div>
      </div>
      {call && step !== 'preview' && (
        <section aria-label="What a subscriber will see" inert>
          <CallRows label="Preview" settled={false}>
            <CallRow call={call} to="/upload-recommendation" ltp={null} now={call.published_at} />
          </CallRows>
        </section>
      )}
      <div css={footCss}>
        <small>{savedAt}</small>
        {step !== 'levels' && (
          <Button disabled={state.matches('publishing')} onClick={() => send({ type: 'go', step: step === 'preview' ? 'rationale' : 'levels' })}>
            Back
          </Button>
        )}
        {step === 'levels' && (
          <Button kind="primary" onClick={() => send({ type: 'go', step: 'rationale' })}>
            Continue to rationale
          </Button>
        )}
        {step === 'rationale' && (
          <Button kind="primary" busy={state.matches({ checking: 'forPreview' })} onClick={() => send({ type: 'review' })}>
            Continue to preview
          </Button>
        )}
        {step === 'preview' &&
          (state.matches('refused') ? (
            <Button kind="primary" onClick={() => send({ type: 'review' })}>
              Check again
            </Button>
          ) : (
            <Button kind="primary" busy={state.matches('publishing')} disabled={waiting !== ''} onClick={() => setAsking(true)}>
              Publish call
            </Button>
          ))}
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Publish this call?"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Back to the preview</Button>
            <Button
              kind="primary"
              onClick={() => {
                setAsking(false);
                send({ type: 'confirm' });
              }}
            >
              Publish call
            </Button>
          </>
        }
      >
        <div css={panelCss}>
          <p>
            It can’t be rewritten or removed afterwards. You can tighten the stop-loss, exit with a reason and add notes; entry and target stay, and the result
            is kept whether it gains or loses.
          </p>
          {closed && <p>{`The market is not open (${clock.label}). The call starts with the next session.`}</p>}
        </div>
      </Dialog>
    </>
  );
}

const HEADING: Record<Step, string> = { levels: 'Levels', rationale: 'Rationale', preview: 'Preview' };
const headingCss = css`
  font-size: var(--t-16);
  outline: none;
`;

/** Until the list of experts has come. */
const authorOf = (user: SessionUser) => ({
  user_id: user.id,
  full_name: user.full_name,
  profession: user.profession === '' ? ('Market Expert' as const) : user.profession,
  picture: user.picture,
  verified: user.verified,
  reg_no: '',
});

/** Moves the focus to the step's heading when the step changes, and to the first marked field when rules were refused. */
function useStepFocus(step: Step, problems: object) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    const wrong = Object.keys(problems).length > 0 && document.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else if (before.current !== step) heading.current?.focus();
    before.current = step;
  }, [step, problems]);
  return heading;
}
