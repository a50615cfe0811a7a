import { css } from '@emotion/react';
import type { ChatExpert } from '@vimarsh/shared/contract/chat/types.ts';
import { answerWords } from '@vimarsh/shared/domain/chat/answer-words.ts';
import { chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import { expertPage } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { AuthorTail, type LineOf } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';

const cardCss = css`
  display: flex;
  flex-direction: column;
  gap: var(--s-8);
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
/* What the calls have made: the name of the kind, then its figures. */
const recordCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: baseline;
  gap: 2px var(--s-8);
  padding: var(--s-8) 0;
  border-block: 1px solid var(--line);
  color: var(--ink-2);
  font-size: var(--t-13);
  & [data-tail] {
    color: var(--ink);
    font-size: var(--t-13);
    font-weight: 600;
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
  gap: var(--s-8) var(--s-16);
  margin-top: auto;
  padding-top: var(--s-8);
`;
const recordLinkCss = css`
  display: flex;
  align-items: center;
  min-height: 44px;
  color: var(--ink);
  font-size: var(--t-13);
  font-weight: 500;
`;

/** A line of its height keeps its place. */
const ExpertFacts = part<{ expert: ChatExpert }>({
  what: 'How soon they answer',
  load: () => import('./expert-facts.panel.tsx').then(({ ExpertFacts }) => ExpertFacts),
  placeholder: <p aria-hidden="true">{'\u00a0'}</p>,
});

/** From so many free places on, their number says nothing to who looks for one. */
const PLENTY = 6;

const placesWords = (places: number): string => {
  if (places <= 0) return 'No free place';
  if (places >= PLENTY) return 'Takes new chats';
  return places === 1 ? '1 free place' : `${places} free places`;
};

interface Props {
  expert: ChatExpert;
  lineOf: { readonly shares: LineOf; readonly options: LineOf };
  mayAsk: boolean;
  onAsk: () => void;
}

/** Who it is first, what their calls made second, when they answer third, what can be done last. */
export function ExpertCard({ expert, lineOf, mayAsk, onAsk }: Props) {
  const { user_id, full_name, profession, reg_no, city, style, user_type, online, open_slots, answer_minutes, answers, answer_time, desk } = expert;
  const isTimed = typeof answer_time?.minutes === 'number';
  const tellsHours = desk !== undefined && (desk.hours !== null || desk.state !== 'open');
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
      <Made user_id={user_id} lineOf={lineOf} />
      <div css={badgesCss}>
        {online && <Badge tone="gain">Here now</Badge>}
        <Badge>{user_type === 'Active RA' ? 'Publishing now' : 'Not publishing now'}</Badge>
        <Badge>{placesWords(open_slots)}</Badge>
      </div>
      {answer_minutes !== null ? (
        <p>{`Half of ${answers} requests were decided within ${answerWords(answer_minutes)}.`}</p>
      ) : (
        !isTimed && <p>Too few answers yet to show how soon.</p>
      )}
      {(isTimed || tellsHours) && <ExpertFacts expert={expert} />}
      <div css={footCss}>
        <NextStep expert={expert} mayAsk={mayAsk} onAsk={onAsk} />
        <Link css={recordLinkCss} to={expertPage(user_id)} aria-label={`The whole record of ${full_name}`}>
          The whole record
        </Link>
      </div>
    </article>
  );
}

/**
 * Both sides of what the ended calls of a year made, a line for each kind that the expert publishes; those with too few to tell are left out
 * where another can tell. Nothing where the site shows no figures.
 */
function Made({ user_id, lineOf }: { user_id: string } & Pick<Props, 'lineOf'>) {
  const shares = lineOf.shares(user_id, 'shares');
  const contracts = [lineOf.options(user_id, 'limited'), lineOf.options(user_id, 'margin')];
  const ended = [shares, ...contracts].filter((line) => line !== undefined && line !== null).filter(({ n }) => n > 0);
  const told = ended.filter(({ too_few }) => !too_few);
  const lines = told.length > 0 ? told : ended.slice(0, 1);
  if (shares === undefined && lines.length === 0) return null;
  return <div css={recordCss}>{lines.length === 0 ? <MadeLine line={shares} /> : lines.map((line) => <MadeLine key={line.of} line={line} />)}</div>;
}

function MadeLine({ line }: { line: ReturnType<LineOf> }) {
  return (
    <>
      <span>{!line || line.of === 'shares' ? 'Shares' : 'Options'}</span>
      <AuthorTail line={line} />
    </>
  );
}

function NextStep({ expert: { room, open_slots, full_name }, mayAsk, onAsk }: Pick<Props, 'expert' | 'mayAsk' | 'onAsk'>) {
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
