import { css } from '@emotion/react';
import { BOOK_DEMO } from '@vimarsh/shared/domain/routing/places.ts';
import type { TextAddress } from '@vimarsh/shared/domain/routing/texts.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import type { ReactNode } from 'react';

/** A section that is no text: it shows what the server knows now. */
export interface LivePart {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** They load after the text, which does not need their code. */
const ExpertRegister = part({
  what: 'The register',
  load: () => import('../compliance/expert-register.panel.tsx').then((panel) => panel.ExpertRegister),
  placeholder: <SkeletonRows rows={5} height={84} />,
});

export const LiveTicketPanel = part({
  what: 'The form',
  load: () => import('../support/ticket.panel.tsx').then((panel) => panel.TicketPanel),
  placeholder: <SkeletonRows rows={5} height={84} />,
});
const Complaints = part({
  what: 'The table of complaints',
  load: () => import('../support/complaints.panel.tsx').then((panel) => panel.Complaints),
  placeholder: <SkeletonRows rows={12} />,
});

const RecordCheck = part({
  what: 'The last check of the record',
  load: () => import('../compliance/record-check.panel.tsx').then((panel) => panel.RecordCheck),
  placeholder: <SkeletonRows rows={3} />,
});

const WitnessTable = part({
  what: 'The witnesses of the record',
  load: () => import('../compliance/witnesses.panel.tsx').then((panel) => panel.WitnessTable),
  placeholder: <SkeletonRows rows={3} />,
});

/** As tall as the table that replaces it. */
const registerCss = css`
  min-height: 480px;
`;

const NONE: readonly LivePart[] = [];
const REGISTER: readonly LivePart[] = [
  {
    id: 'register',
    title: 'Register of experts',
    content: (
      <div css={registerCss}>
        <ExpertRegister />
      </div>
    ),
  },
];

/** A booking needs somebody to reach, so a visitor is told of the login before it comes. */
function ToDemo() {
  return <Link to={BOOK_DEMO}>{useSession().signedIn ? 'Choose a time' : 'Log in and choose a time'}</Link>;
}

const TICKET: readonly LivePart[] = [{ id: 'ticket', title: 'Write to us', content: <LiveTicketPanel /> }];
const DEMO: readonly LivePart[] = [
  {
    id: 'demo',
    title: 'Book a demo',
    content: (
      <p style={{ color: 'var(--ink-2)' }}>
        In half an hour, someone from our team shows you the portal, on a working day you choose. <ToDemo />
      </p>
    ),
  },
];
const COMPLAINTS: readonly LivePart[] = [
  { id: 'complaints', title: 'Complaints by month', content: <Complaints /> },
  { id: 'record-check', title: 'Check of the record', content: <RecordCheck /> },
  { id: 'witnesses', title: 'Witnesses of the record', content: <WitnessTable /> },
];

/** What stands before and behind the sections of a text. */
export function livePartsOf({ set, name }: TextAddress): { readonly first: readonly LivePart[]; readonly last: readonly LivePart[] } {
  if (set === 'advisors' && name === 'compliance') return { first: REGISTER, last: NONE };
  if (set === 'retail' && name === 'compliance') return { first: NONE, last: COMPLAINTS };
  if (name === 'contact-us') return { first: TICKET, last: DEMO };
  return { first: NONE, last: NONE };
}
