import { appealRemoval, listOwnPosts } from '@vimarsh/shared/contract/buzz/routes.ts';
import { APPEAL_LENGTH } from '@vimarsh/shared/contract/buzz/types.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useRef, useState } from 'react';

const SHORTEST = 20;

export function AppealDialog({ post, onClose }: { post: string; onClose: () => void }) {
  const refresh = useRefresh();
  const { busy, send } = useRequest(appealRemoval);
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useFailure(text);
  const field = useRef<HTMLTextAreaElement>(null);
  /** One id for one text, however often it is sent. */
  const id = useRef({ text: '', client_id: '' });
  const isShort = [...text.trim()].length < SHORTEST;
  const appeal = async (): Promise<void> => {
    setTried(true);
    if (isShort) return field.current?.focus();
    if (id.current.text !== text) id.current = { text, client_id: crypto.randomUUID() };
    const { data, validation } = await send({ body: { client_id: id.current.client_id, post, text: text.trim() } });
    if (!data) return setFailure(validation || 'Nothing was sent. Check your connection and try again.');
    onClose();
    refresh(listOwnPosts);
  };
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title="Appeal against the removal"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} onClick={() => void appeal()}>
            Send appeal
          </Button>
        </>
      }
    >
      <TextArea
        ref={field}
        label="Why should the post stand?"
        rows={4}
        maxLength={APPEAL_LENGTH}
        value={text}
        hint="Another moderator decides. You can appeal once."
        error={tried && isShort && `Write at least ${SHORTEST} characters`}
        onChange={(event) => setText(event.target.value)}
      />
      <Failure why={failure} />
    </Dialog>
  );
}
