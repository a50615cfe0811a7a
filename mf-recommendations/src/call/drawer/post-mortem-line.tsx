import { css } from '@emotion/react';
import type { CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import { type PostMortem, postMortemBy, postMortemOf } from '@vimarsh/shared/domain/calls/post-mortem.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useMarketDay } from '@vimarsh/shared/kit/market-day.ts';

const lineCss = css`
  color: var(--ink-2);
  &[data-missing] {
    color: var(--warn);
    font-weight: 600;
  }
`;

/** A call of any kind, as far as its end asks something of its author. */
interface Ended {
  readonly expert: { readonly full_name: string };
  readonly status: CallStatus;
  readonly ended_at: string | null;
  readonly events: readonly { readonly type: string; readonly ts: string }[];
}

const WORDS: Readonly<Record<Exclude<PostMortem, 'none' | 'written'>, (by: string, expert: string) => string>> = {
  due: (by, expert) => `The stop-loss was reached. ${expert} has until ${by} to write what went wrong; nothing is written yet.`,
  missing: (by, expert) => `${expert} has not written what went wrong. It was due on ${by}.`,
  late: (by, expert) => `${expert} wrote what went wrong after it was due, on ${by}.`,
};

/** What the author owes for a stopped call, for whoever reads it; nothing where it was written in time, for it stands in the timeline. */
export function PostMortemLine({ call: { expert, status, ended_at, events } }: { call: Ended }) {
  const today = useMarketDay();
  const written = events.find(({ type }) => type === 'post_mortem');
  const ended_on = ended_at && istDay(new Date(ended_at));
  const stands = postMortemOf({ status, ended_on, post_mortem_on: written ? istDay(new Date(written.ts)) : null }, today);
  if (stands === 'none' || stands === 'written' || !ended_on) return null;
  return (
    <p css={lineCss} data-missing={stands === 'missing' ? '' : undefined}>
      {WORDS[stands](formatDay(postMortemBy(ended_on)), expert.full_name)}
    </p>
  );
}
