import { css } from '@emotion/react';
import {
  chooseNotification,
  listConsents,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
  type NotificationChoices,
  readNotifications,
} from '@vimarsh/shared/contract/consents.contract.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/consents.ts';
import { NOTICES } from '@vimarsh/shared/domain/notifications.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query.ts';
import { Checkbox } from '@vimarsh/shared/ui/field.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/state.tsx';
import { useState } from 'react';
import { rowsCss } from './rows.css.ts';
import { Section } from './section.tsx';

const CHANNEL_NAMES: Readonly<Record<NoticeChannel, string>> = { mail: 'E-mail', whatsapp: 'WhatsApp' };
const MISSING: Readonly<Record<NoticeChannel, string>> = {
  mail: 'this account has no proven e-mail address',
  whatsapp: 'this account has no proven mobile number',
};

const kindCss = css`
  min-width: 0;
  margin: 0;
  padding: var(--s-12) 0;
  border: 0;
  border-top: 1px solid var(--line);
  & > legend {
    float: left;
    width: 100%;
    padding: 0;
    font-weight: 600;
  }
  & > p {
    clear: both;
    min-height: 1.45em;
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;
const channelsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-24);
`;
const listCss = css`
  width: 100%;
`;

/** Which messages one wants on which channel. A switch shows what the server holds: it moves once the answer is there. */
export function NotificationsTab() {
  const { data: read, error, refetch } = useQuery(readNotifications, undefined, { fresh: 0 });
  const [saved, setSaved] = useState<NotificationChoices | null>(null);
  const data = saved ?? read;
  if (!data) return error ? <ErrorState what="your notifications" onRetry={refetch} requestId={error.requestId} /> : <SkeletonRows rows={3} height={120} />;
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
      <Section title="Your account">
        <p>OTPs and messages about security and erasure always come. They can’t be switched off.</p>
        <Kinds data={data} research={false} onSaved={setSaved} />
      </Section>
      <Section title="Calls of experts you follow">
        <p>{CONSENT_WORDS.researchMessages}. You can switch them off here, or take the consent back under Consents.</p>
        <Kinds data={data} research onSaved={setSaved} />
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

type Saving = { state: 'idle' } | { state: 'saving' | 'saved' | 'failed'; channel: NoticeChannel; on: boolean };

function KindOfMessage({ kind, data: { channels, choices }, onSaved }: Omit<KindsProps, 'research'> & { kind: NoticeKind }) {
  const { send } = useRequest(chooseNotification);
  const refresh = useRefresh();
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });

  async function choose(channel: NoticeChannel, on: boolean) {
    if (saving.state === 'saving') return;
    setSaving({ state: 'saving', channel, on });
    const { status, data } = await send({ body: { kind, channel, on } });
    if (data) onSaved(data);
    refresh(listConsents);
    setSaving({ state: status ? 'saved' : 'failed', channel, on });
  }

  return (
    <fieldset css={kindCss} aria-busy={saving.state === 'saving'}>
      <legend>{NOTICES[kind].title}</legend>
      <p>{NOTICES[kind].text}</p>
      <div css={channelsCss}>
        {channels.map(({ channel, offered }) => {
          const on = choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.on);
          return (
            <Checkbox
              key={channel}
              label={CHANNEL_NAMES[channel]}
              checked={on}
              // What can't be sent can still be switched off.
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
  const what = `${CHANNEL_NAMES[saving.channel]} ${saving.on ? 'on' : 'off'}`;
  if (saving.state === 'saving') return `Saving: ${what} …`;
  return saving.state === 'saved' ? `Saved: ${what}.` : `Not saved. ${CHANNEL_NAMES[saving.channel]} is still ${saving.on ? 'off' : 'on'}.`;
}
