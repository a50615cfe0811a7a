import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fadingRowCss, useFadingRow } from './fading-row.ts';

function Row({ of }: { of: number }) {
  const { props } = useFadingRow<HTMLDivElement>(of);
  return <div {...props} css={fadingRowCss} data-testid="row" />;
}

/** A row of this width in a box of 100 px. */
function widen(row: HTMLElement, scrollWidth: number): void {
  Object.defineProperties(row, { clientWidth: { value: 100, configurable: true }, scrollWidth: { value: scrollWidth, configurable: true } });
}

test('a row fades towards where there is more of it: when what is in it changes, when it is scrolled, and when the window does', () => {
  const { rerender } = render(<Row of={1} />);
  const row = screen.getByTestId('row');
  expect(row).not.toHaveAttribute('data-more');
  widen(row, 300);
  rerender(<Row of={2} />);
  expect(row).toHaveAttribute('data-more', 'after');
  row.scrollLeft = 50;
  fireEvent.scroll(row);
  expect(row).toHaveAttribute('data-more', 'before after');
  row.scrollLeft = 200;
  fireEvent.scroll(row);
  expect(row).toHaveAttribute('data-more', 'before');
  row.scrollLeft = 0;
  widen(row, 100);
  fireEvent(window, new Event('resize'));
  expect(row).not.toHaveAttribute('data-more');
});
