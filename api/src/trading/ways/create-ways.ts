import type { Config } from '../../platform/platform.ts';
import type { BrokerPages } from '../brokers/broker-pages.ts';
import type { OrderBroker } from '../brokers/port.ts';
import type { BrokerWay } from '../desk/trading-parts.ts';
import type { Approval, RealWaySetting } from './way-settings.ts';

/** A broker that exists: its interface, and its page where it has one. */
export interface RealBroker {
  readonly broker: OrderBroker;
  readonly page: BrokerPages | null;
}

interface WaysDeps {
  readonly settings: Config['ORDER_WAYS'];
  /** Null where prices are real: nobody trades virtually on those. */
  readonly paper: { readonly broker: OrderBroker; readonly page: BrokerPages } | null;
  real(broker_id: number, setting: RealWaySetting): RealBroker;
}

export interface Ways {
  /** Null: nobody trades with this broker here. */
  wayOf(broker_id: number): BrokerWay | null;
  /** Addresses of others that forms on the broker's site go to. */
  formTargets(broker_id: number | null): readonly string[];
}

/** Periyar's customers of the demo confirm on a page, so that both ways can be walked. */
const PAGE_IN_DEMO: ReadonlySet<number> = new Set([45]);

/** How orders reach each broker: by its settings, and in the demo by the paper broker where there are none. */
export function createWays({ settings, paper, real }: WaysDeps): Ways {
  const ways = new Map(
    Object.entries(settings).flatMap(([id, setting]) =>
      setting.adapter === 'paper' ? [] : [[Number(id), realWay(setting, real(Number(id), setting))] as const],
    ),
  );
  const paperOf = (broker_id: number): BrokerWay | null => {
    if (!paper) return null;
    const setting = settings[String(broker_id)];
    const onPage = setting ? setting.way === 'page' : PAGE_IN_DEMO.has(broker_id);
    return onPage ? onPageOf(paper.broker, paper.page, PAPER_PAGE, true) : byApi(paper.broker, PAPER_API, true);
  };
  const wayOf = (broker_id: number): BrokerWay | null => ways.get(broker_id) ?? paperOf(broker_id);
  return {
    wayOf,
    formTargets: (broker_id) => (broker_id === null ? [] : (wayOf(broker_id)?.page?.formTargets ?? [])),
  };
}

const PAPER_API = 'A paper broker takes your orders: prices are simulated, and nothing is bought or sold.';
const PAPER_PAGE = 'You confirm each order on the paper broker’s own page: prices are simulated, and nothing is bought or sold.';
const ON_PAGE = 'You confirm each order on your broker’s own page. Orders by API would need an approval of your broker, which is not on file here.';

const whyByApi = ({ reference, approved_on }: Approval): string => `Your broker approved orders by API from here on ${approved_on} (${reference}).`;

function realWay(setting: RealWaySetting, { broker, page }: RealBroker): BrokerWay {
  if (setting.way === 'page') return onPageOf(broker, page!, ON_PAGE, false);
  const approval = setting.approval!;
  const way = byApi(broker, whyByApi(approval), false);
  return { ...way, perSecond: Math.min(way.perSecond, approval.orders_a_second) };
}

const byApi = (broker: OrderBroker, why: string, simulated: boolean): BrokerWay => ({
  ...{ broker, why, simulated, way: 'api', page: null, perSecond: broker.perSecond },
  takes: broker.takes,
  mayCancel: true,
});

/** What was confirmed on the broker's page is changed and cancelled there too: both are orders by API to the exchange's rules. */
const onPageOf = (broker: OrderBroker, page: BrokerPages, why: string, simulated: boolean): BrokerWay => ({
  ...{ broker, why, simulated, way: 'broker_page', page, perSecond: broker.perSecond },
  takes: { ...broker.takes, modify: false },
  mayCancel: false,
});
