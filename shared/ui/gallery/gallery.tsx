import Search from 'lucide-react/icons/search';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Candle } from '../../contract/market/types.ts';
import { SessionContext } from '../../kit/session.ts';
import { StyleHost } from '../../kit/style-host.tsx';
import type { Session, ToastNotice } from '../../session/session.types.ts';
import { Avatar } from '../avatar.tsx';
import { Badge } from '../badge.tsx';
import { LevelRail } from '../calls/level-rail.tsx';
import { LockedCard } from '../calls/locked.tsx';
import { Change, Price } from '../calls/price.tsx';
import { PriceCell } from '../calls/price-cell.tsx';
import { CandleChart } from '../charts/candle-chart.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { Sparkline } from '../charts/sparkline.tsx';
import { Button } from '../fields/button.tsx';
import { Chip } from '../fields/chip.tsx';
import { Combobox, type ComboboxOption } from '../fields/combobox.tsx';
import { Checkbox, Segmented, SelectField, TextArea, TextField } from '../fields/field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { Computed } from '../floats/computed.tsx';
import { Dialog, Drawer } from '../floats/dialog.tsx';
import { Menu } from '../floats/menu.tsx';
import { Toaster } from '../floats/toast.tsx';
import { Tooltip } from '../floats/tooltip.tsx';
import { DisclosureStrip } from '../page/disclosure.tsx';
import { Loader } from '../page/loader.tsx';
import { Page } from '../page/page.tsx';
import { SkeletonHost, SkeletonRows } from '../page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '../page/state.tsx';
import { Table } from '../page/table.tsx';
import { TabPanel, Tabs } from '../page/tabs.tsx';
import { Stars } from '../stars.tsx';

/** All components on one page, to look at: `npx node shared/ui/gallery/shoot.ts`. */
const notices: ((notice: ToastNotice) => void)[] = [];
const session = {
  on: (_: 'notice', listener: (notice: ToastNotice) => void) => {
    notices.push(listener);
    return () => {};
  },
  line: { subscribe: () => () => {} },
  snapshot: () => ({}),
  subscribe: () => () => {},
} as unknown as Session;

