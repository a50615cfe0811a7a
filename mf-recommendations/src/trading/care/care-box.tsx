import { css } from '@emotion/react';
import { pauseTrading } from '@vimarsh/shared/contract/trading/routes.ts';
import type { TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { formatInr, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { useState } from 'react';
import { besideCss, linesCss, panelCss, quietCss } from '../trading-css.ts';
import { LimitsDialog } from './limits.dialog.tsx';

const wideCss = css`
  flex-wrap: wrap;
`;

/** Limits that a person has set for a day, how far they are used, and the switch that ends the day's trading. */
export function CareBox({ desk, onChanged }: { desk: TradingDesk; onChanged: () => void }) {
  const { request } = useSessionApi();
  const [open, setOpen] = useState<'limits' | 'pause' | null>(null);
  const [busy, setBusy] = useState(false);
  const { limits, limits_next, used, paused_until } = desk;
  const [saved, setSaved] = useState(false);
  const pause = async () => {
    setBusy(true);
    const { status } = await request(pauseTrading);
    setBusy(false);
    if (status) setOpen(null);
    onChanged();
  };
  return (
    <section css={panelCss} aria-label="Your limits for today">
      <h2>Your limits for today</h2>
      <dl css={linesCss}>
        <div css={wideCss}>
          <dt>Orders</dt>
          <dd>{limits.orders === null ? `${formatNumber(used.orders)} · no limit` : `${formatNumber(used.orders)} of ${formatNumber(limits.orders)}`}</dd>
        </div>
        <div css={wideCss}>
          <dt>Value of orders</dt>
          <dd>{limits.rupees === null ? `${formatInr(used.paise / 100)} · no limit` : `${formatInr(used.paise / 100)} of ${formatInr(limits.rupees)}`}</dd>
        </div>
      </dl>
      {limits_next && <p css={quietCss}>Higher limits that you set begin tomorrow.</p>}
      {saved && !limits_next && (
        <p css={quietCss} role="status">
          Your limits hold from now on.
        </p>
      )}
      {paused_until ? (
        <p css={quietCss}>Paused until {formatIst(paused_until)}. Open orders can still be changed and cancelled.</p>
      ) : (
        <div css={besideCss}>
          <Button onClick={() => setOpen('limits')}>Change limits</Button>
          <Button kind="danger" onClick={() => setOpen('pause')}>
            Pause trading today
          </Button>
        </div>
      )}
      {open === 'limits' && (
        <LimitsDialog
          limits={limits_next ?? limits}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            setSaved(true);
            onChanged();
          }}
        />
      )}
      <SureDialog
        open={open === 'pause'}
        title="Pause trading today?"
        text="No new orders of yours are taken until tomorrow. It can’t be taken back today. Open orders can still be changed and cancelled."
        keep="Go on trading"
        action="Pause trading today"
        busy={busy}
        onKeep={() => setOpen(null)}
        onSure={() => void pause()}
      />
    </section>
  );
}
