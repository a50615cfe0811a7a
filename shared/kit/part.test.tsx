import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PartOptions, part } from './part.tsx';

interface Named {
  name: string;
}
const Chart = ({ name }: Named) => <p>{`chart of ${name}`}</p>;

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A part whose loads give these results in turn; the last one repeats. */
function partOf(answers: (ComponentType<Named> | Error)[], options: Partial<PartOptions<Named>> = {}) {
  const load = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { load, Part: part<Named>({ what: 'The chart', load, placeholder: <p>placeholder</p>, ...options }) };
}

/** A screen with a field and the part, which can be hidden. */
function screenWith(Part: ComponentType<Named>) {
  function Page() {
    const [open, setOpen] = useState(true);
    return (
      <>
        <input aria-label="Rationale" />
        <button type="button" onClick={() => setOpen(!open)}>
          Toggle
        </button>
        {open && <Part name="TCS" />}
      </>
    );
  }
  render(<Page />);
  return { click: (name: string) => userEvent.click(screen.getByRole('button', { name })) };
}

const chunk = () => new Error('Loading chunk panel-chart failed');

test('its placeholder is shown until it loads; shown again it appears at once and is not loaded twice', async () => {
  const { Part, load } = partOf([Chart]);
  const page = screenWith(Part);
  expect(screen.getByText('placeholder')).toBeVisible();
  expect(await screen.findByText('chart of TCS')).toBeVisible();
  expect(screen.queryByText('placeholder')).toBeNull();
  await page.click('Toggle');
  await page.click('Toggle');
  expect(screen.getByText('chart of TCS')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('code that can’t be loaded is reported in its own place; what was typed beside it stays, and nothing reloads', async () => {
  const href = location.href;
  let fail = (_: Error): void => undefined;
  const { Part } = partOf([Chart], { load: () => new Promise((_, reject) => (fail = reject)) });
  screenWith(Part);
  const field = screen.getByRole('textbox', { name: 'Rationale' });
  await userEvent.type(field, 'Order book');
  fail(chunk());
  expect(await screen.findByRole('alert')).toHaveTextContent('The chart could not be shown');
  expect(screen.getByRole('textbox', { name: 'Rationale' })).toBe(field);
  expect(field).toHaveValue('Order book');
  expect(location.href).toBe(href);
});

test('Try again requests the code anew, as often as it takes', async () => {
  const { Part, load } = partOf([chunk(), chunk(), Chart]);
  const page = screenWith(Part);
  await screen.findByRole('alert');
  await page.click('Try again');
  expect(load).toHaveBeenCalledTimes(2);
  await screen.findByRole('alert');
  await page.click('Try again');
  expect(await screen.findByText('chart of TCS')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(load).toHaveBeenCalledTimes(3);
});

test('the next showing requests it anew too: a failure is never remembered', async () => {
  const { Part } = partOf([chunk(), Chart]);
  const page = screenWith(Part);
  await screen.findByRole('alert');
  await page.click('Toggle');
  await page.click('Toggle');
  expect(await screen.findByText('chart of TCS')).toBeVisible();
});

test('a part that throws while rendering fails in its own place; Try again renders it again', async () => {
  let broken = true;
  const Throwing = ({ name }: Named) => {
    if (broken) throw new Error('render');
    return <Chart name={name} />;
  };
  const page = screenWith(partOf([Throwing]).Part);
  expect(await screen.findByRole('alert')).toHaveTextContent('The chart could not be shown');
  expect(screen.getByRole('textbox', { name: 'Rationale' })).toBeVisible();
  broken = false;
  await page.click('Try again');
  expect(await screen.findByText('chart of TCS')).toBeVisible();
});

test('a part can show its own failure view, with its properties and the same retry', async () => {
  const { Part } = partOf([chunk(), Chart], {
    failure: ({ name }, retry, late) => (
      <button type="button" onClick={retry}>
        {late ? 'slow' : `Show ${name}`}
      </button>
    ),
  });
  const page = screenWith(Part);
  await screen.findByRole('button', { name: 'Show TCS' });
  expect(screen.queryByRole('alert')).toBeNull();
  await page.click('Show TCS');
  expect(await screen.findByText('chart of TCS')).toBeVisible();
});

test('code that never loads and is no longer waited for leaves no failure behind', async () => {
  let fail = (_: Error): void => undefined;
  const { Part } = partOf([Chart], { load: () => new Promise((_, reject) => (fail = reject)) });
  const page = screenWith(Part);
  await page.click('Toggle');
  fail(chunk());
  await page.click('Toggle');
  expect(screen.getByText('placeholder')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

/** A part whose code comes when the test says so. */
function slowPart(options: Partial<PartOptions<Named>> = {}) {
  let come = (): void => undefined;
  const load = vi.fn(() => new Promise<ComponentType<Named>>((resolve) => (come = () => resolve(Chart))));
  return { load, come: () => act(async () => come()), Part: part<Named>({ what: 'The chart', load, placeholder: <p>placeholder</p>, ...options }) };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('code that takes longer than 8 s says so in its place, and shows itself when it comes', async () => {
  vi.useFakeTimers();
  const { Part, come } = slowPart();
  render(<Part name="TCS" />);
  await pass(7_900);
  expect(screen.queryByRole('status')).toBeNull();
  await pass(200);
  expect(screen.getByText('placeholder')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('This takes longer than it should');
  await come();
  expect(screen.getByText('chart of TCS')).toBeVisible();
  vi.useRealTimers();
});

test('a part with words of its own knows slow from failed; each try gets its 8 s, and what comes late is shown', async () => {
  vi.useFakeTimers();
  const { Part, come, load } = slowPart({
    failure: (_, retry, late) => (
      <button type="button" onClick={retry}>
        {late ? 'Slow. Again' : 'Failed. Again'}
      </button>
    ),
  });
  render(<Part name="TCS" />);
  for (const tries of [1, 2]) {
    await pass(8_100);
    expect(load).toHaveBeenCalledTimes(tries);
    fireEvent.click(screen.getByRole('button', { name: 'Slow. Again' }));
    expect(screen.getByText('placeholder')).toBeVisible();
  }
  await pass(8_100);
  await come();
  expect(screen.getByText('chart of TCS')).toBeVisible();
  vi.useRealTimers();
});

test('a try that was given up takes nothing away when it fails at last: the next one is on its way', async () => {
  vi.useFakeTimers();
  const tries: { come: () => void; fail: () => void }[] = [];
  const load = () => new Promise<ComponentType<Named>>((resolve, reject) => tries.push({ come: () => resolve(Chart), fail: () => reject(chunk()) }));
  const Part = part<Named>({
    what: 'The chart',
    load,
    placeholder: <p>placeholder</p>,
    failure: (_, retry) => (
      <button type="button" onClick={retry}>
        Again
      </button>
    ),
  });
  render(<Part name="TCS" />);
  await pass(8_100);
  fireEvent.click(screen.getByRole('button', { name: 'Again' }));
  await act(async () => tries[0]!.fail());
  expect(screen.getByText('placeholder')).toBeVisible();
  await act(async () => tries[1]!.come());
  expect(screen.getByText('chart of TCS')).toBeVisible();
  vi.useRealTimers();
});
