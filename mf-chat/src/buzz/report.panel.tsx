import { reportBuzz } from '@vimarsh/shared/contract/buzz/routes.ts';
import { REPORT_NOTE_LENGTH, REPORT_REASONS } from '@vimarsh/shared/contract/buzz/types.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useRef } from 'react';
import { ReportForm } from '../reports/report-form.tsx';
import { REPORT_WORDS } from './buzz-words.ts';

interface Props {
  kind: 'post' | 'comment';
  target: string;
  onClose: () => void;
  onReported: () => void;
}

export function ReportDialog({ kind, target, onClose, onReported }: Props) {
  const { busy, send } = useRequest(reportBuzz);
  const ids = useRef({ content: '', client_id: '' });
  return (
    <ReportForm
      title={kind === 'post' ? 'Report this post' : 'Report this comment'}
      reasons={REPORT_REASONS}
      words={REPORT_WORDS}
      first="tip"
      noteLength={REPORT_NOTE_LENGTH}
      hint="A moderator reads it within 24 hours. The author does not learn who reported."
      busy={busy}
      onSend={(reason, note) => {
        // The server refuses one id with two texts.
        const content = JSON.stringify([reason, note]);
        if (ids.current.content !== content) ids.current = { content, client_id: crypto.randomUUID() };
        return send({ body: { client_id: ids.current.client_id, kind, target, reason, note } });
      }}
      onSent={onReported}
      onClose={onClose}
    />
  );
}
