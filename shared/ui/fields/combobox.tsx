import { css } from '@emotion/react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { floatCss } from '../floats/float.css.ts';
import { usePlaced } from '../floats/place.ts';
import { Hidden, hiddenCss } from '../hidden.tsx';
import { controlCss } from './field.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Quiet text at the end of the row. */
  hint?: string;
}

const boxCss = css`
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
const listCss = css`
  padding: var(--s-4);
  max-height: 320px;
  max-width: calc(100vw - 16px);
`;
const optionCss = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-16);
  min-height: 40px;
  padding: 0 var(--s-12);
  border-radius: var(--r-6);
  cursor: pointer;
  &[data-active] {
    background: var(--line);
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
    text-align: right;
  }
  &[data-active] small {
    color: var(--ink-2);
  }
`;
const noteCss = css`
  padding: var(--s-8) var(--s-12);
  color: var(--ink-2);
`;
const errorCss = css`
  font-size: var(--t-12);
  color: var(--loss);
`;

export interface ComboboxProps {
  label: ReactNode;
  labelHidden?: boolean;
  /** The chosen option, or null. */
  value: ComboboxOption | null;
  onChange: (option: ComboboxOption | null) => void;
  /** Options for the typed text ('' on opening), called 150 ms after the last key. */
  load: (query: string) => Promise<readonly ComboboxOption[]>;
  placeholder?: string;
  error?: ReactNode;
  disabled?: boolean;
}

/** A text field with a list, after the ARIA combobox pattern: arrows move, Enter selects, Esc closes, then clears. */
export function Combobox({ label, labelHidden, value, onChange, load, placeholder, error, disabled }: ComboboxProps) {
  const id = useId();
  const anchor = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [result, setResult] = useState<{ options: readonly ComboboxOption[]; state: 'loading' | 'ready' | 'failed' }>({ options: [], state: 'loading' });
  usePlaced(open, anchor, list, { matchWidth: true, gap: 4 });

  const query = text ?? '';
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!open) return;
    let current = true;
    const timer = setTimeout(() => {
      latest.current(query).then(
        (options) => {
          if (!current) return;
          setResult({ options, state: 'ready' });
          setActive(options.length && query ? 0 : -1);
        },
        () => current && setResult({ options: [], state: 'failed' }),
      );
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [open, query]);
  useEffect(() => {
    if (active >= 0) list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const close = () => {
    setOpen(false);
    setText(null);
    setActive(-1);
  };
  const take = (option: ComboboxOption) => {
    onChange(option);
    close();
  };
  const onKey = (event: KeyboardEvent) => {
    const count = result.options.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (count) setActive((active + (event.key === 'ArrowDown' ? 1 : active < 0 ? 0 : -1) + count) % count);
    } else if (event.key === 'Enter' && open) {
      const option = result.options[active];
      event.preventDefault();
      if (option) take(option);
    } else if (event.key === 'Escape') {
      if (open) {
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        close();
      } else if (value) onChange(null);
    }
  };
  return (
    <div css={boxCss}>
      <label htmlFor={id} css={labelHidden ? hiddenCss : labelCss}>
        {label}
      </label>
      <input
        ref={anchor}
        id={id}
        css={controlCss}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        placeholder={placeholder}
        disabled={disabled}
        value={text ?? value?.label ?? ''}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          // The options on screen are for the text before: Enter must not take one of them.
          setActive(-1);
          if (event.target.value === '') onChange(null);
        }}
        onClick={() => setOpen(true)}
        onFocus={(event) => event.target.select()}
        onBlur={close}
        onKeyDown={onKey}
      />
      {error && (
        <span id={`${id}-note`} css={errorCss}>
          {error}
        </span>
      )}
      <Hidden role="status">{open && result.state === 'ready' ? `${result.options.length} ${result.options.length === 1 ? 'result' : 'results'}` : ''}</Hidden>
      {open && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={typeof label === 'string' ? label : 'Options'} css={[floatCss, listCss]}>
          {result.options.map((option, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works on the input (aria-activedescendant).
            <div
              key={option.value}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value?.value}
              data-active={at === active ? '' : undefined}
              css={optionCss}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(at)}
              onClick={() => take(option)}
            >
              <span>{option.label}</span>
              {option.hint && <small>{option.hint}</small>}
            </div>
          ))}
          {result.options.length === 0 && (
            <div css={noteCss} role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
              {result.state === 'loading'
                ? 'Searching…'
                : result.state === 'failed'
                  ? 'The list could not be loaded. Type again to retry.'
                  : 'Nothing matches.'}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
