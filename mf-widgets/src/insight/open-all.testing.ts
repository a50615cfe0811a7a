import { act, fireEvent } from '@testing-library/react';

/** Opens everything in a view that is made when it is asked for, as a reader would who presses every summary; the DOM of tests tells of it as browsers do. */
export function openAll(root: ParentNode): void {
  for (const details of root.querySelectorAll('details:not([open])')) {
    act(() => {
      (details as HTMLDetailsElement).open = true;
    });
    fireEvent(details, new Event('toggle'));
  }
}
