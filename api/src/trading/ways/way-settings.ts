import { isIP } from 'node:net';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import * as z from 'zod/mini';
import type { BrokerSetting } from '../../broker-settings.ts';
import { webAddress } from '../../platform/settings/address.ts';
import { givenWord, secret } from '../../platform/settings/secret.ts';

const word = givenWord(300);

/** At ten orders a second an algo has to be registered by itself; below, the broker's generic id is enough. */
export const MOST_BY_GENERIC_ID = 9;

const day = z.string().check(z.refine((value) => /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)), 'must be a day such as 2026-10-01'));
const address = z.string().check(z.refine((value) => isIP(value) !== 0, 'must be an IP address'));

/** What the rules of 1 April 2026 ask for before orders may go out by API. */
const approval = z.object({
  /** The broker's letter or ticket. */
  reference: z.string().check(z.regex(/^\S(.{0,98}\S)?$/, 'must be a line of at most 100 characters')),
  approved_on: day,
  /** From these, which the broker knows, all orders go out. */
  static_addresses: z.array(address).check(z.minLength(1), z.maxLength(2, 'must be one or two addresses')),
  algo_id: givenWord(60),
  orders_a_second: z.int().check(z.gte(1), z.lte(MOST_BY_GENERIC_ID, 'must be under 10')),
});
export type Approval = z.output<typeof approval>;

const common = { way: z._default(z.enum(['page', 'api'], 'must be page or api'), 'page'), approval: z.optional(approval) };

/** Where the broker's lists of instruments lie, as text. */
const lists = z.array(webAddress).check(z.minLength(1), z.maxLength(6));

/** How orders reach one broker. Keys that its sign-in has stand in BROKERS and nowhere else. */
export const orderWay = z.discriminatedUnion('adapter', [
  /** `publisher`: an app of its own at Zerodha, whose redirect address is ours for returns. Addresses differ from Zerodha's only in tests. */
  z.object({
    adapter: z.literal('kite'),
    ...common,
    publisher: z.optional(z.object({ api_key: word, api_secret: word })),
    url: z._default(webAddress, 'https://api.kite.trade'),
    page_url: z._default(webAddress, 'https://kite.zerodha.com/connect/basket'),
  }),
  /** `postback_key`: stands in the address that is registered for messages, because Dhan signs none. */
  z.object({
    adapter: z.literal('dhan'),
    ...common,
    postback_key: secret(24),
    url: z._default(webAddress, 'https://api.dhan.co/v2'),
    lists: z._default(lists, ['https://images.dhan.co/api-data/api-scrip-master.csv']),
  }),
  /** `lists`: its symbol files by exchange, unpacked. */
  z.object({ adapter: z.literal('noren'), ...common, lists }),
  /** The broker that exists only here; only in the demo, on simulated prices. */
  z.object({ adapter: z.literal('paper'), way: z._default(z.enum(['page', 'api'], 'must be page or api'), 'api') }),
]);
export type OrderWaySetting = z.output<typeof orderWay>;

/** `ORDER_WAYS`: JSON, broker id → how orders reach it. Empty: no real broker gets an order. */
export const orderWaySettings = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return null;
      }
    }),
    z.record(z.string().check(z.regex(/^\d{1,6}$/)), orderWay, 'ORDER_WAYS must be JSON: broker ids with how orders reach them'),
  ),
);

interface Given {
  readonly ORDER_WAYS: Readonly<Record<string, OrderWaySetting>>;
  readonly BROKERS: Readonly<Record<string, BrokerSetting>>;
}

/** Facts of the server that decide which ways are lawful. */
interface Place {
  readonly demo: boolean;
  readonly production: boolean;
  /** Prices are made up. */
  readonly invented: boolean;
}

/** Why a way can't be used, in a sentence that names it and no secret; null where all can. */
export function orderWaysProblem({ ORDER_WAYS, BROKERS }: Given, place: Place, today = istDay(new Date())): string | null {
  for (const [id, setting] of Object.entries(ORDER_WAYS)) {
    const problem = setting.adapter === 'paper' ? paperProblem(place) : (keysProblem(setting, BROKERS[id]) ?? wayProblem(setting, id, place, today));
    if (problem) return `ORDER_WAYS.${id} ${problem}`;
  }
  return null;
}

const paperProblem = ({ demo, invented }: Place): string | null =>
  demo && invented ? null : 'must not be the paper broker outside the demo on simulated prices, because nobody may trade virtually on real ones.';

/** Of a broker that exists. */
export type RealWaySetting = Exclude<OrderWaySetting, { adapter: 'paper' }>;

/** Books are read in the customer's session, which the sign-in opens with the keys in BROKERS. */
function keysProblem({ adapter }: RealWaySetting, keys: BrokerSetting | undefined): string | null {
  if (adapter === 'dhan' || keys?.protocol === adapter) return null;
  return `must have the keys of its sign-in in BROKERS, with the protocol ${adapter}.`;
}

function wayProblem(setting: RealWaySetting, id: string, { production, invented }: Place, today: string): string | null {
  const addresses = [
    ...('url' in setting ? [setting.url] : []),
    ...('page_url' in setting ? [setting.page_url] : []),
    ...('lists' in setting ? setting.lists : []),
  ];
  if (production && addresses.some((each) => !each.startsWith('https:'))) return 'must have addresses that begin with https:// in production.';
  if (invented && !addresses.every(isOwnMachine)) return 'must not be set where prices are simulated, because nobody orders by those.';
  if (setting.way === 'api') {
    if (!setting.approval)
      return 'must have the broker’s approval on file for orders by API (approval with reference, approved_on, static_addresses, algo_id and orders_a_second), or the way page.';
    return setting.approval.approved_on > today ? 'must not have an approval of a day that is still to come.' : null;
  }
  if (setting.adapter !== 'kite') return 'must have the way api, because this broker’s interface has no page on which its customers confirm an order.';
  return setting.publisher ? null : `must have the keys of a Publisher app (publisher), whose redirect address is https://<site>/trading/v1/returns/${id}.`;
}

/** Where stand-ins of tests listen. */
const isOwnMachine = (url: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
