import { css } from '@emotion/react';
import { decideCommunicationExport, downloadCommunicationExport, listCommunicationExports } from '@vimarsh/shared/contract/communications/routes.ts';
import type { AskedExport } from '@vimarsh/shared/contract/communications/types.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';
import { useState } from 'react';
import { sizeWords } from '../rooms/files/file-words.ts';
import { approvalEnds, fileWords, periodWords, SCOPE_TITLES, stepOf } from './communications.view.ts';

const SureDialog = part({ what: 'The question', load: () => import('@vimarsh/shared/ui/floats/sure.dialog.tsx').then(({ SureDialog }) => SureDialog) });

export const recordCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > p {
    max-width: 43em;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ink-2);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
  }
  & code {
    font-family: var(--mono);
  }
`;
export const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4) var(--s-8);
`;
const STATES = { asked: 'Waits for approval', approved: 'Approved', refused: 'Refused' } as const;

interface Props {
  about: AskedExport;
  me: string;
  nameOf: (user_id: string) => string;
  /** ms */
  now: number;
}

/** An export with its reason, its state, the hash of its file, and what this admin may do with it. */
export function ExportCard({ about, me, nameOf, now }: Props) {
  const { scope, target, reason, state, asked_by, asked_at, decided_by, decided_at, made } = about;
  const period = periodWords(about);
  return (
    <li css={recordCss}>
      <div css={rowCss}>
        <b>{SCOPE_TITLES[scope]}</b>
        {scope === 'person' && <span translate="no">{nameOf(target)}</span>}
        {target && (
          <small>
            <code translate="no">{target}</code>
          </small>
        )}
        <Badge tone={state === 'asked' ? 'warn' : 'neutral'}>{STATES[state]}</Badge>
      </div>
      {period && <span>{period}</span>}
      <p translate="no" dir="auto">
        {reason}
      </p>
      <small>
        <span>Asked for by</span> <span translate="no">{nameOf(asked_by)}</span> · <span>{formatIst(asked_at)}</span>
      </small>
      {decided_by && (
        <small>
          <span>{state === 'approved' ? 'Approved by' : 'Refused by'}</span> <span translate="no">{nameOf(decided_by)}</span> ·{' '}
          <span>{formatIst(decided_at!)}</span>
        </small>
      )}
      {made && (
        <small role="status">
          <span>{fileWords(about, now)}</span>
          {made.state === 'done' && (
            <>
              {' · '}
              <span translate="no">
                {made.file}, {sizeWords(made.bytes)}
              </span>
            </>
          )}
        </small>
      )}
      {made?.sha256 && (
        <small>
          SHA-256 <code translate="no">{made.sha256}</code>
        </small>
      )}
      <Step about={about} me={me} now={now} />
    </li>
  );
}

function Step({ about, me, now }: Pick<Props, 'about' | 'me' | 'now'>) {
  switch (stepOf(about, me, now)) {
    case 'decide':
      return <Decide id={about.id} />;
    case 'waits':
      return <p>Another admin has to decide.</p>;
    case 'download':
      return <Download about={about} />;
    case 'given':
      return <p>The file is given to who asked for it.</p>;
    case 'over':
      return <small>The approval ended on {approvalEnds(about)}. Ask for a new export.</small>;
    case 'refused':
      return null;
  }
}

function Decide({ id }: { id: string }) {
  const { busy, send } = useRequest(decideCommunicationExport);
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useFailure(asking);
  const decide = async (approve: boolean): Promise<void> => {
    const { data, validation } = await send({ body: { id, approve } });
    setAsking(false);
    if (!data) return setFailure(validation || 'Nothing was sent. Check your connection and try again.');
    refresh(listCommunicationExports);
  };
  return (
    <>
      <div css={rowCss}>
        <Button kind="primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Approve
        </Button>
        <Button busy={busy && !asking} onClick={() => void decide(false)}>
          Refuse
        </Button>
      </div>
      <Failure why={failure} />
      {asking && (
        <SureDialog
          open
          title="Approve this export?"
          text="Who asked for it can download it for a week: every text as it was written, withdrawn and removed ones too. Your approval stands in the audit."
          action="Approve the export"
          busy={busy}
          onKeep={() => setAsking(false)}
          onSure={() => void decide(true)}
        />
      )}
    </>
  );
}

const bytesIn = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function Download({ about }: { about: AskedExport }) {
  const { busy, send } = useRequest(downloadCommunicationExport);
  const refresh = useRefresh();
  const [failure, setFailure] = useFailure(about.id);
  const [saved, setSaved] = useState('');
  const download = async (): Promise<void> => {
    const answer = send({ params: { id: about.id }, query: {} }, true);
    // So that this page and those of others say that it is being made.
    refresh(listCommunicationExports);
    const { data, code, validation } = await answer;
    refresh(listCommunicationExports);
    if (!data)
      return setFailure(
        code === 'RATE' ? 'You downloaded exports five times in the last 24 hours. Try again tomorrow.' : validation || 'The file did not arrive. Try again.',
      );
    const bytes = bytesIn(data.zip);
    setSaved(await sha256(bytes));
    saveFile(data.file, bytes, 'application/zip');
  };
  return (
    <>
      <div css={rowCss}>
        <Button kind="primary" busy={busy} wait="The file is put together. It can take some minutes." onClick={() => void download()}>
          Download the zip
        </Button>
        <small>Until {approvalEnds(about)}.</small>
      </div>
      {saved && (
        <p role="status">
          {about.made?.sha256 && about.made.sha256 !== saved ? 'Saved. It is not the file that the server made last.' : 'Saved. Its SHA-256 is the one above.'}
        </p>
      )}
      <Failure why={failure} />
    </>
  );
}
