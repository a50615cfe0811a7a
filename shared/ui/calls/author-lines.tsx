import { css } from '@emotion/react';
import { useCallback, useEffect, useState } from 'react';
import { type AuthorLine, type LinePool, MOST_LINES, readAuthorLines } from '../../contract/experts/author-lines.ts';
import { formatNumber, formatPercent } from '../../domain/text/formats.ts';
import { useSessionApi } from '../../kit/session.ts';
import { Hidden } from '../hidden.tsx';

/** What an author's line is read from. */
interface Authored {
  readonly expert: { readonly user_id: string };
}

/** The line of an author in a pool: null while it is on its way, undefined where there is none. */
export type LineOf = (user_id: string, pool: LinePool) => AuthorLine | null | undefined;

/**
 * The lines of the authors of these calls, in one request for all. Where they can’t come, and where a site shows no figures, nothing stands in their
 * place: a list is a list without them.
 */
export function useAuthorLines(of: 'shares' | 'options', calls: readonly Authored[]): LineOf {
  const { request } = useSessionApi();
  const authors = [...new Set(calls.map(({ expert }) => expert.user_id))].filter(Boolean).slice(0, MOST_LINES).sort().join(',');
  const [lines, setLines] = useState<ReadonlyMap<string, AuthorLine> | null>(null);
  const [told, setTold] = useState('');
  useEffect(() => {
    if (!authors) return;
    const gone = new AbortController();
    void request(readAuthorLines, { query: { authors, of } }, { signal: gone.signal, quiet: true }).then(({ data }) => {
      if (gone.signal.aborted) return;
      setLines(new Map(data?.lines.map((line) => [`${line.of} ${line.user_id}`, line])));
      setTold(authors);
    });
    return () => gone.abort();
  }, [request, authors, of]);
  const waits = told !== authors;
  return useCallback((user_id, pool) => lines?.get(`${pool} ${user_id}`) ?? (waits ? null : undefined), [lines, waits]);
}

function tailWords(line: AuthorLine): string {
  const [n, gained, lost, average] = [formatNumber(line.n), formatNumber(line.gained), formatNumber(line.lost), formatPercent(line.average)];
  if (line.n === 0) return 'None ended in 12 months';
  if (line.too_few) return `${n} ended, too few to tell`;
  if (line.average === null) return `${gained} gained, ${lost} lost`;
  if (line.of === 'shares') return `${gained} of ${n} gained, avg ${average}`;
  return line.of === 'limited' ? `${gained} of ${n} gained, avg ${average} of the risk` : `${gained} of ${n} gained, avg ${average} of the margin`;
}

const tailCss = css`
  display: block;
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
  color: var(--ink-2);
`;

/** As wide as most lines, so that a row breaks where it will. */
const TYPICAL = '00 of 00 gained, avg +0.00%';
const bonesCss = css`
  visibility: hidden;
`;

/** What an author’s calls have made, as the tail of a name in a list: both sides in one breath, or that they are too few. It keeps its place while it comes. */
export function AuthorTail({ line }: { line: ReturnType<LineOf> }) {
  if (line === undefined) return null;
  if (line === null)
    return (
      <span css={[tailCss, bonesCss]} data-tail="" aria-hidden="true">
        {TYPICAL}
      </span>
    );
  return (
    <span css={tailCss} data-tail="" title="Ended calls of the last 12 months; the average is a follower’s, after costs">
      {tailWords(line)}
      {!line.too_few && <Hidden>, of the last 12 months, for a follower after costs</Hidden>}
    </span>
  );
}
