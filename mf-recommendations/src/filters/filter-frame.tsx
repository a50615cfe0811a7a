import { css, type SerializedStyles } from '@emotion/react';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useId, useState } from 'react';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
`;
/** One row, whose chips scroll beside the button. */
const lineCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-8);
  & > fieldset {
    flex: 1;
    min-width: 0;
  }
`;
const panelCss = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s-12);
  align-items: end;
  @media (min-width: 880px) {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  @media (max-width: 879.98px) {
    &[data-open='false'] {
      display: none;
    }
  }
`;
const phoneOnly = css`
  @media (min-width: 880px) {
    display: none;
  }
`;

export interface FilterFrameProps {
  /** A row of chips, always there. */
  line: ReactNode;
  /** What a phone shows on a press. */
  children: ReactNode;
  /** How many filters are set. */
  active: number;
  onClear: () => void;
  /** Of the grid in which `children` stand. */
  panel?: SerializedStyles;
}

/** The filters above a list of calls, of any kind. */
export function FilterFrame({ line, children, active, onClear, panel }: FilterFrameProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div css={boxCss}>
      <div css={lineCss}>
        {line}
        <span css={phoneOnly}>
          <Button aria-label={active > 0 ? `Filters, ${active} active` : 'Filters'} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <SlidersHorizontal size={16} aria-hidden="true" />
            {active > 0 && active}
          </Button>
        </span>
      </div>
      <div id={id} css={[panelCss, panel]} data-open={open}>
        {children}
        {active > 0 && <Button onClick={onClear}>Clear filters</Button>}
      </div>
    </div>
  );
}
