import { css } from '@emotion/react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { hiddenCss } from '../hidden.tsx';

const stack = css`
  display: grid;
  gap: var(--s-4);
  align-content: start;
  min-width: 0;
`;
const labelCss = css`
  font-size: var(--t-13);
  font-weight: 500;
  color: var(--ink-2);
`;
const noteCss = css`
  font-size: var(--t-12);
  color: var(--ink-3);
`;
const errorCss = css`
  font-size: var(--t-12);
  color: var(--loss);
  &::before {
    content: '! ';
    font-weight: 600;
  }
`;
export const controlCss = css`
  width: 100%;
  min-height: 44px;
  padding: 0 var(--s-12);
  border: 1px solid var(--control);
  border-radius: var(--r-6);
  background: var(--surface);
  color: var(--ink);
  font-size: var(--t-16);
  &::placeholder {
    color: var(--ink-3);
    opacity: 1;
  }
  &[aria-invalid='true'] {
    border-color: var(--loss);
    box-shadow: 0 0 0 1px var(--loss);
  }
  &:disabled,
  &:read-only:not(select) {
    background: var(--canvas);
    color: var(--ink-2);
  }
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 36px;
    font-size: var(--t-14);
  }
`;
const suffixed = css`
  display: flex;
  align-items: stretch;
  position: relative;
  & > input {
    flex: 1;
  }
`;
const figures = css`
  text-align: right;
  font-variant-numeric: tabular-nums;
`;

interface Labelled {
  label: ReactNode;
  /** A quiet line under the control. */
  hint?: ReactNode;
  /** What is wrong and how to fix it. It replaces the hint and marks the control invalid. */
  error?: ReactNode;
  /** Shows the label to screen readers only, where the context makes it clear. */
  labelHidden?: boolean;
}

function useNotes(id: string, { hint, error }: Pick<Labelled, 'hint' | 'error'>) {
  const noteId = `${id}-note`;
  return {
    described: hint || error ? noteId : undefined,
    note: (
      // Always in the tree, so that a new error is announced.
      <span id={noteId} css={error ? errorCss : noteCss} aria-live="polite" hidden={!error && !hint}>
        {error || hint}
      </span>
    ),
  };
}

export interface TextFieldProps extends Labelled, Omit<ComponentPropsWithRef<'input'>, 'id'> {
  id?: string;
  /** Right-aligned tabular figures, for prices and quantities. */
  numeric?: boolean;
  /** A button or unit at the end of the box. */
  end?: ReactNode;
}

export function TextField({ label, hint, error, labelHidden, numeric = false, end, id, ...input }: TextFieldProps) {
  const own = useId();
  const fieldId = id ?? own;
  const { described, note } = useNotes(fieldId, { hint, error });
  return (
    <div css={stack}>
      <label htmlFor={fieldId} css={labelHidden ? hiddenCss : labelCss}>
        {label}
      </label>
      <div css={suffixed}>
        <input
          id={fieldId}
          css={[controlCss, numeric && figures]}
          {...(numeric ? { inputMode: 'decimal', autoComplete: 'off' } : {})}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          {...input}
        />
        {end}
      </div>
      {note}
    </div>
  );
}

export interface TextAreaProps extends Labelled, Omit<ComponentPropsWithRef<'textarea'>, 'id'> {
  id?: string;
}

const areaCss = css`
  padding: var(--s-8) var(--s-12);
  min-height: 96px;
  resize: vertical;
  line-height: 1.45;
`;
export function TextArea({ label, hint, error, labelHidden, id, ...area }: TextAreaProps) {
  const own = useId();
  const fieldId = id ?? own;
  const { described, note } = useNotes(fieldId, { hint, error });
  return (
    <div css={stack}>
      <label htmlFor={fieldId} css={labelHidden ? hiddenCss : labelCss}>
        {label}
      </label>
      <textarea id={fieldId} css={[controlCss, areaCss]} aria-invalid={error ? true : undefined} aria-describedby={described} {...area} />
      {note}
    </div>
  );
}

export interface SelectFieldProps extends Labelled, Omit<ComponentPropsWithRef<'select'>, 'id' | 'onChange'> {
  id?: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  onChange?: (value: string) => void;
}

const selectCss = css`
  appearance: none;
  padding-right: 36px;
  cursor: pointer;
  background-image: linear-gradient(45deg, transparent 50%, var(--ink-2) 50%), linear-gradient(135deg, var(--ink-2) 50%, transparent 50%);
  background-position: right 17px center, right 12px center;
  background-size: 5px 5px;
  background-repeat: no-repeat;
  text-overflow: ellipsis;
`;
/** The browser's own list: it works on phones, by keyboard and with screen readers. */
export function SelectField({ label, hint, error, labelHidden, id, options, onChange, ...select }: SelectFieldProps) {
  const own = useId();
  const fieldId = id ?? own;
  const { described, note } = useNotes(fieldId, { hint, error });
  return (
    <div css={stack}>
      <label htmlFor={fieldId} css={labelHidden ? hiddenCss : labelCss}>
        {label}
      </label>
      <select
        id={fieldId}
        css={[controlCss, selectCss]}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        onChange={(event) => onChange?.(event.target.value)}
        {...select}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      {note}
    </div>
  );
}

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'id'> {
  label: ReactNode;
  error?: ReactNode;
}

const checkCss = css`
  display: flex;
  align-items: flex-start;
  gap: var(--s-12);
  padding: var(--s-12) 0;
  cursor: pointer;
  @media (min-width: 880px) and (pointer: fine) {
    padding: var(--s-8) 0;
  }
  & input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 1px 0 0;
    accent-color: var(--accent);
  }
`;
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId();
  const { described, note } = useNotes(id, { error });
  return (
    <div>
      <label css={checkCss}>
        <input id={id} type="checkbox" aria-invalid={error ? true : undefined} aria-describedby={described} {...input} />
        <span>{label}</span>
      </label>
      {note}
    </div>
  );
}

export interface SegmentedProps<V extends string> {
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  /** Shows the label above. By default only screen readers get it. */
  showLabel?: boolean;
  /** On a phone two stand beside each other: four that fit in one line only until the page's own letters come, or until a wider one is chosen, would jump. */
  paired?: boolean;
}

const groupCss = css`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  padding: 0;
  border: 0;
  min-width: 0;
  justify-items: start;
`;
const segmentsCss = css`
  display: inline-flex;
  flex-wrap: wrap;
  max-width: 100%;
  padding: 2px;
  border-radius: var(--r-6);
  background: var(--line);
`;
const pairedCss = css`
  @media (max-width: 479.98px) {
    display: inline-grid;
    grid-template-columns: repeat(2, auto);
  }
`;
const segmentCss = css`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  /* Where the choices take two lines, both are full: none is cut off or has to be scrolled to. */
  flex: 1 0 auto;
  min-height: 44px;
  padding: 0 var(--s-12);
  border-radius: 5px;
  color: var(--ink-2);
  font-size: var(--t-13);
  font-weight: 500;
  white-space: nowrap;
  cursor: pointer;
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 32px;
  }
  &:has(:checked) {
    background: var(--surface);
    color: var(--ink);
    font-weight: 600;
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
`;
/** One of a few choices: a radio group with one Tab stop, in which the arrow keys move. */
export function Segmented<V extends string>({ label, options, value, onChange, showLabel = false, paired = false }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset css={groupCss}>
      <legend css={showLabel ? labelCss : hiddenCss}>{label}</legend>
      <div css={[segmentsCss, paired && pairedCss]}>
        {options.map((option) => (
          <label key={option.value} css={segmentCss}>
            <input css={hiddenCss} type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
