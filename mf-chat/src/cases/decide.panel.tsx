import { css } from '@emotion/react';
import { decideBuzzCase, listBuzzCases, readFeed, readPost } from '@vimarsh/shared/contract/buzz/routes.ts';
import { REPORT_REASONS, type ReportReason } from '@vimarsh/shared/contract/buzz/types.ts';
import { decideChatCase, listChatCases } from '@vimarsh/shared/contract/chat/cases.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { SelectField, TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useState } from 'react';
import { REPORT_WORDS } from '../buzz/buzz-words.ts';
import { Tombstone } from '../buzz/post-card.tsx';
import { choicesOf, needsReason, type StaffCase } from './case.view.ts';

const SHORTEST = 3;
const LONGEST = 300;
const formCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
`;
const wordsCss = css`
  margin: 0;
  padding-left: var(--s-12);
  border-left: 2px solid var(--control);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

interface Props {
  about: StaffCase;
  onClose: () => void;
  onDecided: (next: StaffCase) => void;
}

/** Decides a case in two steps: the choice with its reasons, then what follows from it. */
export function DecideDialog({ about, onClose, onDecided }: Props) {
  const { area, item } = about;
  const [acts, setActs] = useState(true);
  const [reason, setReason] = useState<ReportReason>(firstReason(about));
  const [words, setWords] = useState('');
  const [tried, setTried] = useState(false);
  const [isSure, setSure] = useState(false);
  const posts = useRequest(decideBuzzCase);
  const chats = useRequest(decideChatCase);
  const refresh = useRefresh();
  const [failure, setFailure] = useFailure([acts, reason, words]);
  const busy = posts.busy || chats.busy;
  const choices = choicesOf(about);
  const chosen = choices.find((choice) => choice.acts === acts)!;
  const isShort = words.trim().length < SHORTEST;
  const go = (): void => {
    setTried(true);
    if (!isShort) setSure(true);
  };
  const decide = async (): Promise<void> => {
    const answer =
      area === 'posts'
        ? await posts.send({ body: { case: item.id, remove: acts, ...(acts && needsReason(about) && { reason }), words: words.trim() } })
        : await chats.send({ body: { case: item.id, uphold: acts, words: words.trim() } });
    if (!answer.data) return setFailure(answer.validation || 'Nothing was sent. Check your connection and try again.');
    refresh(listBuzzCases, listChatCases, readFeed, readPost);
    onDecided({ area, item: answer.data } as StaffCase);
  };
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={isSure ? 'Confirm the decision' : 'Decide the case'}
      footer={
        isSure ? (
          <>
            <Button onClick={() => setSure(false)} disabled={busy}>
              Back
            </Button>
            <Button kind={acts ? 'danger' : 'primary'} busy={busy} onClick={() => void decide()}>
              {chosen.label}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" onClick={go}>
              Continue
            </Button>
          </>
        )
      }
    >
      {isSure ? (
        <div css={formCss}>
          <strong>{chosen.label}</strong>
          <p>{chosen.after}</p>
          {acts && needsReason(about) && area === 'posts' && item.target_kind === 'post' && (
            <Tombstone post={{ removed: { by: 'moderator', reason, at: '' } }} />
          )}
          <blockquote css={wordsCss} translate="no" dir="auto">
            {words.trim()}
          </blockquote>
          <p>A decision is final for you. It stays in the history with your name.</p>
          <Failure why={failure} />
        </div>
      ) : (
        <div css={formCss}>
          <SelectField
            label="Decision"
            value={String(acts)}
            options={choices.map((choice) => ({ value: String(choice.acts), label: choice.label }))}
            onChange={(value) => setActs(value === 'true')}
          />
          {acts && needsReason(about) && (
            <SelectField
              label="Reason that readers see"
              value={reason}
              options={REPORT_REASONS.map((value) => ({ value, label: REPORT_WORDS[value] }))}
              onChange={(value) => setReason(value as ReportReason)}
            />
          )}
          <TextArea
            label="Why"
            rows={3}
            maxLength={LONGEST}
            value={words}
            hint="Moderators read it in the history of the case."
            error={tried && isShort && `Write at least ${SHORTEST} characters`}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      )}
    </Dialog>
  );
}

/** The reason that most members gave. */
function firstReason({ area, item }: StaffCase): ReportReason {
  if (area === 'chats') return 'claim';
  const counts = REPORT_REASONS.map((reason) => ({ reason, count: item.reports.filter((report) => report.reason === reason).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most), { reason: 'claim' as ReportReason, count: 0 }).reason;
}
