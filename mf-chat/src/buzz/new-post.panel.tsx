import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useState } from 'react';
import { PostComposer } from './post-composer.panel.tsx';

/** The way to a new post. A text begun earlier on this device is in the form. */
export function NewPost() {
  const [open, setOpen] = useState(false);
  return open ? (
    <PostComposer onClose={() => setOpen(false)} />
  ) : (
    <div>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Write a post
      </Button>
    </div>
  );
}
