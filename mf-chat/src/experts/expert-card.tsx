import { css } from '@emotion/react';
import type { ChatExpert } from '@vimarsh/shared/contract/chat/types.ts';
import { chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';

const cardCss = css`
  display: grid;
  gap: var(--s-8);
  align-content: start;
  height: 100%;
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > a {
    font-weight: 600;
  }
  & p {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;
const badgesCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
const footCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
  margin-top: auto;
  padding-top: var(--s-8);
`;

/** 'within 5 min', 'within 3 h': half of the answers came that soon. */
export const answerWords = (minutes: number): string => (minutes < 60 ? `${Math.max(1, Math.ceil(minutes))} min` : `${Math.ceil(minutes / 60)} h`);

const placesWords = (places: number): string => {
  if (places <= 0) return 'No free place';
  return places === 1 ? '1 free place' : `${places} free places`;
};

/** Who it is first, how soon they answer second, what can be done last. */
export function ExpertCard({ expert, mayAsk, onAsk }: { expert: ChatExpert; mayAsk: boolean; onAsk: () => void }) {
  const { profession, reg_no, city, style, user_type, online, open_slots, answer_minutes, answers } = expert;
  return (
    <article css={cardCss}>
      <ExpertLink expert={expert} size={36} />
      <p>
        {profession} · <span translate="no">SEBI {reg_no}</span>
        {city && (
          <>
            {' · '}
            <span translate="no">{city}</span>
          </>
        )}
      </p>
      {style && <p translate="no">{style}</p>}
      <div css={badgesCss}>
        {online && <Badge tone="gain">Here now</Badge>}
        <Badge>{user_type === 'Active RA' ? 'Publishing now' : 'Not publishing now'}</Badge>
        <Badge>{placesWords(open_slots)}</Badge>
      </div>
      <p>
        {answer_minutes === null ? 'Too few answers yet to show how soon.' : `Half of ${answers} requests were decided within ${answerWords(answer_minutes)}.`}
      </p>
      <div css={footCss}>
        <NextStep expert={expert} mayAsk={mayAsk} onAsk={onAsk} />
      </div>
    </article>
  );
}

function NextStep({ expert: { room, open_slots, full_name }, mayAsk, onAsk }: { expert: ChatExpert; mayAsk: boolean; onAsk: () => void }) {
  const running = room?.status_str === 'Requested' || room?.status_str === 'Active';
  const waits = !running && room?.again_at && Date.parse(room.again_at) > Date.now() ? room.again_at : '';
  return (
    <>
      {room && (
        <Link css={buttonCss(running ? 'primary' : 'quiet')} to={chatRoom(room.title)} aria-label={`Open the chat with ${full_name}`}>
          {room.status_str === 'Requested' ? 'See the request' : 'Open the chat'}
        </Link>
      )}
      {mayAsk && !running && !waits && open_slots > 0 && (
        <Button onClick={onAsk} aria-label={`Request a chat with ${full_name}`}>
          Request a chat
        </Button>
      )}
      {mayAsk && waits && <p>You can ask again from {formatIst(waits)}.</p>}
    </>
  );
}
