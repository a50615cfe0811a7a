import type { StructureFigures as FiguresOfStructure, OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import { readClock } from '@vimarsh/shared/contract/market/routes.ts';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { readOptionQuotes, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { sentencesOf } from '@vimarsh/shared/domain/calls/publishing/rule-result.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { MY_OPTION_CALLS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { useCalendarOfPage } from '@vimarsh/shared/kit/calendar-of-page.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import type { SessionUser } from '@vimarsh/shared/session';
import { useCallback, useMemo } from 'react';
import { useAuthor } from '../../publishing/author-of.ts';
import { PreviewStep } from '../../publishing/preview.step.tsx';
import { PublishingFlow } from '../../publishing/publishing-flow.tsx';
import { usePublishing } from '../../publishing/use-publishing.ts';
import { chainInput, termsOf } from './chain-terms.ts';
import { DraftPayoff } from './draft-payoff.tsx';
import { draftStructure, drawnLevels, structureGreeks } from './draft-structure.ts';
import { missing, type OptionForm, readForm, typed } from './option-form.ts';
import { OPTIONS } from './option-publishing.ts';
import { ruleProblems } from './option-rule-fields.ts';
import { OptionTerms, type TermsOfCall } from './option-terms.tsx';
import { StructureStep } from './structure.step.tsx';
import { StructureFigures } from './structure-figures.tsx';

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
  useCalendarOfPage();
  const flow = usePublishing(OPTIONS, user.id);
  const { send } = flow;
  const { form, step, problems, check } = flow.context;
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
  const author = useAuthor(user);
  const { draft } = useMemo(() => readForm(form), [form]);
  const left = useMemo(() => missing(form), [form]);
  // Whoever chose an underlying in doubt should not fill in the rest first.
  const drafting = ruleProblems((check?.rules ?? []).filter(({ id, ok }) => id === 'OPT-DOUBT' && !ok).flatMap(sentencesOf)).fields;
  const waiting = clock?.stale ? 'Prices are not up to date, so nothing can be published now. Your draft is safe.' : '';
  return (
    <PublishingFlow
      flow={flow}
      waiting={waiting}
      clock={clock}
      waitsForSession={false}
      subject={subject}
      attestation="I have not dealt in this underlying in the last 30 days, will not for 5 days after publishing, and never against this call."
      missing={left}
      onRecord={(published) => ({ name: published.underlying, to: `${MY_OPTION_CALLS}?reco=${published.id}`, children: <OptionTerms call={published} /> })}
      beside={
        structure &&
        step !== 'rationale' && (
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
        )
      }
      levels={
        <StructureStep
          form={form}
          problems={{ ...drafting, ...problems }}
          edit={edit}
          chain={shown.chain}
          failed={shown.failed}
          unlimited={structure?.figures.defined_risk === false}
          today={today}
        />
      }
      preview={
        draft &&
        check?.figures && (
          <PreviewStep draft={draft} author={author} subject={subject} recipients={check.recipients}>
            <OptionTerms call={termsOfDraft(draft, check.figures, author)} />
            {draft.caution && (
              <section>
                <h3>Caution</h3>
                <p translate="no">{draft.caution}</p>
              </section>
            )}
          </PreviewStep>
        )
      }
    />
  );
}

/** The call as subscribers will see it, with the figures that the server computed. */
const termsOfDraft = (draft: OptionDraft, figures: FiguresOfStructure, expert: TermsOfCall['expert']): TermsOfCall => ({
  ...figures,
  expert,
  underlying: draft.underlying,
  outlook: draft.outlook,
  legs: draft.legs.map(({ side, type, strike, expiry, lots, entry }) => ({ side, type, strike, expiry, lots, mid: entry, entry: null, exit: null })),
  level_basis: draft.target.basis,
  target: draft.target.value,
  stop_loss: draft.stop.value,
  net_limit: draft.net_limit,
  valid_till: draft.valid_till,
});
