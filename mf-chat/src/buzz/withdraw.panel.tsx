import { listOwnPosts, readFeed, withdrawPost } from '@vimarsh/shared/contract/buzz/routes.ts';
import { WITHDRAW_REASONS } from '@vimarsh/shared/contract/buzz/types.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useState } from 'react';
import { REMOVED_WORDS } from './buzz-words.ts';

export function WithdrawDialog({ post, onClose }: { post: string; onClose: () => void }) {
  const refresh = useRefresh();
  const { busy, send } = useRequest(withdrawPost);
  const [reason, setReason] = useState<(typeof WITHDRAW_REASONS)[number]>('mistake');
  const withdraw = async (): Promise<void> => {
    const { data } = await send({ body: { post, reason } });
    if (!data) return;
    onClose();
    refresh(listOwnPosts, readFeed);
  };
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title="Take this post away?"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Leave it
          </Button>
          <Button kind="danger" busy={busy} onClick={() => void withdraw()}>
            Take it away
          </Button>
        </>
      }
    >
      <p>A note with the reason stays in its place. The text is kept in the record for five years, as the law asks.</p>
      <SelectField
        label="Reason"
        value={reason}
        options={WITHDRAW_REASONS.map((value) => ({ value, label: REMOVED_WORDS[value] }))}
        onChange={(value) => setReason(value as typeof reason)}
      />
    </Dialog>
  );
}
