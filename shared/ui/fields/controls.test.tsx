import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Computed } from '../floats/computed.tsx';
import { Dialog, Drawer } from '../floats/dialog.tsx';
import { Menu } from '../floats/menu.tsx';
import { Tooltip } from '../floats/tooltip.tsx';
import { Loader } from '../page/loader.tsx';
import { Table } from '../page/table.tsx';
import { Tabs } from '../page/tabs.tsx';
import { Button } from './button.tsx';
import { Chip } from './chip.tsx';
import { Combobox, type ComboboxOption } from './combobox.tsx';
import { Checkbox, Segmented, SelectField, TextArea, TextField } from './field.tsx';

test('a busy button keeps its name and focus and ignores presses', async () => {
  const press = vi.fn();
  render(
    <Button busy onClick={press}>
      Publish call
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Publish call' });
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button).toHaveFocus();
});

test('a wait of 8 s is put into words beside the button, and they go with it', async () => {
  vi.useFakeTimers();
  try {
    const { rerender } = render(<Button busy>Log In</Button>);
    await act(() => vi.advanceTimersByTimeAsync(7900));
    expect(screen.queryByText('Still waiting for an answer…')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Still waiting for an answer…')).toHaveAttribute('aria-live', 'polite');
    expect(screen.getByRole('button', { name: 'Log In' })).toHaveAttribute('aria-busy', 'true');
    rerender(<Button>Log In</Button>);
    expect(screen.queryByText('Still waiting for an answer…')).toBeNull();
    rerender(
      <Button busy wait="Your draft is safe.">
        Log In
      </Button>,
    );
    await act(() => vi.advanceTimersByTimeAsync(8000));
    expect(screen.getByText('Your draft is safe.')).toHaveAttribute('aria-live', 'polite');
  } finally {
    vi.useRealTimers();
  }
});

test('a field ties label, hint and error to its input', () => {
  const { rerender } = render(<TextField label="Target" hint="Tick ₹0.10" />);
  const input = screen.getByLabelText('Target');
  expect(input).toHaveAccessibleDescription('Tick ₹0.10');
  rerender(<TextField label="Target" hint="Tick ₹0.10" error="Off its tick" />);
  expect(input).toHaveAccessibleDescription('Off its tick');
  expect(input).toBeInvalid();
});

test('a select reports the chosen value', async () => {
  const change = vi.fn();
  render(
    <SelectField
      label="Term"
      onChange={change}
      options={[
        { value: 'a', label: 'Short' },
        { value: 'b', label: 'Long' },
      ]}
    />,
  );
  await userEvent.selectOptions(screen.getByLabelText('Term'), 'Long');
  expect(change).toHaveBeenCalledWith('b');
});

test('segments are one Tab stop and move with the arrows', async () => {
  const Host = () => {
    const [value, setValue] = useState('Buy');
    return <Segmented label="Type" value={value} onChange={setValue} options={['Buy', 'Sell', 'Hold'].map((word) => ({ value: word, label: word }))} />;
  };
  render(<Host />);
  await userEvent.tab();
  expect(screen.getByRole('radio', { name: 'Buy' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'Sell' })).toBeChecked();
});

test('tabs are one Tab stop; arrows, Home and End choose and wrap', async () => {
  const Host = () => {
    const [value, setValue] = useState('a');
    return <Tabs label="Calls" value={value} onChange={setValue} items={['a', 'b', 'c'].map((word) => ({ value: word, label: word, count: 1203 }))} />;
  };
  render(<Host />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('c1,203');
  await userEvent.keyboard('{ArrowRight}{End}{Home}');
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('a');
  expect(screen.getByRole('tab', { selected: true })).toHaveFocus();
});

test('a row of tabs that is wider than the screen says on which side there are more', () => {
  render(<Tabs label="Account" value="a" onChange={() => undefined} items={['a', 'b', 'c'].map((word) => ({ value: word, label: word }))} />);
  const row = screen.getByRole('tablist');
  expect(row, 'all of it is in view').not.toHaveAttribute('data-more');
  Object.defineProperties(row, { scrollWidth: { value: 500 }, clientWidth: { value: 300 } });
  const at = (scrollLeft: number) => {
    row.scrollLeft = scrollLeft;
    fireEvent.scroll(row);
    return row.dataset.more;
  };
  expect([at(0), at(100), at(200)]).toEqual(['after', 'before after', 'before']);
  row.scrollLeft = 0;
  fireEvent(window, new Event('resize'));
  expect(row.dataset.more).toBe('after');
});

test('a row of tabs looks again when a count comes that makes it longer', () => {
  const tabs = (count?: number) => (
    <Tabs
      label="Messages"
      value="b"
      onChange={() => undefined}
      items={['a', 'b'].map((word) => ({ value: word, label: word, ...(count !== undefined && { count }) }))}
    />
  );
  const { rerender } = render(tabs());
  const row = screen.getByRole('tablist');
  expect(row).not.toHaveAttribute('data-more');
  Object.defineProperties(row, { scrollWidth: { value: 500 }, clientWidth: { value: 300 } });
  rerender(tabs(3));
  expect(row).toHaveAttribute('data-more', 'after');
});

test.each([
  ['a field', (error: string) => <TextField label="Name" error={error} />],
  ['an area', (error: string) => <TextArea label="Name" error={error} />],
  ['a list', (error: string) => <SelectField label="Name" options={[]} error={error} />],
  ['a box', (error: string) => <Checkbox label="Name" error={error} />],
  ['a combobox', (error: string) => <Combobox label="Name" value={null} onChange={() => {}} load={async () => []} error={error} />],
])('what is wrong with %s is read out with it, and no more once it is mended', (_what, withError) => {
  const { rerender } = render(withError('Choose one'));
  const control = screen.getByLabelText('Name');
  expect(control).toHaveAccessibleDescription('Choose one');
  expect(control).toBeInvalid();
  rerender(withError(''));
  expect(control).toBeValid();
  expect(control).not.toHaveAccessibleDescription();
});

test('a combobox loads, moves with the arrows, selects on Enter and clears on Esc', async () => {
  const load = vi.fn(async (query: string) =>
    ['INFY', 'INDUSINDBK', 'TCS'].filter((word) => word.startsWith(query)).map((word) => ({ value: word, label: word })),
  );
  const Host = () => {
    const [value, setValue] = useState<ComboboxOption | null>(null);
    return <Combobox label="Stock" value={value} onChange={setValue} load={load} />;
  };
  render(<Host />);
  const input = screen.getByRole('combobox', { name: 'Stock' });
  await userEvent.type(input, 'IN');
  await screen.findByRole('option', { name: 'INDUSINDBK' });
  expect(input).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}');
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'INDUSINDBK' }).id);
  await userEvent.keyboard('{Enter}');
  expect(input).toHaveValue('INDUSINDBK');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(input).toHaveValue('');
});

