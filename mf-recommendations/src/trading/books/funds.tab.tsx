import { readFunds } from '@vimarsh/shared/contract/trading/routes.ts';
import type { TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { CareBox } from '../care/care-box.tsx';
import { columnsCss, linesCss, panelCss, quietCss } from '../trading-css.ts';
import { useOrderNews } from '../use-orders.ts';
import { Told } from './told.tsx';

const rupees = (paise: number): string => formatInr(paise / 100);

/** Funds by the broker, and the limits a person has set on using them. */
export function FundsTab({ desk, onChanged }: { desk: TradingDesk; onChanged: () => void }) {
  const answer = useQuery(readFunds, {}, { every: 30_000, fresh: 0, shown: true });
  useOrderNews(answer.refetch);
  return (
    <div css={columnsCss}>
      <Told what="your funds" answer={answer} broker={desk.broker.title}>
        {(funds) => (
          <section css={panelCss} aria-label="Funds">
            <h2>Funds</h2>
            <dl css={linesCss}>
              <div>
                <dt>Free for orders</dt>
                <dd translate="no">{rupees(funds.available_paise)}</dd>
              </div>
              <div>
                <dt>Used or blocked</dt>
                <dd translate="no">{rupees(funds.used_paise)}</dd>
              </div>
              <div data-sum="">
                <dt>In all</dt>
                <dd translate="no">{rupees(funds.total_paise)}</dd>
              </div>
            </dl>
            <p css={quietCss}>Money is added and taken out at your broker, never here.</p>
          </section>
        )}
      </Told>
      <CareBox desk={desk} onChanged={onChanged} />
    </div>
  );
}
