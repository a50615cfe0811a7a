import { screen } from '@testing-library/react';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { vi } from 'vitest';

/** The name of the file that a press on its button saves. */
export async function savedName(): Promise<string> {
  let name = '';
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download;
  });
  await aUser().click(await screen.findByRole('button', { name: 'Download as CSV' }));
  click.mockRestore();
  return name;
}
