import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { listViews, removeView, saveView } from '@vimarsh/shared/contract/saved-views/routes.ts';
import type { SavedView } from '@vimarsh/shared/contract/saved-views/types.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test } from 'vitest';
import { SavedViews, SaveView } from './saved-views.panel.tsx';
import { parseSlice } from './slice-url.ts';

const user = { id: 'u', full_name: 'A', profession: 'Retail Investor', picture: '', email: 'a@b.co', verified: false, rank: null, is_admin: false } as const;
const LATE_IT: SavedView = { name: 'Late IT', slice: { view: 'closed', rows: 'month', sector: 'IT' } };
const slice = parseSlice(new URLSearchParams('rows=cap&sector=IT'));

function open(refusal?: ReturnType<typeof refuse>) {
  let views = [LATE_IT];
  const host = fakeHost({
    path: '/data-categorisation?rows=cap&sector=IT',
    snapshot: { signedIn: true, user },
    answers: [
      reply(listViews, () => views),
      reply(saveView, ({ body }) => {
        views = [...views, saveView.body!.parse(body)];
        return views;
      }),
      reply(removeView, ({ body }) => {
        views = views.filter(({ name }) => name !== body.name);
        return views;
      }),
      ...(refusal ? [refusal] : []),
    ],
  });
  render(
    <>
      <SavedViews slice={slice} />
      <SaveView slice={slice} />
    </>,
    { wrapper: host.Wrapper },
  );
  return host;
}

test('what is counted is saved by its name and stands among the others, each a link to its slice', async () => {
  const host = open();
  expect(await screen.findByRole('link', { name: 'Late IT' })).toHaveAttribute('href', '/data-categorisation?view=closed&rows=month&sector=IT');
  await userEvent.type(screen.getByLabelText('Name of the view'), ' IT by size {Enter}');
  const saved = await screen.findByRole('link', { name: 'IT by size' });
  expect(saved).toHaveAttribute('href', '/data-categorisation?rows=cap&sector=IT');
  expect(saved).toHaveAttribute('aria-current', 'page');
  expect(screen.getByText('Saved as IT by size.')).toHaveAttribute('role', 'status');
  expect(host.calls.find(({ route }) => route === saveView)!.input).toEqual({
    body: { name: 'IT by size', slice: { view: 'live', rows: 'cap', sector: 'IT' } },
  });
  expect(screen.getByLabelText('Name of the view')).toHaveValue('');
});

test('removed views are gone', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Late IT' }));
  expect(await screen.findByText('Late IT is removed.')).toBeInTheDocument();
  expect(within(screen.getByRole('navigation', { name: 'Saved views' })).queryByRole('link')).toBeNull();
});

test('a missing name, and what the server says of a name, stand at the field', async () => {
  open(refuse(saveView, 'BAD_REQUEST', 'Check the marked fields.', { problems: [{ path: 'name', message: 'At most 20 views. Remove one first.' }] }));
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  expect(screen.getByLabelText('Name of the view')).toHaveAccessibleDescription(/Field is required/);
  await userEvent.type(screen.getByLabelText('Name of the view'), 'More');
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  expect(await screen.findByText('At most 20 views. Remove one first.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name of the view')).toHaveValue('More');
});
