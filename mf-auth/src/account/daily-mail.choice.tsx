import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import { readNoticeSettings, setDailyMail } from '@vimarsh/shared/contract/notices/routes.ts';
import type { NoticeSettings } from '@vimarsh/shared/contract/notices/types.ts';
import { useQuery, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useId, useState } from 'react';
import { kindCss } from './kind.css.ts';

const SAID = {
  idle: '',
  saving: 'Saving …',
  saved: 'Saved.',
  failed: 'Not saved. Try again.',
  unsure: 'We don’t know whether this was saved. You see what we last heard from the server.',
} as const;

/** Whether mails about calls come one by one or once a day. The box moves once the server has stored it. */
export function DailyMailChoice() {
  const { data, error, refetch } = useQuery(readNoticeSettings, undefined, { fresh: 0, shown: true });
  const { send } = useRequest(setDailyMail);
  const [saved, setSaved] = useState<NoticeSettings | null>(null);
  const [saving, setSaving] = useState<keyof typeof SAID>('idle');
  const about = useId();
  const settings = saved ?? data;
  if (!settings) return error ? <ErrorState what="how your mail comes" onRetry={refetch} error={error} /> : <SkeletonRows rows={1} height={120} screen />;

  async function choose(on: boolean) {
    if (saving === 'saving') return;
    setSaving('saving');
    const answer = await send({ body: { on } });
    if (answer.data) setSaved(answer.data);
    if (isCertain(answer)) return setSaving(answer.status ? 'saved' : 'failed');
    // The server knows which it is.
    setSaved(null);
    refetch();
    setSaving('unsure');
  }

  return (
    <fieldset css={kindCss} aria-busy={saving === 'saving'} aria-describedby={about}>
      <legend>How e-mails about calls come</legend>
      <p id={about}>One at a time, as it happens, or together in the evening. Each has its receipt. The bell has everything at once.</p>
      <Checkbox label="Once a day, at 20:00 IST" checked={settings.daily_mail} onChange={({ target }) => void choose(target.checked)} />
      <p role="status">{SAID[saving]}</p>
    </fieldset>
  );
}
