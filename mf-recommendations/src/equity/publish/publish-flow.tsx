import { readClock, readInstrument } from '@vimarsh/shared/contract/market/routes.ts';
import { sentencesOf } from '@vimarsh/shared/domain/calls/publishing/rule-result.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { MY_CALLS, PUBLISH_CALL } from '@vimarsh/shared/domain/routing/member-places.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import { useCalendarOfPage } from '@vimarsh/shared/kit/calendar-of-page.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import type { SessionUser } from '@vimarsh/shared/session';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useMemo } from 'react';
import { useAuthor } from '../../publishing/author-of.ts';
import { PreviewStep } from '../../publishing/preview.step.tsx';
import { typedPrice } from '../../publishing/price-step.ts';
import { PublishingFlow } from '../../publishing/publishing-flow.tsx';
import { usePublishing } from '../../publishing/use-publishing.ts';
import { CallBrief } from '../drawer/call-brief.tsx';
import { CallRows } from '../list/call-rows.tsx';
import { LiveRow } from '../list/live-row.tsx';
import { type CallForm, missing, proposedBy, readForm } from './call-form.ts';
import { ChartWaits, DraftChart } from './draft-chart.tsx';
import { EQUITY } from './equity-publishing.ts';
import { LevelsStep } from './levels.step.tsx';
import { previewCall } from './preview-call.ts';
import { ruleProblems, WHILE_DRAFTING } from './rule-fields.ts';
import { HeadWaits, StockHead } from './stock-head.tsx';
import { fittingDay } from './validity.ts';

const NAMED = /^[A-Z0-9][A-Z0-9&-]{0,19}$/;

/** The three publishing steps of an equity call, driven by the flow that all kinds of call share. */
export function PublishFlow({ user, stock: fromPath }: { user: SessionUser; stock: string }) {
  useCalendarOfPage();
  const flow = usePublishing(EQUITY, user.id, fromPath);
  const { send, other, rested } = flow;
  const { form, step, problems, check } = flow.context;
  const edit = (patch: Partial<CallForm>) => send({ type: 'edit', patch });
  const { path, query } = usePath();
  // Once: from then on it is the author's draft, which a reload must not write over.
  useEffect(() => {
    const patch = proposedBy(query);
    if (!patch) return;
    send({ type: 'edit', patch });
    navigate(path, { replace: true });
  }, [path, query, send]);

  const { data: clock } = useQuery(readClock, {}, { every: 15_000 });
  const { data: stock, error: stockError } = useQuery(readInstrument, { params: { symbol: form.stock } }, { enabled: NAMED.test(form.stock) });
  const today = clock ? istDay(new Date(clock.now)) : istDay(new Date());
  const chosen = stock?.symbol === form.stock ? stock : undefined;
  // Named by the address or a draft, and not known yet: its room is kept, so that the rules below do not move when it comes.
  const coming = NAMED.test(form.stock) && !chosen && !stockError;
  const live = useLivePrice(chosen?.symbol ?? null);
  const author = useAuthor(user);

  // A day that its author can't choose follows the market's: a saved draft may be of yesterday.
  const day = clock && (form.valid_till === '' || form.term === 'intraday') ? fittingDay(form.valid_till, form.term, today) : form.valid_till;
  useEffect(() => {
    if (day !== form.valid_till) send({ type: 'edit', patch: { valid_till: day } });
  }, [day, form.valid_till, send]);
  // The price seen can't be typed: whoever chose before it came, or then took another stock, gets the first that comes.
  const seen = form.entry_mode === 'market' && form.entry_low === '' && chosen && live.price !== null ? typedPrice(snapToTick(live.price, chosen.tick)) : '';
  useEffect(() => {
    if (seen) send({ type: 'edit', patch: { entry_low: seen } });
  }, [seen, send]);

  const { draft } = useMemo(() => readForm(form), [form]);
  const call = draft && chosen && clock ? previewCall(draft, author, chosen, clock.now) : null;
  const closed = clock && clock.phase !== 'continuous';
  const waiting = clock?.stale
    ? 'Prices are not up to date, so nothing can be published now. Your draft is safe.'
    : closed && form.term === 'intraday'
      ? `The market is not open (${clock.label}). An intraday call needs live prices.`
      : '';
  const drafting = rested ? ruleProblems((check?.rules ?? []).filter(({ id, ok }) => WHILE_DRAFTING.includes(id) && !ok).flatMap(sentencesOf)).fields : {};
  const shown = { ...drafting, ...(stockError && !chosen && { stock: stockError.text }), ...problems };

  const price = chosen ? <StockHead stock={chosen} live={live} clock={clock} /> : coming && <HeadWaits />;
  const chart = chosen ? (
    <Boundary what="The chart">
      <DraftChart form={form} symbol={chosen.symbol} tick={chosen.tick} {...(step === 'levels' && { edit })} />
    </Boundary>
  ) : (
    coming && <ChartWaits />
  );
  const priceAndChart = (
    <>
      {price}
      {chart}
    </>
  );

  return (
    <PublishingFlow
      flow={flow}
      waiting={waiting}
      clock={clock}
      waitsForSession
      subject="stocks"
      attestation="I have not dealt in this stock in the last 30 days, will not for 5 days after publishing, and never against this call."
      missing={missing(form)}
      onRecord={(published) => ({ name: published.stock, to: `${MY_CALLS}?reco=${published.id}`, children: <CallBrief call={published} /> })}
      notice={
        other && (
          <>
            You have an unfinished draft{other.form.stock && ` on ${other.form.stock}`}.{' '}
            <Button onClick={() => send({ type: 'edit', patch: other.form })}>Continue that draft</Button>
          </>
        )
      }
      inSight={step === 'levels' && (chosen || coming) ? priceAndChart : null}
      beside={step === 'preview' ? priceAndChart : step === 'rationale' ? price : null}
      levels={<LevelsStep form={form} problems={shown} edit={edit} stock={chosen} ltp={live.price} today={today} />}
      preview={
        call &&
        draft && (
          <PreviewStep draft={draft} author={call.expert} subject="stocks" recipients={check?.recipients ?? 0}>
            <CallBrief call={call} />
          </PreviewStep>
        )
      }
      below={
        call &&
        step !== 'preview' && (
          <section aria-label="What a subscriber will see" inert>
            <CallRows label="Preview" settled={false}>
              <LiveRow call={call} to={PUBLISH_CALL} now={call.published_at} />
            </CallRows>
          </section>
        )
      }
    />
  );
}
