import { readClock, readInstrument } from '@vimarsh/shared/contract/market/routes.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { MY_CALLS, PUBLISH_CALL } from '@vimarsh/shared/domain/routing/member-places.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import type { SessionUser } from '@vimarsh/shared/session';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useMemo } from 'react';
import { CallBrief } from '../../call/drawer/call-brief.tsx';
import { useExperts } from '../../call/follow/experts.ts';
import { CallRows } from '../../call/list/call-rows.tsx';
import { LiveRow } from '../../call/list/live-row.tsx';
import { authorOf } from '../../publishing/author-of.ts';
import { FlowFoot } from '../../publishing/flow-foot.tsx';
import { FlowFrame } from '../../publishing/flow-frame.tsx';
import { Published } from '../../publishing/published.tsx';
import { RationaleStep } from '../../publishing/rationale.step.tsx';
import { RuleChecklist } from '../../publishing/rule-checklist.tsx';
import { type CallForm, missing, readForm } from './call-form.ts';
import { ChartWaits, DraftChart } from './draft-chart.tsx';
import { LevelsStep } from './levels.step.tsx';
import { PreviewStep } from './preview.step.tsx';
import { previewCall } from './preview-call.ts';
import { typedPrice } from './price-step.ts';
import { ruleProblems, SIDES } from './rule-fields.ts';
import { HeadWaits, StockHead } from './stock-head.tsx';
import { usePublishing } from './use-publishing.ts';
import { fittingDay } from './validity.ts';

const NAMED = /^[A-Z0-9][A-Z0-9&-]{0,19}$/;

/** The three publishing steps, driven by `publish.machine.ts`. */
export function PublishFlow({ user, stock: fromPath }: { user: SessionUser; stock: string }) {
  const { state, send, other, savedAt } = usePublishing(user.id, fromPath);
  const { form, step, problems, refusals, failure, check, published } = state.context;
  const edit = (patch: Partial<CallForm>) => send({ type: 'edit', patch });

  const { data: clock } = useQuery(readClock, {}, { every: 15_000 });
  const { data: stock, error: stockError } = useQuery(readInstrument, { params: { symbol: form.stock } }, { enabled: NAMED.test(form.stock) });
  const today = clock ? istDay(new Date(clock.now)) : istDay(new Date());
  const chosen = stock?.symbol === form.stock ? stock : undefined;
  // Named by the address or a draft, and not known yet: its room is kept, so that the rules below do not move when it comes.
  const coming = NAMED.test(form.stock) && !chosen && !stockError;
  const live = useLivePrice(chosen?.symbol ?? null);
  const { experts } = useExperts();
  const self = experts.find((expert) => expert.user_id === user.id);

  // A day that its author can't choose follows the market's: a saved draft may be of yesterday.
  const day = form.valid_till === '' || (clock && form.term === 'intraday') ? fittingDay(form.valid_till, form.term, today) : form.valid_till;
  useEffect(() => {
    if (day !== form.valid_till) send({ type: 'edit', patch: { valid_till: day } });
  }, [day, form.valid_till, send]);
  // The price seen can't be typed: whoever chose before it came, or then took another stock, gets the first that comes.
  const seen = form.entry_mode === 'market' && form.entry_low === '' && chosen && live.price !== null ? typedPrice(snapToTick(live.price, chosen.tick)) : '';
  useEffect(() => {
    if (seen) send({ type: 'edit', patch: { entry_low: seen } });
  }, [seen, send]);

  const { draft } = useMemo(() => readForm(form), [form]);
  const call = draft && chosen && clock ? previewCall(draft, self ?? authorOf(user), chosen, clock.now) : null;
  const closed = clock && clock.phase !== 'continuous';
  const waiting = clock?.stale
    ? 'Prices are not up to date, so nothing can be published now. Your draft is safe.'
    : closed && form.term === 'intraday'
      ? `The market is not open (${clock.label}). An intraday call needs live prices.`
      : '';
  const rested = state.matches({ drafting: 'rested' });
  const sides = rested
    ? ruleProblems((check?.rules ?? []).filter(({ id, ok }) => id === SIDES && !ok).map(({ id, message }) => ({ path: id, message }))).fields
    : {};
  const shown = { ...sides, ...(stockError && !chosen && { stock: stockError.text }), ...problems };
  const doing = state.matches('publishing')
    ? 'publishing'
    : state.matches('refused')
      ? 'refused'
      : state.matches({ checking: 'forPreview' })
        ? 'checking'
        : null;

  if (published)
    return (
      <Published
        name={published.stock}
        call={published}
        to={`${MY_CALLS}?reco=${published.id}`}
        onAgain={() => {
          send({ type: 'again' });
        }}
      >
        <CallBrief call={published} />
      </Published>
    );
  return (
    <>
      <FlowFrame
        step={step}
        send={send}
        waiting={waiting}
        refusals={refusals}
        failure={failure}
        notice={
          other && (
            <>
              You have an unfinished draft{other.form.stock && ` on ${other.form.stock}`}.{' '}
              <Button onClick={() => send({ type: 'edit', patch: other.form })}>Continue that draft</Button>
            </>
          )
        }
        beside={
          <>
            {chosen && <StockHead stock={chosen} live={live} clock={clock} />}
            {coming && <HeadWaits />}
            {coming && step !== 'rationale' && <ChartWaits />}
            {chosen && step !== 'rationale' && (
              <Boundary what="The chart">
                <DraftChart form={form} symbol={chosen.symbol} tick={chosen.tick} {...(step === 'levels' && { edit })} />
              </Boundary>
            )}
            <RuleChecklist missing={missing(form)} check={check} busy={state.matches('checking')} />
          </>
        }
      >
        {step === 'levels' ? (
          <LevelsStep form={form} problems={shown} edit={edit} stock={chosen} ltp={live.price} today={today} />
        ) : step === 'rationale' ? (
          <RationaleStep
            form={form}
            problems={problems}
            edit={edit}
            subject="stocks"
            attestation="I have not dealt in this stock in the last 30 days, will not for 5 days after publishing, and never against this call."
          />
        ) : (
          call && draft && <PreviewStep call={call} draft={draft} recipients={check?.recipients ?? 0} />
        )}
      </FlowFrame>
      {call && step !== 'preview' && (
        <section aria-label="What a subscriber will see" inert>
          <CallRows label="Preview" settled={false}>
            <LiveRow call={call} to={PUBLISH_CALL} now={call.published_at} />
          </CallRows>
        </section>
      )}
      <FlowFoot step={step} doing={doing} send={send} savedAt={savedAt} waiting={waiting} clock={clock} waitsForSession />
    </>
  );
}
