import { orderTable } from '../../domain/trading/order/order.machine.ts';
import { BROKER_RECOVERY } from '../../domain/trading/order/recovery.ts';

/** `docs/trading.md`: what becomes of an order, read from its machine. */
export function tradingDocument(): string {
  const rows = orderTable().map(({ state, event, to, why }) => `| \`${state}\` | ${event} | \`${to}\` | ${why} |`);
  const recovery = Object.values(BROKER_RECOVERY).map(({ broker, field, how, within, limits }) => `| ${broker} | ${field} | ${how} | ${within} | ${limits} |`);
  return `# Orders

Made by \`npm run docs\` from \`shared/domain/trading\`. An order is stored with an id of ours before a byte leaves. An answer that is none
(time-out, 5xx, a broken body, a lost session) makes it \`unknown\`: nothing else is sent in that share until the broker's book shows it, and after
60 seconds of market time its owner is asked to look. No number of failed look-ups makes it \`rejected\`.

A fill is never taken back. Words come late, twice and in any order; "book read afterwards" is a book whose reading began after the last thing
we knew, and only that may take back an end.

## State × what happens → state

| State | What happens | Then | Why |
|---|---|---|---|
${rows.join('\n')}

## After a lost answer: what can be found again

| Broker | Our id goes into | Found again | Within | What stays open |
|---|---|---|---|---|
${recovery.join('\n')}
`;
}
