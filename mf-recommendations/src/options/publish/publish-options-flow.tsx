import { readClock } from '@vimarsh/shared/contract/market/routes.ts';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { readOptionQuotes, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { MY_OPTION_CALLS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import type { SessionUser } from '@vimarsh/shared/session';
import { useCallback, useMemo } from 'react';
import { useExperts } from '../../call/follow/experts.ts';
import { authorOf } from '../../publishing/author-of.ts';
import { FlowFoot } from '../../publishing/flow-foot.tsx';
import { FlowFrame } from '../../publishing/flow-frame.tsx';
import { Published } from '../../publishing/published.tsx';
import { RationaleStep } from '../../publishing/rationale.step.tsx';
import { RuleChecklist } from '../../publishing/rule-checklist.tsx';
import { chainInput, termsOf } from './chain-terms.ts';
import { DraftPayoff } from './draft-payoff.tsx';
import { draftStructure, drawnLevels, structureGreeks } from './draft-structure.ts';
import { missing, type OptionForm, readForm, typed } from './option-form.ts';
import { OptionPreviewStep } from './option-preview.step.tsx';
import { OptionTerms } from './option-terms.tsx';
import { StructureStep } from './structure.step.tsx';
import { StructureFigures } from './structure-figures.tsx';
import { useOptionPublishing } from './use-option-publishing.ts';

const REFRESH_MS = 15_000;

/** What of the market's clock the screen shows: nothing that changes with every second. */
const clockOf = ({ now, stale, phase, label }: MarketClock) => ({ today: istDay(new Date(now)), stale, phase, label });

/**
 * The terms of a chain, looked at again while it is on the screen; those of the nearest expiry where none is named. Its quotes are read
 * where they are shown: one that has changed draws nothing else anew.
 */
function useChain(underlying: string, expiry: string) {
  const { data, error, refetch } = useQuery(readOptionQuotes, chainInput(underlying, expiry), {
    every: REFRESH_MS,
    enabled: underlying !== '',
    pick: termsOf,
  });
  const fits = data?.symbol === underlying && (expiry === '' || data.expiry === expiry);
  return { chain: fits ? data : undefined, failed: error && !fits ? { text: error.text, retry: refetch } : null };
}

/** The three publishing steps of an option call, driven by the flow that all kinds of call share. */
export function PublishOptionsFlow({ user }: { user: SessionUser }) {
  const { state, send, savedAt } = useOptionPublishing(user.id);
  const { form, step, problems, refusals, failure, check, published } = state.context;
  const edit = useCallback((patch: Partial<OptionForm>) => send({ type: 'edit', patch }), [send]);

  const { data: clock } = useQuery(readClock, {}, { every: REFRESH_MS, pick: clockOf });
  const { data: underlyings } = useQuery(readOptionUnderlyings, {});
  const today = clock?.today ?? istDay(new Date());
  const shown = useChain(form.underlying, form.expiry);
  const first = form.legs.length > 0 ? firstExpiry(form.legs) : '';
  // Nothing is asked twice where the legs are of the chain on the screen.
  const other = useChain(first !== '' && shown.chain && shown.chain.expiry !== first ? form.underlying : '', first).chain;
  const near = shown.chain?.expiry === first ? shown.chain : other;
  const isIndex = underlyings?.find(({ symbol }) => symbol === form.underlying)?.kind === 'index';
  const subject = isIndex ? 'indices' : 'stocks';
  const structure = useMemo(() => (near ? draftStructure(form.legs, near, isIndex, new Date(near.as_of)) : null), [form.legs, near, isIndex]);
  const { experts } = useExperts();
  const author = experts.find((expert) => expert.user_id === user.id) ?? authorOf(user);
  const { draft } = useMemo(() => readForm(form), [form]);
  const left = useMemo(() => missing(form), [form]);
  const waiting = clock?.stale ? 'Prices are not up to date, so nothing can be published now. Your draft is safe.' : '';
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
        name={published.underlying}
        call={published}
        to={`${MY_OPTION_CALLS}?reco=${published.id}`}
        onAgain={() => {
          send({ type: 'again' });
        }}
      >
        <OptionTerms call={published} />
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
        beside={
          <>
            {structure && step !== 'rationale' && (
              <>
                <DraftPayoff
                  structure={structure}
                  basis={form.basis}
                  {...drawnLevels(form, structure)}
                  {...(step === 'levels' && {
                    onMove: (which: 'target' | 'stop', level: number) =>
                      edit({ [which]: typed(which === 'stop' && form.basis === 'pnl' ? Math.abs(level) : level, form.basis) }),
                  })}
                />
                {step === 'levels' && <StructureFigures figures={structure.figures} greeks={structureGreeks(structure)} />}
              </>
            )}
            <RuleChecklist missing={left} check={check} busy={state.matches('checking')} />
          </>
        }
      >
        {step === 'levels' ? (
          <StructureStep
            form={form}
            problems={problems}
            edit={edit}
            chain={shown.chain}
            failed={shown.failed}
            unlimited={structure?.figures.defined_risk === false}
            today={today}
          />
        ) : step === 'rationale' ? (
          <RationaleStep
            form={form}
            problems={problems}
            edit={edit}
            subject={subject}
            attestation="I have not dealt in this underlying in the last 30 days, will not for 5 days after publishing, and never against this call."
          />
        ) : (
          draft && check?.figures && <OptionPreviewStep draft={draft} subject={subject} figures={check.figures} author={author} recipients={check.recipients} />
        )}
      </FlowFrame>
      <FlowFoot step={step} doing={doing} send={send} savedAt={savedAt} waiting={waiting} clock={clock} waitsForSession={false} />
    </>
  );
}