const wave = (at: number) => 1450 + Math.sin(at / 6) * 30 + Math.sin(at / 2.3) * 11 + at * 0.6;
const candles: Candle[] = Array.from({ length: 60 }, (_, at) => {
  const [o, c] = [wave(at), wave(at + 1)];
  return { t: new Date(Date.UTC(2026, 7, 25 + at, 3, 45)).toISOString(), o, h: Math.max(o, c) + 6, l: Math.min(o, c) - 5, c, v: 1000 + at };
});
const days = candles.map((candle) => candle.t);
const lines = [
  { label: 'Sentiment', values: candles.map((_, at) => 50 + Math.sin(at / 5) * 22) },
  { label: 'Breadth', values: candles.map((_, at) => 48 + Math.cos(at / 7) * 12) },
];
const load = async (query: string): Promise<ComboboxOption[]> =>
  ['RELIANCE', 'INFY', 'TCS', 'M&M', 'BAJAJ-AUTO']
    .filter((name) => name.includes(query.toUpperCase()))
    .map((name) => ({ value: name, label: name, hint: 'NSE' }));

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      style={{
        display: 'grid',
        gap: 12,
        gridTemplateColumns: 'minmax(0, 1fr)',
        padding: 16,
        background: 'var(--surface)',
        border: '1px solid var(--line)',
        borderRadius: 10,
        minWidth: 0,
      }}
    >
      <h2 style={{ fontSize: 14, color: 'var(--ink-2)' }}>{title}</h2>
      {children}
    </section>
  );
}
const row = { display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' } as const;
const rails = [
  ['Buy, moving to target', { stop: 1400, entry: 1450, target: 1550, price: 1500, callType: 'Buy', status: 'active' }],
  ['Sell, moving to stop', { stop: 1550, entry: 1500, target: 1400, price: 1530, callType: 'Sell', status: 'active' }],
  ['Waiting for entry', { stop: 1400, entry: 1450, target: 1550, price: 1470, callType: 'Buy', status: 'awaiting_entry' }],
  ['Target reached', { stop: 1400, entry: 1450, target: 1550, price: 1550, callType: 'Buy', status: 'target_hit' }],
  ['Stop-loss reached', { stop: 1400, entry: 1450, target: 1550, price: 1396, callType: 'Buy', status: 'sl_hit' }],
  ['Exited early', { stop: 1400, entry: 1450, target: 1550, price: 1472, callType: 'Buy', status: 'exited' }],
] as const;

function Gallery() {
  const [tab, setTab] = useState<'live' | 'past'>('live');
  const [type, setType] = useState<'Buy' | 'Sell' | 'Hold'>('Buy');
  const [stock, setStock] = useState<ComboboxOption | null>(null);
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null);
  const [target, setTarget] = useState(1540);
  return (
    <SessionContext value={session}>
      <Page title="Gallery" actions={<Button kind="primary">Publish call</Button>}>
        <Part title="Buttons, badges, chips">
          <div style={row}>
            <Button kind="primary">Publish call</Button>
            <Button>Verify record</Button>
            <Button kind="danger">Exit call</Button>
            <Button kind="primary" busy>
              Publish call
            </Button>
            <Button disabled>Not now</Button>
            <IconButton label="Search">
              <Search size={20} aria-hidden="true" />
            </IconButton>
            <Menu
              trigger={<Button>More actions</Button>}
              items={[
                { key: 'a', label: 'Tighten stop-loss', onSelect() {} },
                { key: 'b', label: 'Exit call', danger: true, onSelect() {} },
              ]}
            />
            <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
            <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
          </div>
          <div style={row}>
            <Badge>Waiting for entry</Badge>
            <Badge tone="accent">Buy</Badge>
            <Badge tone="gain">Target reached</Badge>
            <Badge tone="loss">Stop-loss reached</Badge>
            <Badge tone="warn">Frozen</Badge>
            <Chip pressed onPress={() => {}}>
              Short term
            </Chip>
            <Chip pressed={false} onPress={() => {}}>
              Long term
            </Chip>
            <Chip onRemove={() => {}}>Sector: Banks</Chip>
            <Tooltip text="Verified SEBI registered Expert">
              <Badge tone="accent">✓</Badge>
            </Tooltip>
            <Stars value={3.5} />
            <Avatar name="Ananya Rao-Kulkarni" />
            <Loader />
          </div>
        </Part>
        <Part title="Fields">
          <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))' }}>
            <TextField label="Target" numeric defaultValue="1,540.00" hint="Tick ₹0.10" />
            <TextField label="Stop-loss" numeric defaultValue="1600" error="The stop-loss must lie below the entry." />
            <SelectField
              label="Term"
              options={[
                { value: 's', label: 'Short term (2–30 days)' },
                { value: 'm', label: 'Medium term (1–6 months)' },
              ]}
            />
            <Combobox label="Stock" value={stock} onChange={setStock} load={load} placeholder="Symbol or name" />
            <Segmented
              label="Call type"
              showLabel
              value={type}
              onChange={setType}
              options={(['Buy', 'Sell', 'Hold'] as const).map((value) => ({ value, label: value }))}
            />
            <Checkbox label="I have not dealt in this stock for 30 days." defaultChecked />
          </div>
          <TextArea label="Thesis" placeholder="Why this call, in your own words" />
        </Part>
        <Part title="Figures">
          <div style={row}>
            <Price value={123456.7} />
            <Change pct={3.42} abs={48.2} />
            <Change pct={-3.42} abs={-48.2} />
            <Change pct={0} />
            <PriceCell live={{ price: 1512.4, quote: null, stale: false }} />
            <Computed
              label="potential return"
              how="(target − price) ÷ price × 100, for a Buy."
              inputs={[
                ['Price', '₹1,450.00'],
                ['Target', '₹1,540.00'],
              ]}
              asOf={days[50]!}
            >
              +6.21%
            </Computed>
            <Sparkline label="Sentiment, 7 sessions" values={[42, 47, 45, 52, 58, 55, 61]} />
            <StaleBadge asOf={days[50]!} />
          </div>
        </Part>
        <Part title="Level rail">
          {rails.map(([name, levels]) => (
            <div key={name} style={{ display: 'grid', gridTemplateColumns: '150px minmax(0, 220px)', gap: 16, alignItems: 'center' }}>
              <span>{name}</span>
              <LevelRail {...levels} />
            </div>
          ))}
          <LevelRail size="full" {...rails[0][1]} />
        </Part>
        <Part title="Tabs and table">
          <Tabs
            label="Calls"
            panelId="calls"
            value={tab}
            onChange={setTab}
            items={[
              { value: 'live', label: 'Live', count: 41 },
              { value: 'past', label: 'Past', count: 1203 },
            ]}
          />
          <TabPanel id="calls" value={tab}>
            <Table
              caption="Calls"
              columns={[
                { key: 'name', label: 'Stock', render: (call) => call.name },
                { key: 'rail', label: 'Levels', render: () => <LevelRail {...rails[0][1]} /> },
                { key: 'price', label: 'Price', align: 'end', sortable: true, render: (call) => <Price value={call.price} /> },
                { key: 'change', label: 'Result', align: 'end', sortable: true, render: (call) => <Change pct={call.change} /> },
              ]}
              rows={[
                { name: 'RELIANCE', price: 1450.3, change: 6.1 },
                { name: 'BAJAJ-AUTO', price: 9450, change: -3.42 },
              ]}
              rowKey={(call) => call.name}
              sort={{ key: 'change', direction: 'descending' }}
              onSort={() => {}}
            />
          </TabPanel>
        </Part>
        <Part title="Charts">
          <CandleChart
            label="INFY, daily prices"
            interval="1d"
            candles={candles}
            onMoveLevel={(_, value) => setTarget(value)}
            tick={0.1}
            levels={[
              { key: 'target', label: 'Target', value: target, tone: 'gain' },
              { key: 'entry', label: 'Entry', value: 1478 },
              { key: 'stop', label: 'Stop-loss', value: 1420, tone: 'loss' },
            ]}
            markers={[{ t: days[30]!, label: 'Call published', tone: 'accent' }]}
          />
          <LineChart label="Market sentiment" times={days} series={lines} height={160} />
        </Part>
        <Part title="States">
          <EmptyState title="No calls match these filters." text="Widen the period or clear a filter." action={<Button>Clear filters</Button>} />
          <ErrorState what="the calls" onRetry={() => {}} requestId="01JD3K" />
          <LockedCard text="1 short-term call was live at the start of today · in Lite" action={<Button>Check plans</Button>} />
          <SkeletonHost label="Loading calls">
            <SkeletonRows rows={3} />
          </SkeletonHost>
        </Part>
        <DisclosureStrip illustration />
      </Page>
      <Toaster />
      <Dialog
        open={open === 'dialog'}
        onClose={() => setOpen(null)}
        title="Exit this call?"
        footer={
          <>
            <Button onClick={() => setOpen(null)}>Keep it open</Button>
            <Button kind="danger">Exit call</Button>
          </>
        }
      >
        The call closes at the next price. This cannot be undone.
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={() => setOpen(null)} title="INFY · Buy · short term">
        <LevelRail size="full" {...rails[0][1]} />
        <Computed label="potential return" how="(target − price) ÷ price × 100." inputs={[['Price', '₹1,450.00']]}>
          +6.21%
        </Computed>
      </Drawer>
    </SessionContext>
  );
}

Object.assign(window, {
  notice: () => {
    for (const tell of notices) {
      tell({ kind: 'error', title: 'Oops! Something went wrong!', text: 'Please fill all required details', ms: 3000 });
      tell({ kind: 'success', title: 'Success', text: 'Welcome to vimarsh', ms: 1500 });
    }
  },
});
createRoot(document.getElementById('outlet')!).render(
  <StyleHost>
    <Gallery />
  </StyleHost>,
);