test('Enter never takes an option that was found for other text', async () => {
  const change = vi.fn();
  const load = async (query: string): Promise<ComboboxOption[]> => (query === 'IN' ? [{ value: 'INFY', label: 'INFY' }] : new Promise(() => undefined));
  render(<Combobox label="Stock" value={null} onChange={change} load={load} />);
  await userEvent.type(screen.getByRole('combobox'), 'IN');
  await screen.findByRole('option', { name: 'INFY' });
  await userEvent.clear(screen.getByRole('combobox'));
  change.mockClear();
  await userEvent.keyboard('TCS{Enter}');
  expect(change).not.toHaveBeenCalled();
});

test('a list that comes late, for text of before, does not take the place of the one for what is typed', async () => {
  const lists = new Map<string, (options: ComboboxOption[]) => void>();
  const load = (query: string) => new Promise<ComboboxOption[]>((resolve) => lists.set(query, resolve));
  render(<Combobox label="Stock" value={null} onChange={() => {}} load={load} />);
  const bring = async (query: string, word: string) => {
    await waitFor(() => expect(lists.has(query)).toBe(true));
    return () => act(async () => lists.get(query)!([{ value: word, label: word }]));
  };
  await userEvent.type(screen.getByRole('combobox'), 'IN');
  const late = await bring('IN', 'INDUSINDBK');
  await userEvent.type(screen.getByRole('combobox'), 'F');
  await (await bring('INF', 'INFY'))();
  await late();
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['INFY']);
});

test('a combobox whose list fails says so', async () => {
  render(<Combobox label="Stock" value={null} onChange={() => {}} load={() => Promise.reject(new Error('down'))} />);
  await userEvent.click(screen.getByRole('combobox'));
  expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument();
});

test('“How is this computed?” opens on press and takes the focus; Esc returns it without closing the surrounding dialog', async () => {
  const close = vi.fn();
  render(
    <Dialog open onClose={close} title="INFY">
      <Computed label="potential return" how="(target − price) ÷ price" inputs={[['Price', '₹1,450.00']]} asOf="2026-11-20T09:02:05Z">
        +6.21%
      </Computed>
    </Dialog>,
  );
  const figure = screen.getByRole('button', { name: '+6.21%' });
  await userEvent.click(figure);
  // Its code is loaded at the press.
  const box = await screen.findByRole('dialog', { name: 'How is potential return computed?' }, { timeout: 20_000 });
  await waitFor(() => expect(box).toHaveFocus());
  expect(within(box).getByText('₹1,450.00')).toBeInTheDocument();
  expect(within(box).getByText('As of 20 Nov 2026, 14:32 IST')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: /computed/ })).toBeNull();
  expect(figure).toHaveFocus();
  expect(close).not.toHaveBeenCalled();
});

