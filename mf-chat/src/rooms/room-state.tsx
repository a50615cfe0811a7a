import { css } from '@emotion/react';
import { cancelChat, decideChat, readChat } from '@vimarsh/shared/contract/chat/routes.ts';
import type { DENY_REASONS, RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { DENY_WORDS } from '@vimarsh/shared/domain/chat/deny-words.ts';
import { CHAT_EXPERTS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useEffect, useState } from 'react';
import { roomNotice } from './chat-words.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  justify-items: start;
  padding: var(--s-12) var(--s-16) calc(var(--s-12) + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line);
  background: var(--surface);
  & > strong {
    font-weight: 600;
  }
  & > p {
    color: var(--ink-2);
  }
`;
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

type DenyReason = (typeof DENY_REASONS)[number];
const REASONS: readonly { value: DenyReason; label: string }[] = [
  { value: 'busy', label: DENY_WORDS.busy },
  { value: 'other_field', label: DENY_WORDS.other_field },
  { value: 'advice', label: DENY_WORDS.advice },
  { value: 'unsaid', label: 'Without a reason' },
];
/** From the word to the line until the room is read again, ms. */
const LOOK_MS = 4000;

interface Props {
  room: RecentChat;
  isInvestor: boolean;
  onChange: (room: RecentChat) => void;
  /** Tells the server over the line that the request is over; false while the line is away. */
  sayCancelled: () => boolean;
}

/** In the place of the field, where a room takes no messages: what happened, and the next step as a button. */
export function RoomState({ room, isInvestor, onChange, sayCancelled }: Props) {
  const notice = roomNotice(room, isInvestor);
  const decide = useRequest(decideChat);
  const cancel = useRequest(cancelChat);
  const read = useRequest(readChat);
  const [denying, setDenying] = useState(false);
  const [reason, setReason] = useState<DenyReason>('busy');
  const [saidAt, setSaidAt] = useState(0);
  const { title, status_str } = room;
  const waits = status_str === 'Requested';
  const over = saidAt > 0 && waits;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each word.
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => {
      setSaidAt(0);
      void read.send({ params: { room: title } }).then(({ data }) => data && onChange(data));
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [over, title]);

  if (!notice) return null;
  const take = ({ data }: { data: RecentChat | null }): void => {
    if (!data) return;
    setDenying(false);
    onChange(data);
  };
  const say = (): boolean => {
    const said = sayCancelled();
    if (said) setSaidAt(Date.now());
    return said;
  };
  const deny = (): void => {
    if (reason === 'unsaid' && say()) setDenying(false);
    else void decide.send({ body: { room: title, accept: false, reason } }).then(take);
  };
  const takeBack = (): void => {
    if (!say()) void cancel.send({ body: { room: title } }).then(take);
  };
  return (
    <section css={boxCss} aria-label="State of this chat">
      <strong>{notice.title}</strong>
      {notice.text && <p>{notice.text}</p>}
      <div css={actionsCss}>
        {waits && !isInvestor && (
          <>
            <Button kind="primary" busy={decide.busy || over} onClick={() => void decide.send({ body: { room: title, accept: true } }).then(take)}>
              Accept
            </Button>
            <Button disabled={over} onClick={() => setDenying(true)}>
              Decline
            </Button>
          </>
        )}
        {waits && isInvestor && (
          <Button busy={cancel.busy || over} onClick={takeBack}>
            Take back the request
          </Button>
        )}
        {!waits && isInvestor && (
          <Link css={buttonCss('quiet')} to={CHAT_EXPERTS}>
            Experts to chat with
          </Link>
        )}
      </div>
      <Dialog
        open={denying}
        onClose={() => setDenying(false)}
        title="Decline the request"
        footer={
          <>
            <Button onClick={() => setDenying(false)}>Cancel</Button>
            <Button kind="primary" busy={decide.busy} onClick={deny}>
              Decline
            </Button>
          </>
        }
      >
        <SelectField
          label="Reason"
          hint="The investor reads it."
          options={REASONS}
          value={reason}
          onChange={(value) => setReason(REASONS.find((each) => each.value === value)!.value)}
        />
      </Dialog>
    </section>
  );
}
