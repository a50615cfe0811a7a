import { css } from '@emotion/react';
import { readNotifications } from '@vimarsh/shared/contract/consents/routes.ts';
import { readPush, removePush } from '@vimarsh/shared/contract/push/routes.ts';
import type { PushDevice } from '@vimarsh/shared/contract/push/types.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { browserMessaging, isTelling, type Permission, stopTelling, tellThisDevice } from '@vimarsh/shared/kit/push.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useCallback, useEffect, useState } from 'react';
import { DeviceBones } from './device-bones.tsx';
import { rowsCss } from './rows.css.ts';
import { Section } from './section.tsx';

const smallCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** What the browser says, and whether it was told to show messages; null until that is known. */
function useThisDevice(): { permission: Permission; on: boolean | null; look: () => Promise<void> } {
  const [state, setState] = useState<{ permission: Permission; on: boolean | null }>(() => ({ permission: browserMessaging().permission(), on: null }));
  const look = useCallback(async () => setState({ permission: browserMessaging().permission(), on: await isTelling() }), []);
  useEffect(() => void look(), [look]);
  return { ...state, look };
}

/** Messages on devices: this one is told by a press, each can be stopped from here. */
export function DevicePanel() {
  const session = useSessionApi();
  const { permission, on, look } = useThisDevice();
  const { data, error, refetch } = useQuery(readPush, undefined, { fresh: 0, shown: true });
  const { send } = useRequest(removePush);
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  async function change(work: () => Promise<string>) {
    setBusy(true);
    setSaid('');
    setSaid(await work());
    await look();
    refresh(readPush, readNotifications);
    setBusy(false);
  }
  const tell = () =>
    change(async () => {
      const became = await tellThisDevice(session);
      if (became === 'granted') return 'This device is on. Choose below what it shows.';
      if (became === 'default') return 'The browser’s question was not answered. Press again to be asked.';
      return became === 'failed' ? 'This device could not be switched on. Nothing is sent to it.' : '';
    });
  const stop = ({ id, device, current }: PushDevice) =>
    change(async () => {
      const { status } = await send({ body: { id } });
      if (!status) return `${device} could not be stopped. It still gets messages.`;
      if (current) await stopTelling();
      return `${device} gets no messages any more.`;
    });

  if (!data) return error ? <ErrorState what="your devices" onRetry={refetch} error={error} /> : <DeviceBones />;
  const { service, devices } = data;
  // Registered and taken back by the browser meanwhile counts as off.
  const isOn = on === true && devices.some(({ current }) => current);
  return (
    <Section title="On your devices">
      <p>Messages can appear on this device even while this site is closed. They only say that there is news, and never show levels, names or results.</p>
      {!service ? (
        <p css={smallCss}>Messages to devices are switched off on this server.</p>
      ) : permission === 'unsupported' ? (
        <p css={smallCss}>This browser can’t show messages of this site. Another browser, or this one outside a private window, may.</p>
      ) : permission === 'denied' ? (
        <p css={smallCss}>This browser doesn’t let this site show messages. Allow them in its settings for this site, then come back.</p>
      ) : (
        !isOn &&
        on !== null && (
          <Button kind="primary" busy={busy} onClick={() => void tell()}>
            Tell me on this device
          </Button>
        )
      )}
      {devices.length > 0 && (
        <ul css={rowsCss} aria-label="Devices with messages">
          {devices.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.device}</b>
                {one.current && <Badge tone="accent">This device</Badge>}
                <small>On since {formatIst(one.since)}</small>
              </span>
              <Button disabled={busy} onClick={() => void stop(one)} aria-label={`Stop messages to ${one.device}, on since ${formatIst(one.since)}`}>
                Stop
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" css={smallCss}>
        {said}
      </p>
    </Section>
  );
}
