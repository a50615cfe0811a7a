import { downloadEvidence } from '@vimarsh/shared/contract/account/evidence.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';
import { useState } from 'react';
import { Section } from './section.tsx';

/** One zip of what somebody needs in a dispute. */
export function EvidenceSection() {
  const { busy, send } = useRequest(downloadEvidence);
  const [failed, setFailed] = useState('');
  async function save() {
    setFailed('');
    const { data, code, validation } = await send({}, true);
    if (data)
      saveFile(
        data.file,
        Uint8Array.from(atob(data.zip), (letter) => letter.charCodeAt(0)),
        'application/zip',
      );
    else setFailed(code === 'RATE' ? 'You downloaded it several times in the last 24 hours. Try again tomorrow.' : `The file could not be made. ${validation}`);
  }
  return (
    <Section title="Evidence file">
      <p>
        A zip for a dispute: the calls we told you of with their receipts, your consents and your invoices, signed so that anyone can check that nothing was
        changed.
      </p>
      <Button onClick={() => void save()} busy={busy}>
        Download my evidence file
      </Button>
      {busy && <p role="status">We are putting the file together. It can take a minute.</p>}
      {failed && <p role="alert">{failed}</p>}
    </Section>
  );
}
