import { downloadCallProof, downloadExpertProof } from '@vimarsh/shared/contract/calls/proof-file.ts';
import type { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';

/** A call, or the ended calls of an expert. */
export type Proven = { readonly call: string } | { readonly expert: string };

type Request = ReturnType<typeof useSessionApi>['request'];

/** Fetches a file of proof and saves it. Answers why it could not, or ''. */
export async function saveProof(request: Request, of: Proven): Promise<string> {
  const options = { quiet: true } as const;
  const { data, code, validation } =
    'call' in of
      ? await request(downloadCallProof, { params: { id: of.call }, query: {} }, options)
      : await request(downloadExpertProof, { params: { user_id: of.expert }, query: {} }, options);
  if (!data) return code === 'RATE' ? 'You downloaded such files several times. Try again later.' : `The file could not be made. ${validation}`;
  saveFile(
    data.file,
    Uint8Array.from(atob(data.zip), (letter) => letter.charCodeAt(0)),
    'application/zip',
  );
  return '';
}
