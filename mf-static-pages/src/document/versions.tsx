import { css } from '@emotion/react';
import type { TextDocument, TextVersion } from '@vimarsh/shared/contract/texts/types.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { richText } from './rich-text.tsx';

const boxCss = css`
  border-top: 1px solid var(--line);
  & > summary {
    display: flex;
    align-items: center;
    min-height: 44px;
    font-size: var(--t-13);
    font-weight: 500;
    cursor: pointer;
  }
  & > ol {
    display: grid;
    gap: var(--s-16);
  }
  & ul {
    padding-left: 1.5em;
    list-style: disc;
    color: var(--ink-2);
  }
  ${media.print} {
    display: none;
  }
`;
const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s-12);
  min-height: 32px;
`;
const noteCss = css`
  padding: var(--s-12) var(--s-16);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-10);
  background: var(--warn-soft);
`;

const HOW = { new: 'New section', changed: 'Changed', removed: 'Removed' } as const;

const sayWhen = ({ version, effective, state }: Pick<TextVersion, 'version' | 'effective' | 'state'>): string =>
  state === 'coming' ? `Version ${version} · takes effect on ${formatDay(effective)}` : `Version ${version} · in force from ${formatDay(effective)}`;

/** Every version, newest first: what its owner says changed, and which sections differ. */
export function Versions({ versions, version: shown, path }: { versions: readonly TextVersion[]; version: string; path: string }) {
  if (versions.length < 2) return null;
  return (
    <details css={boxCss}>
      <summary>What changed</summary>
      <ol>
        {versions.map(({ version, effective, state, changes, sections }) => (
          <li key={version}>
            <p css={headCss}>
              <strong>{sayWhen({ version, effective, state })}</strong>
              {version === shown ? <span>shown here</span> : <Link to={addressOfVersion(path, version, state)}>Read it</Link>}
            </p>
            {changes.length + sections.length > 0 ? (
              <ul>
                {changes.map((words) => (
                  <li key={words}>{richText(words)}</li>
                ))}
                {sections.map(({ title, how }) => (
                  <li key={title}>
                    {HOW[how]}: “{title}”
                  </li>
                ))}
              </ul>
            ) : (
              <p>The first version.</p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

const addressOfVersion = (path: string, version: string, state: TextVersion['state']): string => (state === 'in-force' ? path : `${path}?version=${version}`);

/** Says that a version is not the one in force, or that another one is coming. */
export function VersionNote({ text: { state, version, effective, versions }, path }: { text: TextDocument; path: string }) {
  const current = versions.find((one) => one.state === 'in-force');
  if (state !== 'in-force') {
    return (
      <p css={noteCss} role="note">
        {state === 'coming'
          ? `This is version ${version}. It takes effect on ${formatDay(effective)}. `
          : `This is version ${version}, which is no longer in force. `}
        {current && <Link to={path}>Read the version in force</Link>}
      </p>
    );
  }
  const coming = versions.findLast((one) => one.state === 'coming');
  return (
    coming && (
      <p css={noteCss} role="note">
        A new version takes effect on {formatDay(coming.effective)}.{' '}
        <Link to={addressOfVersion(path, coming.version, 'coming')}>Read version {coming.version}</Link>
      </p>
    )
  );
}
