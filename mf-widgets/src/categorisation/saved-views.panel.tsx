import { css } from '@emotion/react';
import { listViews, removeView, saveView } from '@vimarsh/shared/contract/saved-views/routes.ts';
import type { SavedView } from '@vimarsh/shared/contract/saved-views/types.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import X from 'lucide-react/icons/x';
import { type FormEvent, useState } from 'react';
import { Card } from '../insight/parts.view.tsx';
import { askedOf, parseSlice, type Slice, sliceUrl } from './slice-url.ts';

const list = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: inline-flex;
    align-items: center;
    max-width: 100%;
    border: 1px solid var(--line-strong);
    border-radius: var(--r-6);
    background: var(--surface);
  }
  & a {
    padding: var(--s-8) var(--s-12);
    min-width: 0;
    overflow-wrap: anywhere;
    color: var(--ink);
    text-decoration: none;
  }
  & > [data-here] {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
`;
const form = css`
  display: grid;
  grid-template-columns: minmax(0, 320px) auto;
  justify-content: start;
  align-items: start;
  gap: var(--s-8);
  & > button {
    margin-top: 24px;
  }
`;
const said = css`
  font-size: var(--t-13);
  color: var(--ink-2);
`;

const addressOf = ({ slice }: SavedView): string =>
  sliceUrl(parseSlice(new URLSearchParams(Object.entries(slice).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))));

/** What one has saved, and the form that saves what is counted now. */
export function OwnViews({ slice }: { slice: Slice }) {
  return (
    <>
      <SavedViews slice={slice} />
      <SaveView slice={slice} />
    </>
  );
}

/** The way back to what one has saved; nothing before the first. On every device the same. */
export function SavedViews({ slice }: { slice: Slice }) {
  const { data: views = [] } = useQuery(listViews);
  const refresh = useRefresh();
  const { send } = useRequest(removeView);
  const [removed, setRemoved] = useState('');
  const here = sliceUrl(slice);
  const remove = async (name: string): Promise<void> => {
    const { status } = await send({ body: { name } });
    if (!status) return;
    setRemoved(name);
    refresh(listViews);
  };
  if (views.length === 0 && !removed) return null;
  return (
    <nav aria-label="Saved views">
      <ul css={list}>
        {views.map((view) => (
          <li key={view.name} data-here={addressOf(view) === here ? '' : undefined}>
            <Link to={addressOf(view)} aria-current={addressOf(view) === here ? 'page' : undefined}>
              {view.name}
            </Link>
            <IconButton label={`Remove ${view.name}`} onClick={() => void remove(view.name)}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <p css={said} role="status">
        {removed ? `${removed} is removed.` : ''}
      </p>
    </nav>
  );
}

/** Keeps what is counted now under a name. */
export function SaveView({ slice }: { slice: Slice }) {
  const refresh = useRefresh();
  const { busy, send } = useRequest(saveView);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [saved, setSaved] = useState('');
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name.trim();
    if (!wanted) return setProblem('Field is required');
    const { status, validation, problems } = await send({ body: { name: wanted, slice: askedOf(slice) } }, true);
    setProblem(status ? '' : (problems?.[0]?.message ?? validation));
    if (!status) return;
    setName('');
    setSaved(wanted);
    refresh(listViews);
  };
  return (
    <Card title="Save this view">
      <form css={form} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label="Name of the view"
          maxLength={40}
          autoComplete="off"
          value={name}
          error={problem}
          hint="The same name again replaces it."
          onChange={(event) => {
            setName(event.target.value);
            setProblem('');
          }}
        />
        <Button type="submit" busy={busy}>
          Save view
        </Button>
      </form>
      <p css={said} role="status">
        {saved ? `Saved as ${saved}.` : ''}
      </p>
    </Card>
  );
}
