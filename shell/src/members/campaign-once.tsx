import { readCampaign, seenCampaign } from '@vimarsh/shared/contract/campaign/routes.ts';
import type { Campaign } from '@vimarsh/shared/contract/campaign/types.ts';
import { CAMPAIGN_DELAY_MS } from '@vimarsh/shared/domain/constants.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { CAMPAIGN } from '@vimarsh/shared/session/core/client-state.ts';
import { useEffect, useState } from 'react';
import type { CampaignDialogProps } from './campaign.dialog.tsx';

// Nobody asked for it, so nobody is told when it could not be opened.
const CampaignDialog = part<CampaignDialogProps>({
  what: 'The campaign',
  load: () => import('./campaign.dialog.tsx').then((dialog) => dialog.CampaignDialog),
  failure: () => null,
});

/**
 * Asks once for the site's campaign and opens it a second after it came; on the way to a payment not before that is left. The server
 * remembers who has seen it, and says no where another tab was first.
 */
export function CampaignOnce() {
  const session = useSessionApi();
  const { path } = usePath();
  const paying = path === PLANS || path.startsWith(`${PLANS}/`);
  const [campaign, setCampaign] = useState<Campaign | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    void ask();
    async function ask() {
      const { status, data, code } = await session.request(readCampaign, {}, { quiet: true, signal: stop.signal });
      if (stop.signal.aborted) return;
      if (!status) console.info('Campaign could not be read', code);
      const [first] = data ?? [];
      if (!first?.campaign_data) return;
      session.state.set(CAMPAIGN, { campaign_data: first.campaign_data });
      setCampaign(first);
    }
    return () => stop.abort();
  }, [session]);
  useEffect(() => {
    if (!campaign || open || paying) return;
    let left = false;
    const timer = setTimeout(() => void openUnlessRefused(campaign.id), CAMPAIGN_DELAY_MS);
    async function openUnlessRefused(id: string) {
      const { data } = await session.request(seenCampaign, { body: { id } }, { quiet: true });
      if (!left && data?.first === true) setOpen(true);
    }
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [campaign, open, paying, session]);
  if (!campaign || !open || paying) return null;
  const close = () => {
    setOpen(false);
    setCampaign(null);
  };
  return <CampaignDialog campaign={campaign.campaign_data} onClose={close} />;
}
