import { css } from '@emotion/react';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import type { QueryError } from '@vimarsh/shared/kit/query/query-error.ts';
import { useNear } from '@vimarsh/shared/ui/charts/near.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Skeleton, SkeletonHost } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { type ReactNode, useRef } from 'react';
import { TOLD } from './read-insight.ts';

const partCss = css`
  container-type: inline-size;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: var(--phone);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  scroll-margin-top: var(--s-12);
  & > h2 {
    margin-bottom: var(--s-12);
    font-size: var(--t-14);
    font-weight: 600;
  }
  /* A link on a line of its own is as tall as a target has to be. */
  & > * > a {
    line-height: 24px;
  }
  /* What stands for the part takes all of its room. */
  & > [aria-hidden],
  & > [aria-busy],
  & > [aria-busy] > [aria-hidden] {
    flex: 1;
  }
  & > [aria-busy] {
    display: flex;
    flex-direction: column;
  }
  @media (min-width: 640px) {
    min-height: var(--tablet);
  }
  @media (min-width: 1100px) {
    min-height: var(--desk);
  }
`;
const failedCss = css`
  display: grid;
  justify-items: start;
  gap: var(--s-12);
  & > p {
    color: var(--ink-2);
  }
  & > small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;
const bonesCss = css`
  display: grid;
  grid-template-rows: 20px minmax(40px, 1fr) 20px;
  gap: var(--s-16);
  min-height: 112px;
`;

export interface StockPartProps {
  /** What the head's links go to. */
  id: string;
  title: string;
  /** px on a phone, on a tablet and on the desk: the part has its room before anything of it is there. */
  room: readonly [phone: number, tablet: number, desk: number];
  children: ReactNode;
}

/** A part of the page: its code and its data come when it comes near, in the room that was kept for it. */
export function StockPart({ id, title, room: [phone, tablet, desk], children }: StockPartProps) {
  const box = useRef<HTMLElement>(null);
  const near = useNear(box);
  return (
    <section
      ref={box}
      id={id}
      css={partCss}
      style={{ '--phone': `${phone}px`, '--tablet': `${tablet}px`, '--desk': `${desk}px` } as object}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {near ? <Boundary what={title}>{children}</Boundary> : <Bones />}
    </section>
  );
}

/** The shape of what comes: a line, a picture, and a line. */
export function Bones() {
  return (
    <div css={bonesCss} aria-hidden="true">
      <Skeleton height={20} width="60%" />
      <Skeleton height="100%" />
      <Skeleton height={20} width="40%" />
    </div>
  );
}

/** What a part shows until it has its answer. */
export function PartState({ what, error, onRetry }: { what: string; error: QueryError | null; onRetry: () => void }) {
  if (!error)
    return (
      <SkeletonHost label={`Loading ${what}`}>
        <Bones />
      </SkeletonHost>
    );
  // Asking again changes nothing.
  if (TOLD.includes(error.code)) return <p>{error.text}</p>;
  const late = error.code === 'LATE';
  return (
    <div css={failedCss} role={late ? 'status' : 'alert'}>
      {late ? <p>{error.text}</p> : <p>Could not load {what}. The other parts of this page are not affected.</p>}
      <Button onClick={onRetry}>{late ? 'Try again' : 'Retry'}</Button>
      {error.requestId && <small>Request {error.requestId}</small>}
    </div>
  );
}
