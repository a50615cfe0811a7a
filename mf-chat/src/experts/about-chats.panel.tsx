import { css } from '@emotion/react';
import type { chatQuota } from '@vimarsh/shared/contract/chat/types.ts';
import { CHATS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import type * as z from 'zod/mini';

const listCss = css`
  display: grid;
  gap: var(--s-4);
  max-width: 46em;
  margin: 0;
  padding: 0 0 var(--s-8) var(--s-16);
  list-style: disc;
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** What comes of a request, and what the guard of texts lets nobody send. */
export function HowList() {
  return (
    <ul css={listCss}>
      <li>You ask one question. Asking costs nothing beyond your plan.</li>
      <li>The expert accepts or declines within a day, and you get a notice. Otherwise the request ends by itself.</li>
      <li>An accepted chat stays open for up to 30 days. Either of you can close it. A day later you can ask again.</li>
      <li>Ask about published research and methods. Nobody may tell you here what to buy or how much of your money to put in.</li>
      <li>Phone numbers, payment details and promises of profit are not sent. A tip has to be published as a call.</li>
      <li>Everything is recorded and kept for five years. You can download it.</li>
    </ul>
  );
}

const orderCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

/** Below the last expert: why they stand in this order, and what figures of theirs come with. */
export function ListEnd() {
  return (
    <>
      <p css={orderCss}>Experts who are here come first. The others stand in an order that changes every day, so that nobody is preferred.</p>
      <DisclosureStrip />
    </>
  );
}

/** Before the list of somebody who may ask nobody. */
export function NoPlan() {
  return (
    <EmptyState
      title="Chats with experts are not in your plan"
      text="They are part of the Pro plan and of the chat plan. Experts, their records and how soon they answer are shown to everybody."
      action={<PlansLink />}
    />
  );
}

type Counts = NonNullable<z.output<typeof chatQuota>>;

function whyNone({ rooms, open, waiting }: Counts): string {
  if (open + waiting < rooms) return 'To ask somebody else, wait for a decision or take a request back.';
  if (waiting === 0) return 'To ask somebody else, close a chat first.';
  return open > 0 ? 'To ask somebody else, close a chat or take a request back.' : 'To ask somebody else, take your request back first.';
}

/** Why nobody can be asked now, and where that is changed. */
export function NoneLeft(counts: Counts) {
  return (
    <>
      <strong>{whyNone(counts)}</strong>
      <Link to={CHATS}>Your chats</Link>
    </>
  );
}
