import type { givenBy } from '@vimarsh/shared/domain/access/plan-gives.ts';
import { getsCss, lacksCss, listHeadCss, offersCss } from './plans.css.ts';

/** What somebody has or would have, and what not. `name` tells lists of several plans apart. */
export function GivenLists({ name, given: { gets, lacks } }: { name: string; given: ReturnType<typeof givenBy> }) {
  return (
    <div css={offersCss}>
      <p css={listHeadCss}>You get</p>
      <ul css={getsCss} aria-label={`${name}: you get`}>
        {gets.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      {lacks.length > 0 && (
        <>
          <p css={listHeadCss}>You don’t get</p>
          <ul css={lacksCss} aria-label={`${name}: you don’t get`}>
            {lacks.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
