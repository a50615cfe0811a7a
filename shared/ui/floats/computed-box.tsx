import { css } from '@emotion/react';
import { type RefObject, useEffect, useRef } from 'react';
import { formatIst } from '../../domain/text/formats.ts';
import type { Explained } from './computed.types.ts';
import { floatCss } from './float.css.ts';
import { usePlaced } from './place.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  & h3 {
    font-size: var(--t-13);
  }
  & dl {
    display: grid;
    grid-template-columns: auto auto;
    gap: var(--s-4) var(--s-16);
  }
  & dt {
    color: var(--ink-2);
  }
  & dd {
    text-align: right;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;
const pairCss = css`
  display: contents;
`;

interface Props extends Explained {
  id: string;
  /** The figure's button. */
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** How a figure is computed, beside its button. It takes the focus; Esc, a press outside or moving the focus away closes it. */
export function ComputedBox({ id, anchor, onClose, label, how, inputs = [], asOf }: Props) {
  const box = useRef<HTMLDivElement>(null);
  usePlaced(true, anchor, box);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it closes with doesn't open it anew.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) onClose();
    };
    // Captured at the window, so that a surrounding dialog does not close too.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
      anchor.current?.focus();
    };
    addEventListener('pointerdown', outside, true);
    addEventListener('focusin', outside);
    addEventListener('keydown', onEscape, true);
    return () => {
      removeEventListener('pointerdown', outside, true);
      removeEventListener('focusin', outside);
      removeEventListener('keydown', onEscape, true);
    };
  }, []);

  return (
    <div ref={box} id={id} role="dialog" aria-label={`How is ${label} computed?`} tabIndex={-1} css={[floatCss, boxCss]}>
      <h3>How is this computed?</h3>
      <p>{how}</p>
      {inputs.length > 0 && (
        <dl>
          {inputs.map(([name, value]) => (
            <div key={name} css={pairCss}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {asOf && <small>As of {formatIst(asOf)}</small>}
    </div>
  );
}