test('a dialog is named, holds the focus, and closes on Esc; a firm one stays', async () => {
  const close = vi.fn();
  const { rerender } = render(
    <Dialog open onClose={close} title="Exit this call?" firm>
      <Button>Keep it open</Button>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Exit this call?' });
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
  rerender(
    <Dialog open onClose={close} title="Exit this call?">
      <Button>Keep it open</Button>
    </Dialog>,
  );
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

test('a closed dialog returns the focus to where it was, unless something took it meanwhile', async () => {
  function Opener({ onClosed }: { onClosed?: () => void }) {
    const [open, setOpen] = useState(false);
    const close = () => {
      setOpen(false);
      onClosed?.();
    };
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Button>Elsewhere</Button>
        {open && (
          <Dialog open onClose={close} title="Question">
            <Button>Inside</Button>
          </Dialog>
        )}
      </>
    );
  }
  const { rerender } = render(<Opener />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  rerender(<Opener onClosed={() => setTimeout(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});

test('a menu opens with the keyboard and runs the chosen action', async () => {
  const exit = vi.fn();
  render(
    <Menu
      trigger={<Button>Actions</Button>}
      items={[
        { key: 'a', label: 'Tighten', onSelect() {} },
        { key: 'b', label: 'Exit call', onSelect: exit },
      ]}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'Tighten' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(exit).toHaveBeenCalledOnce();
});

test('a tooltip appears on focus and hover, and disappears on Esc', async () => {
  render(<Tooltip text="Verified SEBI registered Expert">✓</Tooltip>);
  await userEvent.tab();
  expect(screen.getByRole('tooltip')).toHaveTextContent('Verified SEBI registered Expert');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  await userEvent.hover(screen.getByRole('img'));
  expect(screen.getByRole('tooltip')).toBeInTheDocument();
});

test('a table names its rows and announces its order', async () => {
  const sort = vi.fn();
  render(
    <Table
      caption="Calls"
      columns={[
        { key: 'name', label: 'Stock', render: (row: { name: string; n: number }) => row.name },
        { key: 'n', label: 'Result', align: 'end', sortable: true, render: (row) => row.n },
      ]}
      rows={[{ name: 'INFY', n: 1 }]}
      rowKey={(row) => row.name}
      sort={{ key: 'n', direction: 'descending' }}
      onSort={sort}
    />,
  );
  expect(screen.getByRole('table', { name: 'Calls' })).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'INFY' })).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: 'Result' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Result' }));
  expect(sort).toHaveBeenCalledWith('n');
});

test('chips say whether they are on, or what they remove', () => {
  render(
    <>
      <Chip pressed onPress={() => {}}>
        Short term
      </Chip>
      <Chip onRemove={() => {}}>Banks</Chip>
    </>,
  );
  expect(screen.getByRole('button', { name: 'Short term' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'Remove filter Banks' })).toBeInTheDocument();
});

test('the loader has the specified measures (S9-LOOK-A01)', () => {
  const { container } = render(<Loader />);
  expect(screen.getByText('Loading').parentElement).toHaveStyle({ fontSize: '12px' });
  const spinner = container.querySelector('svg')!;
  expect([spinner.getAttribute('width'), spinner.getAttribute('stroke-width')]).toEqual(['20', '5']);
});

test('with forced colours only the chosen tab keeps its line', () => {
  render(<Tabs label="Lists" value="a" onChange={() => undefined} items={[{ value: 'a', label: 'a' }]} />);
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText.replace(/\s+/g, ' '));
  const forced = rules
    .filter((rule) => rule.includes('forced-colors'))
    .join(' ')
    .toLowerCase();
  expect(forced).toMatch(/border-bottom-color: ?canvas/);
  expect(forced).toMatch(/aria-selected=.?true.?\][^}]*border-bottom-color: ?highlight/);
});

test('the veil of a question over a drawer lies over the drawer, too', () => {
  const close = () => undefined;
  const both = (asking: boolean) => (
    <>
      <Drawer open onClose={close} title="INFY">
        A call
      </Drawer>
      <Dialog open={asking} onClose={close} title="Add a note">
        A note
      </Dialog>
    </>
  );
  const { rerender } = render(both(false));
  const drawer = screen.getByRole('dialog', { name: 'INFY' });
  rerender(both(true));
  const veil = screen.getByRole('dialog', { name: 'Add a note' }).previousElementSibling!;
  // What comes later is painted over what has the same or a lower index.
  expect(drawer.compareDocumentPosition(veil)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const depth = (element: Element): number => Number(getComputedStyle(element).zIndex);
  expect([depth(veil), depth(veil) >= depth(drawer)]).toEqual([50, true]);
});
