import { render, screen, waitFor } from '@testing-library/react';
import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { anOptionCall, anOptionPage } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { type AuthorLine, readAuthorLines } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { type FakeHost, fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { expect, test } from 'vitest';
import { CallBrief } from '../../equity/drawer/call-brief.tsx';
import { CallList } from '../../equity/list/call-list.tsx';
import { OptionBrief } from '../../options/option-brief.tsx';
import { OptionList } from '../../options/option-list.tsx';
import { INVESTOR } from '../../testing/people.ts';

const LINE: AuthorLine = {
  ...{ user_id: 'exp_01', of: 'shares', n: 100, gained: 41, lost: 59, too_few: false, average: -0.518, averaged: 100 },
  chance: { low: 38, high: 57 },
};
const FEW: AuthorLine = { ...LINE, n: 4, gained: 3, lost: 1, too_few: true, average: null, averaged: 4, chance: null };
const LIMITED: AuthorLine = { ...LINE, of: 'limited', n: 30, gained: 12, lost: 18, average: 5.31, averaged: 30, chance: null };
const MARGIN: AuthorLine = { ...LIMITED, of: 'margin', gained: 10, lost: 20, average: -7 };

const answer = (lines: AuthorLine[], allowed = true) =>
  reply(readAuthorLines, {
    allowed,
    mode: allowed ? 'demo' : 'client_request',
    disclaimer: '',
    as_of: '2026-11-20T09:00:00.000Z',
    lines,
  });
const host = (lines: AuthorLine[], allowed = true): FakeHost => fakeHost({ path: '/', snapshot: INVESTOR, answers: [answer(lines, allowed)] });
const asked = ({ calls }: FakeHost) => calls.filter(({ route }) => route === readAuthorLines).map(({ input }) => input.query);
const record = () => document.querySelector('[data-record]');

test('beside the author of a call stands what their calls made: both sides and the average after costs, with what chance does (product 0.2)', async () => {
  const site = host([LINE]);
  render(<CallBrief call={aCall()} />, { wrapper: site.Wrapper });
  expect(await screen.findByText('41 of 100 calls gained, 59 lost')).toBeVisible();
  expect(record()).toHaveTextContent('Average for a follower, after costs: ▼down −0.52%');
  expect(record()).toHaveTextContent('Calls on shares that ended in the last 12 months. Chance alone: 38 to 57 gained.');
  expect(asked(site)).toEqual([{ authors: 'exp_01', of: 'shares' }]);
});

test('of too few calls no rate and no average is told, and an average says of how many it is where some prices are not known', async () => {
  const { unmount } = render(<CallBrief call={aCall()} />, { wrapper: host([FEW]).Wrapper });
  expect(await screen.findByText('4 ended calls: too few to tell')).toBeVisible();
  expect(record()).not.toHaveTextContent(/gained|Average/);
  unmount();
  render(<CallBrief call={aCall()} />, { wrapper: host([{ ...LINE, averaged: 88 }]).Wrapper });
  expect(await screen.findByText(/A follower’s prices are known of 88\./)).toBeVisible();
});

test('where the site’s policy shows no figures nothing stands there', async () => {
  const site = host([], false);
  render(<CallBrief call={aCall()} />, { wrapper: site.Wrapper });
  await waitFor(() => expect(document.querySelector('[aria-hidden] + [data-record], [data-record]')).toBeNull());
  await waitFor(() => expect(asked(site)).toHaveLength(1));
  expect(screen.queryByText(/gained|too few/)).toBeNull();
});

test('an option call has the record of its own kind, in what it is measured on, never that of shares', async () => {
  const site = host([LIMITED, MARGIN]);
  const { unmount } = render(<OptionBrief call={anOptionCall()} />, { wrapper: site.Wrapper });
  expect(await screen.findByText('12 of 30 calls gained, 18 lost')).toBeVisible();
  expect(record()).toHaveTextContent('after costs, of what was at risk: ▲up +5.31%');
  expect(asked(site)).toEqual([{ authors: 'exp_01', of: 'options' }]);
  unmount();
  render(<OptionBrief call={anOptionCall({ on_margin: true })} />, { wrapper: host([LIMITED, MARGIN]).Wrapper });
  expect(await screen.findByText('10 of 30 calls gained, 20 lost')).toBeVisible();
  expect(record()).toHaveTextContent('after costs, of the estimated margin: ▼down −7.00%');
});

const list = { to: () => '?', openId: '', onOpen: () => undefined, waiting: 0, onWaiting: () => undefined, more: false, onMore: () => undefined };

test('a list asks once for all its authors, and each name has its tail', async () => {
  const site = host([LINE, { ...FEW, user_id: 'exp_02' }]);
  const other = { ...aCall().expert, user_id: 'exp_02', full_name: 'Vikram Shetty' };
  const items = [aCall(), aCall({ id: 'call_2', expert: other }), aCall({ id: 'call_3' })];
  render(
    <CallList
      label="Live calls"
      settled={false}
      page={{ items, total: 3, next: null, as_of: '2026-11-20T09:00:00.000Z', locked: [], locked_count: 0, by_result: true }}
      {...list}
    />,
    {
      wrapper: site.Wrapper,
    },
  );
  expect(await screen.findAllByText('41 of 100 gained, avg −0.52%')).toHaveLength(2);
  expect(screen.getByText('4 ended, too few to tell')).toBeInTheDocument();
  expect(asked(site)).toEqual([{ authors: 'exp_01,exp_02', of: 'shares' }]);
});

test('a list of option calls says what the average is of', async () => {
  const site = host([LIMITED, MARGIN]);
  const page = anOptionPage([anOptionCall(), anOptionCall({ id: 'opt_2', on_margin: true })]);
  function Listed() {
    return (
      <OptionList
        label="Live option calls"
        settled={false}
        page={page}
        action={() => null}
        refetch={() => undefined}
        {...list}
        lineOf={useAuthorLines('options', page.items)}
      />
    );
  }
  render(<Listed />, { wrapper: site.Wrapper });
  expect(await screen.findByText('12 of 30 gained, avg +5.31% of the risk')).toBeInTheDocument();
  expect(screen.getByText('10 of 30 gained, avg −7.00% of the margin')).toBeInTheDocument();
});
