import { css } from '@emotion/react';
import { answerTicket, deskTickets } from '@vimarsh/shared/contract/support/routes.ts';
import type { DeskTicket } from '@vimarsh/shared/contract/support/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { CONTACT_US } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { KINDS } from '@vimarsh/shared/ui/tickets/ticket-kinds.ts';
import { type FormEvent, useRef, useState } from 'react';
import { withLater } from './desk-order.ts';

const listCss = css`
  display: grid;
  gap: var(--s-16);
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: var(--s-12);
    padding: var(--s-16);
    border: 1px solid var(--line);
    border-radius: var(--r-10);
    background: var(--surface);
  }
  & p {
    max-width: 43em;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ink-2);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
  }
`;
const formCss = css`
  display: grid;
  gap: var(--s-12);
  justify-items: start;
  max-width: 43em;
  & > div {
    width: 100%;
  }
`;

/** What people wrote to us and nobody has answered. Only admins get here; the server checks that again on every call. */
export function Page() {
  const session = useSession();
  return (
    <Screen title="Messages">
      {may(callerOf(session), 'support.answer') ? (
        <Desk />
      ) : (
        <EmptyState
          title="Only admins answer messages."
          text="You find your own messages under Contact us."
          action={
            <Link css={buttonCss('quiet')} to={CONTACT_US}>
              Contact us
            </Link>
          }
        />
      )}
    </Screen>
  );
}

function Desk() {
  const { data, error, refetch } = useQuery(deskTickets, { query: {} }, { fresh: 0, every: 60_000, shown: true });
  const { busy, send } = useRequest(deskTickets);
  /** The first page as it was when more were asked for, and those behind it. */
  const [known, setKnown] = useState<readonly DeskTicket[]>([]);
  const [read, setRead] = useState<string | null>();
  if (!data) return error ? <ErrorState what="the messages" onRetry={refetch} error={error} /> : <SkeletonRows rows={6} height={120} screen />;
  if (data.waiting === 0) return <EmptyState title="Every message is answered." text="New ones appear here on their own." />;
  const tickets = data.next ? withLater(data.tickets, known) : data.tickets;
  const next = data.next && (read === undefined ? data.next : read);
  const more = async (after: string) => {
    const { data: page } = await send({ query: { after } });
    if (!page) return;
    setKnown([...(known.length > 0 ? known : data.tickets), ...page.tickets]);
    setRead(page.next ?? null);
  };
  return (
    <>
      <p role="status">
        {data.waiting === 1 ? '1 message waits' : `${data.waiting} messages wait`} for an answer. Complaints come first, the oldest before others.
      </p>
      <ul css={listCss} aria-label="Messages that wait">
        {tickets.map((one) => (
          <Waiting key={one.number} ticket={one} onAnswered={() => setKnown(known.filter(({ number }) => number !== one.number))} />
        ))}
      </ul>
      {next && (
        <Button onClick={() => void more(next)} busy={busy}>
          Show more
        </Button>
      )}
    </>
  );
}

const SHORTEST = 20;

interface WaitingProps {
  ticket: DeskTicket;
  onAnswered: () => void;
}

function Waiting({ ticket: { number, kind, name, email, partner_key, opened_at, message }, onAnswered }: WaitingProps) {
  const session = useSessionApi();
  const refresh = useRefresh();
  const { busy, send } = useRequest(answerTicket);
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useFailure(answer);
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (answer.trim().length < SHORTEST) {
      setProblem(`Write at least ${SHORTEST} characters`);
      field.current?.focus();
      return;
    }
    setProblem('');
    setFailure('');
    const { data, validation } = await send({ body: { number, answer } });
    if (!data) return setFailure(validation);
    session.notify({
      kind: 'success',
      title: 'Answered',
      text: data.by_mail ? `The answer to ${number} is on its way.` : `The answer to ${number} is kept; this site can’t send mail.`,
      ms: 3000,
    });
    onAnswered();
    refresh(deskTickets);
  };
  return (
    <li>
      <div>
        <Badge tone={kind === 'complaint' || kind === 'fraud' ? 'warn' : 'neutral'}>{KINDS[kind]}</Badge>
      </div>
      <small>
        {number} · {name || 'Erased account'} · {email || 'no address'} · {partner_key || 'main site'} · {formatIst(opened_at)}
      </small>
      <p>{message}</p>
      <form css={formCss} onSubmit={submit} noValidate>
        <TextArea
          ref={field}
          label={`Answer to ${number}`}
          rows={4}
          maxLength={4000}
          value={answer}
          error={problem}
          onChange={(event) => setAnswer(event.target.value)}
        />
        <Failure why={failure} />
        <Button type="submit" busy={busy}>
          Send answer
        </Button>
      </form>
    </li>
  );
}
