import { css } from '@emotion/react';
import { Checkbox, SelectField, TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { type CallSubject, disclosureQuestions } from '../call/drawer/disclosure-questions.ts';
import type { RationaleForm } from './rationale-form.ts';

const formCss = css`
  display: grid;
  gap: var(--s-16);
  & fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  & legend {
    padding: 0;
    margin-bottom: var(--s-4);
    font-weight: 600;
  }
`;
const rowCss = css`
  display: grid;
  gap: var(--s-12);
  grid-template-columns: repeat(2, minmax(0, 1fr));
`;
const BODY = 300;
const KILL = 40;
const METHODS = [
  { value: 'technical', label: 'Technical' },
  { value: 'fundamental', label: 'Fundamental' },
  { value: 'quant', label: 'Quantitative' },
  { value: 'mixed', label: 'Mixed' },
];
const AI = [
  { value: 'none', label: 'Not used' },
  { value: 'assist', label: 'Assisted' },
  { value: 'generated', label: 'Generated' },
];
const toGo = (written: number, needed: number, done: string) => (written < needed ? `${needed - written} more characters` : done);

export interface RationaleStepProps {
  form: RationaleForm;
  problems: Partial<Record<keyof RationaleForm, string>>;
  edit: (patch: Partial<RationaleForm>) => void;
  /** What the call is about. */
  subject: CallSubject;
  /** That the author stays out of it, in the words of its kind. */
  attestation: string;
}

/** Step two: the rationale, what would prove it wrong, and the author's disclosures. */
export function RationaleStep({ form, problems, edit, subject, attestation }: RationaleStepProps) {
  const body = [form.thesis, form.trigger, form.risks].reduce((sum, text) => sum + text.trim().length, 0);
  const area = (name: 'thesis' | 'trigger' | 'risks' | 'kill_criteria' | 'sources' | 'other', label: string, maxLength: number, hint: string) => (
    <TextArea
      name={name}
      rows={name === 'thesis' ? 6 : 3}
      label={label}
      value={form[name]}
      maxLength={maxLength}
      error={problems[name]}
      hint={hint}
      onChange={(event) => edit({ [name]: event.target.value })}
    />
  );
  return (
    <div css={formCss}>
      {area('thesis', 'Thesis', 2000, `Thesis, trigger and risks together: ${toGo(body, BODY, `${body} characters`)}`)}
      {area('trigger', 'Trigger', 1000, 'What makes it happen now')}
      {area('risks', 'Risks', 1000, 'What speaks against it')}
      {area('kill_criteria', 'What would prove this wrong', 1000, toGo(form.kill_criteria.trim().length, KILL, 'Readers will measure the call against it'))}
      <div css={rowCss}>
        <SelectField label="Method" options={METHODS} value={form.method} onChange={(method) => edit({ method: method as typeof form.method })} />
        <SelectField
          label="AI in this research"
          options={AI}
          value={form.ai_used}
          error={problems.ai_used}
          onChange={(used) => edit({ ai_used: used as typeof form.ai_used })}
        />
      </div>
      {area('sources', 'Sources', 1700, 'One per line, at most eight')}
      <fieldset>
        <legend>Disclosures (Regulation 19)</legend>
        {disclosureQuestions(subject, form).map(([name, question]) => (
          <Checkbox key={name} label={question} checked={form[name]} error={problems[name]} onChange={(event) => edit({ [name]: event.target.checked })} />
        ))}
        {area('other', 'Anything else a reader should know', 500, '')}
        <Checkbox
          label={attestation}
          checked={form.attest_30_5}
          error={problems.attest_30_5}
          onChange={(event) => edit({ attest_30_5: event.target.checked })}
        />
      </fieldset>
    </div>
  );
}
