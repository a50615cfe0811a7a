import { type ReactNode, useMemo } from 'react';
import { declaredConflicts } from '../call/drawer/disclosure-questions.ts';
import { FlowFoot, type FlowFootProps } from './flow-foot.tsx';
import { FlowFrame, type FlowFrameProps } from './flow-frame.tsx';
import { Published, type PublishedProps } from './published.tsx';
import type { RuleCheck } from './publishing.machine.ts';
import { RationaleStep, type RationaleStepProps } from './rationale.step.tsx';
import type { RationaleForm } from './rationale-form.ts';
import { RuleChecklist } from './rule-checklist.tsx';
import type { Publishing } from './use-publishing.ts';

export interface PublishingFlowProps<Call extends PublishedProps['call']>
  extends Pick<FlowFootProps, 'waiting' | 'clock' | 'waitsForSession'>,
    Pick<FlowFrameProps, 'notice' | 'inSight'>,
    Pick<RationaleStepProps, 'subject' | 'attestation'> {
  flow: Publishing<RationaleForm, RuleCheck, Call>;
  /** The first step. */
  levels: ReactNode;
  /** The third; nothing until the draft can be read. */
  preview: ReactNode;
  /** What follows from the draft, above its rules. */
  beside?: ReactNode;
  /** The fields needed before the rules can be checked. */
  missing: readonly { field: string; label: string }[];
  /** Below the steps. */
  below?: ReactNode;
  /** How a call that is on record is named and shown, and where its author finds it. */
  onRecord: (call: Call) => Pick<PublishedProps, 'name' | 'to' | 'children'>;
}

/** The three steps of publishing a call of any kind, and what stands there once it is on record. */
export function PublishingFlow<Call extends PublishedProps['call']>(props: PublishingFlowProps<Call>) {
  const { flow, waiting, clock, waitsForSession, notice, inSight, subject, attestation, levels, preview, beside, missing, below, onRecord } = props;
  const { context, doing, checking, savedAt, send } = flow;
  const { form, step, problems, refusals, failure, check, published } = context;
  const conflicts = useMemo(() => declaredConflicts(subject, form), [subject, form]);
  if (published) return <Published {...onRecord(published)} call={published} onAgain={() => send({ type: 'again' })} />;
  return (
    <>
      <FlowFrame
        step={step}
        send={send}
        waiting={waiting}
        refusals={refusals}
        failure={failure}
        notice={notice}
        inSight={inSight}
        beside={
          <>
            {beside}
            <RuleChecklist missing={missing} check={check} busy={checking} />
          </>
        }
      >
        {step === 'levels' ? (
          levels
        ) : step === 'rationale' ? (
          <RationaleStep form={form} problems={problems} edit={(patch) => send({ type: 'edit', patch })} subject={subject} attestation={attestation} />
        ) : (
          preview
        )}
      </FlowFrame>
      {below}
      <FlowFoot
        step={step}
        doing={doing}
        send={send}
        savedAt={savedAt}
        waiting={waiting}
        clock={clock}
        waitsForSession={waitsForSession}
        conflicts={conflicts}
      />
    </>
  );
}
