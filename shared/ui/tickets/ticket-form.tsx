import { css } from '@emotion/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { listTickets, openTicket } from '../../contract/support/routes.ts';
import { newTicket, TICKET_KINDS, type TicketKind } from '../../contract/support/types.ts';
import { openDrafts, useSoon } from '../../kit/drafts.ts';
import { useRefresh, useRequest } from '../../kit/query/query.ts';
import { useSession, useSessionApi } from '../../kit/session.ts';
import { Button } from '../fields/button.tsx';
import { Failure, useFailure } from '../fields/failure.tsx';
import { SelectField, TextArea, TextField } from '../fields/field.tsx';
import { media } from '../page/layout.ts';
import { KINDS } from './ticket-kinds.ts';

const formCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  max-width: 520px;
  justify-items: stretch;
  ${media.print} {
    display: none;
  }
`;
const sentCss = css`
  display: grid;
  gap: var(--s-8);
  justify-items: start;
  max-width: 43em;
  & strong {
    font-size: var(--t-20);
    font-variant-numeric: tabular-nums;
  }
`;
const OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

interface Sent {
  readonly number: string;
  readonly by_mail: boolean;
  /** A mail with the number is on its way. */
  readonly confirmed: boolean;
}

/** Write to us: the form, then the number that the message got. */
export function WriteToUs({ kind = 'question' }: { kind?: TicketKind }) {
  const { signedIn } = useSession();
  const [sent, setSent] = useState<Sent | null>(null);
  const [again, setAgain] = useState(false);
  const onMore = () => {
    setSent(null);
    setAgain(true);
  };
  return sent ? <Thanks sent={sent} signedIn={signedIn} onMore={onMore} /> : <TicketForm kind={kind} again={again} onSent={setSent} />;
}

function Thanks({ sent: { number, by_mail, confirmed }, signedIn, onMore }: { sent: Sent; signedIn: boolean; onMore: () => void }) {
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <div css={sentCss} role="status">
      <p ref={head} tabIndex={-1}>
        We have your message. Its number is
      </p>
      <strong>{number}</strong>
      <p>
        {by_mail ? 'The answer comes to the e-mail address you gave.' : 'This site can’t send mail at present.'}{' '}
        {by_mail && !confirmed && 'No mail with the number was sent, because this address got several of them today. '}
        {signedIn
          ? 'It also stands in My account, under Support.'
          : by_mail
            ? 'Please note the number.'
            : 'Sign in and write from your account to read the answer here, or note the number and ask again.'}
      </p>
      <Button onClick={onMore}>Write another message</Button>
    </div>
  );
}

const saved = z.object({
  kind: z.enum(TICKET_KINDS),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  key: z.optional(z.string()),
  saved_at: z.number(),
});
/** A member's draft stays until it is sent or they sign out; a visitor's, whom nobody signs out, as long as the tab. */
const MEMBERS = openDrafts('message-draft', saved);
const VISITORS = openDrafts('message-draft', saved, () => sessionStorage);

type Problems = Readonly<Partial<Record<string, string>>>;

interface FormProps {
  kind: TicketKind;
  /** The writer asked for another form, so the focus goes into it. */
  again: boolean;
  onSent: (sent: Sent) => void;
}

function TicketForm({ kind: first, again, onSent }: FormProps) {
  const { user } = useSession();
  const session = useSessionApi();
  const who = user?.id ?? 'visitor';
  const drafts = user ? MEMBERS : VISITORS;
  const [draft] = useState(() => drafts.load(who));
  const { soon, never } = useSoon();
  const { busy, send } = useRequest(openTicket);
  const refresh = useRefresh();
  const [kind, setKind] = useState<TicketKind>(draft?.kind ?? first);
  const [name, setName] = useState(draft?.name ?? user?.full_name ?? '');
  const [email, setEmail] = useState(draft?.email ?? user?.email ?? '');
  const [message, setMessage] = useState(draft?.message ?? '');
  /** Of the message as it was last sent: sent again after an answer that got lost, it is known by it. A changed one is another. */
  const key = useRef(draft?.key ?? '');
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useFailure([kind, name, email, message]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (again) form.current?.querySelector('select')?.focus();
  }, [again]);
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  const untouched = useRef(true);
  useEffect(() => {
    if (untouched.current && message === (draft?.message ?? '')) return;
    untouched.current = false;
    key.current = '';
    soon(() => {
      if ((session.snapshot().user?.id ?? 'visitor') !== who) return;
      if (message === '') drafts.drop(who);
      else drafts.save(who, { kind, name, email, message, saved_at: Date.now() });
    });
  }, [kind, name, email, message, draft, drafts, who, session, soon]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    key.current ||= crypto.randomUUID();
    const read = newTicket.safeParse({ kind, name, email, message, key: key.current });
    if (!read.success) {
      setProblems(Object.fromEntries(read.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue.message])));
      return;
    }
    setProblems({});
    setFailure('');
    never();
    drafts.save(who, { kind, name, email, message, key: key.current, saved_at: Date.now() });
    const { data, validation } = await send({ body: read.data });
    if (!data) return setFailure(validation);
    drafts.drop(who);
    refresh(listTickets);
    onSent(data);
  };
  return (
    <form ref={form} css={formCss} onSubmit={submit} noValidate>
      <SelectField label="What is it about?" options={OPTIONS} value={kind} onChange={(value) => setKind(value as TicketKind)} />
      <TextField label="Your name" value={name} autoComplete="name" error={problems.name} onChange={(event) => setName(event.target.value)} />
      <TextField
        label="E-mail for the answer"
        type="email"
        value={email}
        autoComplete="email"
        error={problems.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextArea
        label="Your message"
        rows={6}
        maxLength={4000}
        value={message}
        error={problems.message}
        hint={kind === 'complaint' ? 'What happened, when, and what should be put right.' : 'No passwords, OTPs or PINs, please.'}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Failure why={failure} />
      <Button type="submit" kind="primary" busy={busy}>
        Send message
      </Button>
    </form>
  );
}
