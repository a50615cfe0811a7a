import { MANIFEST, SIGNATURE } from '@vimarsh/shared/domain/evidence/manifest.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { wrapText } from '../evidence/index.ts';
import type { ExportWish } from './chains.store.ts';
import type { TextSource } from './sources.ts';

/** What each file is and how to check it, in plain words. */
export function readmeOf(
  wish: ExportWish,
  { made_at, transcript }: { made_at: Date; transcript: boolean },
  site: string,
  sources: readonly TextSource[],
): string {
  const period = [wish.from && `from ${formatIst(wish.from.toISOString())}`, wish.until && `until ${formatIst(wish.until.toISOString())}`]
    .filter(Boolean)
    .join(' ');
  const of = wish.scope === 'period' ? 'everybody' : `the ${wish.scope} ${wish.target}`;
  const readers =
    wish.viewer === null ? 'for compliance, with every text as it was written' : `as ${wish.viewer} may read it: what others withdrew has its hash and no text`;
  const files: [string, string][] = [
    [
      'chains/<chain>/<part>.jsonl',
      'Entries in the order of their commits, one a line. “hash” is SHA-256 over prev, chain, n, at, kind and digest, on lines of their own; “digest” is SHA-256 of content; “prev” is the hash of the entry before.',
    ],
    ['chains/<chain>/heads.jsonl', 'Hashes of entries that the ledger’s key signed on the night after they were written, each naming the head signed before.'],
    ['rooms/<room>.json', 'Members of a room, and how far each has received and seen it.'],
    transcript
      ? ['text/<chain>/<part>.txt', 'The same in words, with the hash of its last entry. A line that begins with | belongs to the entry above it.']
      : [
          'mail/<chain>/<day>-<part>.eml',
          'The same as mails (RFC 5322), one for each day in India and part. Their addresses reach nobody. A line that begins with | belongs to the entry above it.',
        ],
    [
      'pdf/<chain>/<part>.pdf',
      'The same on paper, for reading, with the same sign. Letters other than Latin and Devanagari stand there by their number, as [U+0BA4]; they are whole in the other files.',
    ],
    ...(transcript
      ? []
      : ([
          [
            'calls/<call>/record.json',
            'A published call with all of its events, signatures and receipts; calls/chain-<expert>.csv counts the expert’s events.',
          ],
        ] as [string, string][])),
    ['people.json', 'Names of the people whose numbers stand in the files.'],
    ['scope.json', 'Which chains are in here, from which entry to which, and rows of the database that were not as they had been entered.'],
    [MANIFEST, `The SHA-256 hash of every other file in here but ${SIGNATURE}.`],
    [SIGNATURE, `The signature of the ledger’s key over ${MANIFEST}, and the ledger’s public keys.`],
  ];
  return [
    transcript ? 'RECORD OF A ROOM' : 'EXPORT OF COMMUNICATIONS',
    '',
    ...wrapText(
      `Put together by ${site} on ${formatIst(made_at.toISOString())}, of ${of}${period && `, ${period}`}, ${readers}. Times in files are UTC unless they say IST.`,
    ),
    '',
    'WHAT IS IN HERE',
    ...sources.filter(({ name }) => !transcript || name === 'room').flatMap(({ name, words }) => ['', name, ...wrapText(words, '  ')]),
    '',
    'WHAT EACH FILE IS',
    ...files.flatMap(([path, words]) => ['', path, ...wrapText(words, '  ')]),
    '',
    'HOW TO CHECK IT',
    '',
    ...wrapText(
      'Run "npx @vimarsh/verify ZIP --key KEY" with the name of this zip and the ledger’s public key that you know from elsewhere. It needs no network once it is installed. It checks the manifest, every file, each chain from its first to its last entry, each signed head, and each call.',
    ),
    '',
  ].join('\r\n');
}
