import { css } from '@emotion/react';
import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import { chooseNotification, listConsents, readNotifications } from '@vimarsh/shared/contract/consents/routes.ts';
import { NOTICE_KINDS, type NoticeChannel, type NoticeKind, type NotificationChoices } from '@vimarsh/shared/contract/consents/types.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { NOTICES } from '@vimarsh/shared/domain/people/notifications.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { DeviceBones } from './device-bones.tsx';
import { kindCss } from './kind.css.ts';
import { rowsCss } from './rows.css.ts';
import { Section } from './section.tsx';

const DevicePanel = part<object>({
  what: 'Your devices',
  load: () => import('./device.panel.tsx').then((panel) => panel.DevicePanel),
  placeholder: <DeviceBones />,
});

const DailyMailChoice = part<object>({
  what: 'How your mail comes',
  load: () => import('./daily-mail.choice.tsx').then((choice) => choice.DailyMailChoice),
  placeholder: <SkeletonRows rows={1} height={120} screen />,
});

const CHANNEL_NAMES: Readonly<Record<NoticeChannel, string>> = { mail: 'E-mail', whatsapp: 'WhatsApp', push: 'Devices' };
const MISSING: Readonly<Record<NoticeChannel, string>> = {
  mail: 'this account has no verified e-mail address',
  whatsapp: 'this account has no verified mobile number',
  push: 'no device is set to show messages',
};

const channelsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-24);
`;
const listCss = css`
  width: 100%;
`;

/** Which messages go to which channel. A switch shows what the server holds, so it moves only once the answer is there. */
export function NotificationsTab() {
  const { data: notifications, asOf, error, refetch } = useQuery(readNotifications, undefined, { fresh: 0, shown: true });
  // An answer to a change holds until the choices are read again: they may have changed on another device since.
  const [saved, setSaved] = useState<{ answer: NotificationChoices; readAt: string | null } | null>(null);
  const data = saved?.readAt === asOf ? saved.answer : notifications;
  const onSaved = (answer: NotificationChoices) => setSaved({ answer, readAt: asOf });
  if (!data) return error ? <ErrorState what="your notifications" onRetry={refetch} error={error} /> : <SkeletonRows rows={4} height={220} screen />;
  const { channels } = data;
  return (
    <>
      <Section title="Where messages go">
        <ul css={rowsCss} aria-label="Channels">
          {channels.map(({ channel, to, offered }) => (
            <li key={channel}>
              <b>{CHANNEL_NAMES[channel]}</b>
              <small>{offered ? to : to ? `${to} · can’t be used right now` : `Not available: ${MISSING[channel]}.`}</small>
            </li>
          ))}
        </ul>
      </Section>
      <DevicePanel />
      <Section title="Your account">
        <p>OTPs and messages about security and erasure are always sent. They can’t be switched off.</p>
        <Kinds data={data} research={false} onSaved={onSaved} />
      </Section>
      <Section title="Calls of experts you follow">
        <p>{CONSENT_WORDS.researchMessages}. You can switch them off here, or withdraw the consent under Consents.</p>
        <Kinds data={data} research onSaved={onSaved} />
        <DailyMailChoice />
      </Section>
    </>
  );
}

interface KindsProps {
  data: NotificationChoices;
  research: boolean;
  onSaved: (data: NotificationChoices) => void;
}

function Kinds({ data, research, onSaved }: KindsProps) {
  return (
    <div css={listCss}>
      {NOTICE_KINDS.filter((kind) => NOTICES[kind].research === research).map((kind) => (
        <KindOfMessage key={kind} kind={kind} data={data} onSaved={onSaved} />
      ))}
    </div>
  );
}

type Saving = { state: 'idle' } | { state: 'saving' | 'saved' | 'failed' | 'unsure'; channel: NoticeChannel; on: boolean };

function KindOfMessage({ kind, data: { channels, choices }, onSaved }: Omit<KindsProps, 'research'> & { kind: NoticeKind }) {
  const { send } = useRequest(chooseNotification);
  const refresh = useRefresh();
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const ways = channels.filter(({ channel }) => NOTICES[kind].channels.includes(channel));

  async function choose(channel: NoticeChannel, on: boolean) {
    if (saving.state === 'saving') return;
    setSaving({ state: 'saving', channel, on });
    const answer = await send({ body: { kind, channel, on } });
    if (answer.data) onSaved(answer.data);
    refresh(listConsents);
    const isUnsure = !isCertain(answer);
    // The server knows which it is.
    if (isUnsure) refresh(readNotifications);
    setSaving({ state: isUnsure ? 'unsure' : answer.status ? 'saved' : 'failed', channel, on });
  }

  return (
    <fieldset css={kindCss} aria-busy={saving.state === 'saving'}>
      <legend>{NOTICES[kind].title}</legend>
      <p>{NOTICES[kind].text}</p>
      <div css={channelsCss}>
        {ways.map(({ channel, offered }) => {
          const on = choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.on);
          return (
            <Checkbox
              key={channel}
              label={CHANNEL_NAMES[channel]}
              checked={on}
              // A message that can't be sent can still be switched off.
              disabled={!offered && !on}
              onChange={(event) => void choose(channel, event.target.checked)}
            />
          );
        })}
      </div>
      <p role="status">{sentence(saving)}</p>
    </fieldset>
  );
}

function sentence(saving: Saving): string {
  if (saving.state === 'idle') return '';
  const label = `${CHANNEL_NAMES[saving.channel]} ${saving.on ? 'on' : 'off'}`;
  if (saving.state === 'saving') return `Saving: ${label} …`;
  if (saving.state === 'unsure') return 'We don’t know whether this was saved. You see what we last heard from the server.';
  return saving.state === 'saved' ? `Saved: ${label}.` : `Not saved. ${CHANNEL_NAMES[saving.channel]} is still ${saving.on ? 'off' : 'on'}.`;
}
