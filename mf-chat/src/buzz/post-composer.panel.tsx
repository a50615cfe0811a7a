import { css } from '@emotion/react';
import { createPost, editPost, listOwnPosts, publishPost, readFeed, readPost, schedulePost } from '@vimarsh/shared/contract/buzz/routes.ts';
import { type BuzzPost, CONFLICTS, type Conflict, POST_LENGTH, POST_SYMBOLS } from '@vimarsh/shared/contract/buzz/types.ts';
import { disclosureFooter } from '@vimarsh/shared/domain/buzz/disclosure-footer.ts';
import { publishCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { openDrafts, useSoon } from '@vimarsh/shared/kit/drafts.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useOwnCalls } from '../calls/own-calls.ts';
import { CONFLICT_LABELS } from './buzz-words.ts';
import { cardCss, smallCss } from './post-card.tsx';
import { StockPick } from './stock-pick.panel.tsx';

const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;
const checksCss = css`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    padding: 0;
    font-size: var(--t-13);
    font-weight: 500;
  }
`;

interface Fields {
  text: string;
  symbols: string[];
  call_id: string | null;
  conflicts: Conflict[];
}

const drafts = openDrafts(
  'buzz-post',
  z.object({
    text: z.string(),
    symbols: z.array(z.string()),
    call_id: z.nullable(z.string()),
    conflicts: z.array(z.enum(CONFLICTS)),
    saved_at: z.number(),
  }),
);
const EMPTY: Fields = { text: '', symbols: [], call_id: null, conflicts: [] };
const fieldsOf = ({ text, symbols, call, conflicts }: BuzzPost): Fields => ({ text, symbols, call_id: call?.id ?? null, conflicts });
/** The instant of a time typed for India, as the whole product shows times. */
const istInstant = (typed: string): string => new Date(`${typed}:00+05:30`).toISOString();
/** 5 h 30 min in ms: IST before UTC. */
const IST_MS = 19_800_000;
const typedOf = (instant: string): string => new Date(Date.parse(instant) + IST_MS).toISOString().slice(0, 16);

/** The form of a call with what the server recognised in a refused tip. */
function callOf({ symbol, ...levels }: Readonly<Record<string, string>>, symbols: readonly string[]): string {
  const isRange = levels.entry_high !== undefined && levels.entry_high !== levels.entry_low;
  return publishCallAddress(symbol ?? (symbols.length === 1 ? symbols[0]! : ''), {
    ...levels,
    ...(levels.entry_low && { entry_mode: isRange ? 'range' : 'limit' }),
  });
}

interface Props {
  /** The post to change; none for a new one. */
  post?: BuzzPost;
  onClose: () => void;
}

/** A new text is kept on this device until the server has it; what is refused stays in the form. */
export function PostComposer({ post, onClose }: Props) {
  const { user } = useSession();
  const me = user!.id;
  const refresh = useRefresh();
  const [fields, setFields] = useState<Fields>(() => (post ? fieldsOf(post) : (drafts.load(me) ?? EMPTY)));
  const planned = post?.status === 'scheduled' && post.scheduled_at ? typedOf(post.scheduled_at) : '';
  const [at, setAt] = useState(planned);
  const [failure, setFailure] = useFailure([fields, at]);
  const [tip, setTip] = useState<Readonly<Record<string, string>> | null>(null);
  const [kept, setKept] = useState(() => post && { id: post.id, content: JSON.stringify(fieldsOf(post)) });
  const [said, setSaid] = useState('');
  const { soon, never } = useSoon();
  const create = useRequest(createPost);
  const edit = useRequest(editPost);
  const publish = useRequest(publishPost);
  const schedule = useRequest(schedulePost);
  const busy = create.busy || edit.busy || publish.busy || schedule.busy;
  const { calls } = useOwnCalls('open');
  const own = useQuery(listOwnPosts, { query: { limit: '1' } }).data;
  const ids = useRef({ content: '', client_id: '' });
  const field = useRef<HTMLTextAreaElement>(null);

  const change = (part: Partial<Fields>): void => {
    const next = { ...fields, ...part };
    setFields(next);
    setTip(null);
    setSaid('');
    if (!post) soon(() => (next.text.trim() ? drafts.save(me, { ...next, saved_at: Date.now() }) : drafts.drop(me)));
  };
  const length = [...fields.text.trim()].length;
  const over = length > POST_LENGTH;
  const content = JSON.stringify(fields);

  const refused = ({ validation, problems }: { validation: string; problems?: readonly { path: string; message: string }[] | undefined }): null => {
    setFailure(validation || 'Nothing was sent. Check your connection and try again.');
    const [first, ...said] = problems ?? [];
    setTip(first?.path === 'tip' ? Object.fromEntries(said.map(({ path, message }) => [path.slice('tip.'.length), message])) : null);
    return null;
  };
  /** The post on the server with these fields, or null where it was refused. */
  const keep = async (): Promise<string | null> => {
    if (length === 0 || over) {
      field.current?.focus();
      return null;
    }
    if (kept?.content === content) return kept.id;
    if (ids.current.content !== content) ids.current = { content, client_id: crypto.randomUUID() };
    const body = { client_id: ids.current.client_id, ...fields, text: fields.text.trim() };
    const answer = kept ? await edit.send({ body: { post: kept.id, ...body } }) : await create.send({ body });
    if (!answer.data) return refused(answer);
    const { id } = answer.data.post;
    setKept({ id, content });
    never();
    if (!post) drafts.drop(me);
    return id;
  };
  const done = (words: string): void => {
    refresh(readFeed, listOwnPosts, readPost);
    if (words) setSaid(words);
    else onClose();
  };
  const save = async (): Promise<void> => {
    if (await keep()) done(isLive || planned ? '' : 'Saved as a draft, in My posts.');
  };
  const goLive = async (): Promise<void> => {
    const id = await keep();
    if (!id) return;
    const answer = at ? await schedule.send({ body: { post: id, at: istInstant(at) } }) : await publish.send({ body: { post: id } });
    if (!answer.data) return void refused(answer);
    done('');
  };
  const isLive = post?.status === 'live';
  const reg_no = post?.author.reg_no || own?.posts[0]?.post.author.reg_no || calls[0]?.reg_no || '';
  return (
    <section css={cardCss} aria-label={post ? 'Change the post' : 'A new post'}>
      <TextArea
        ref={field}
        label={post ? 'Text' : 'What do you want to explain?'}
        rows={5}
        dir="auto"
        value={fields.text}
        hint={`${formatNumber(Math.max(0, POST_LENGTH - length))} characters left`}
        error={over && `${formatNumber(length - POST_LENGTH)} characters too many`}
        onChange={(event) => change({ text: event.target.value })}
      />
      {fields.symbols.length > 0 && (
        <div css={rowCss}>
          {fields.symbols.map((symbol) => (
            <Chip key={symbol} onRemove={() => change({ symbols: fields.symbols.filter((one) => one !== symbol) })}>
              {symbol}
            </Chip>
          ))}
        </div>
      )}
      {fields.symbols.length < POST_SYMBOLS && (
        <StockPick
          key={fields.symbols.length}
          label="Stocks it is about"
          value=""
          onChange={(symbol) => !fields.symbols.includes(symbol) && change({ symbols: [...fields.symbols, symbol] })}
        />
      )}
      {(calls.length > 0 || fields.call_id) && (
        <SelectField
          label="Attach a published call"
          value={fields.call_id ?? ''}
          options={[
            { value: '', label: 'None' },
            ...calls.map(({ id, label }) => ({ value: id, label })),
            ...(fields.call_id && !calls.some(({ id }) => id === fields.call_id) ? [{ value: fields.call_id, label: 'The call attached now' }] : []),
          ]}
          onChange={(id) => change({ call_id: id || null })}
        />
      )}
      <fieldset css={checksCss}>
        <legend>Conflicts of interest</legend>
        {CONFLICTS.map((conflict) => (
          <Checkbox
            key={conflict}
            label={CONFLICT_LABELS[conflict]}
            checked={fields.conflicts.includes(conflict)}
            onChange={(event) =>
              change({ conflicts: event.target.checked ? [...fields.conflicts, conflict] : fields.conflicts.filter((one) => one !== conflict) })
            }
          />
        ))}
      </fieldset>
      <div>
        <p css={smallCss}>Below the post stands:</p>
        <p css={smallCss} translate="no">
          {disclosureFooter({ name: user!.full_name, category: user!.profession || 'Market Expert', reg_no: reg_no || '…' }, fields.conflicts)}
        </p>
      </div>
      {!isLive && (
        <TextField
          label="Publish later, at (IST)"
          type="datetime-local"
          value={at}
          hint="Leave it empty to publish now. Up to 90 days ahead."
          onChange={(event) => setAt(event.target.value)}
        />
      )}
      <Failure why={failure} />
      {tip && failure && (
        <div>
          <Link css={buttonCss('quiet')} to={callOf(tip, fields.symbols)}>
            Publish it as a call
          </Link>
        </div>
      )}
      <p css={smallCss} role="status" hidden={!said}>
        {said}
      </p>
      <div css={rowCss}>
        {isLive || (planned && at === planned) ? (
          <Button kind="primary" busy={busy} disabled={length === 0 || over} onClick={() => void save()}>
            Save the change
          </Button>
        ) : (
          <>
            <Button kind="primary" busy={busy} disabled={length === 0 || over} onClick={() => void goLive()}>
              {at ? 'Schedule post' : 'Publish post'}
            </Button>
            {!planned && (
              <Button disabled={busy || length === 0 || over} onClick={() => void save()}>
                Save draft
              </Button>
            )}
          </>
        )}
        <Button onClick={onClose} disabled={busy}>
          Close
        </Button>
      </div>
    </section>
  );
}
