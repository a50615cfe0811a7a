import { MANIFEST, type ManifestHead, SIGNATURE } from '@vimarsh/shared/domain/evidence/manifest.ts';
import { HOW_TO_CHECK } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { Evidence } from '../identity/index.ts';

export const README = 'README.txt';

/** Columns of the text: what opens it may not break lines itself. */
const WIDTH = 100;

/** What each file is and how to check it, in plain words. Line ends are those every editor reads. */
export function readme({ made_at, site, user_id }: ManifestHead, evidence: readonly Evidence[]): string {
  const files: (readonly [path: string, words: string])[] = [
    ...evidence.flatMap(({ about }) => about),
    [MANIFEST, `The SHA-256 hash of every other file in here but ${SIGNATURE}.`],
    [SIGNATURE, `The signature of the ledger’s key over ${MANIFEST}, and the ledger’s public keys.`],
  ];
  const lines = [
    'MY EVIDENCE FILE',
    '',
    ...wrapText(`Put together by ${site} on ${formatIst(made_at)} for the account ${user_id}. Times in files are UTC: add 5:30 for India.`),
    '',
    'WHAT EACH FILE IS',
    ...files.flatMap(([path, words]) => ['', path, ...wrapText(words, '  ')]),
    '',
    'HOW TO CHECK IT',
    ...checks(site).flatMap((words) => ['', ...wrapText(words)]),
    '',
  ];
  return lines.join('\r\n');
}

const checks = (site: string): string[] => [
  `1. That no file was changed: unpack the zip, open a terminal in its folder and run "sha256sum -c ${MANIFEST}" (Linux) or "shasum -a 256 -c ${MANIFEST}" (macOS). On Windows run "certutil -hashfile FILE SHA256" and compare with the line of that file in ${MANIFEST}.`,
  `2. That the list itself is ours and was not changed: run "npx @vimarsh/verify ZIP --key KEY" with the name of this zip (Node 20 or newer). It checks the signature, every file, and what is said of each call. It needs no network once it is installed.`,
  `3. That a call was on record when you were told of it: open https://${site}${HOW_TO_CHECK} and paste a line that begins with "vr1." from one of the files receipts.txt. The page looks for it in the public log.`,
  `4. KEY is the ledger’s public key. It stands in https://${site}/.well-known/vimarsh-ledger.json. Compare it with the one you have from elsewhere, such as a witness or an earlier file: a key that comes with a file proves nothing alone.`,
  'Keep the zip as it is. If you unpack it and save a file again, its hash changes.',
];

export function wrapText(text: string, indent = ''): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length + word.length >= WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
