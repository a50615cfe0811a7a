import { css } from '@emotion/react';
import { createElement, useEffect, useState } from 'react';
import { attributesOf, type Choice } from './snippets.ts';

const stage = css`
  min-width: 0;
  overflow-x: auto;
  /* A widget is 320 px wide at least: on a phone it has all the room of its card. */
  margin-inline: calc(-1 * var(--s-16));
  & > div {
    min-width: 320px;
  }
  @media (min-width: 480px) {
    margin-inline: 0;
    padding: var(--s-12);
    border: 1px dashed var(--line-strong);
    border-radius: var(--r-10);
  }
`;
const problem = css`
  margin: var(--s-8) 0 0;
  font-size: var(--t-13);
  color: var(--loss);
`;

/** The partner's script, as a partner's page loads it. Once a page; a failed load is asked for again by the next preview. */
let loading: Promise<unknown> | undefined;
function loadElements(): Promise<unknown> {
  const address = '/w/v1.js';
  loading ??= import(/* webpackIgnore: true */ address).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The widget itself, not a picture of it: the element that the snippet puts on a page, with the same attributes. */
export function Preview({ choice, width }: { choice: Choice; width: number | null }) {
  const [failed, setFailed] = useState('');
  useEffect(() => {
    loadElements().catch(() => setFailed('The widgets could not be loaded. Check the network and open this page again.'));
  }, []);
  // An element remembers its host's attributes only; another tag or key is another element.
  const { tag, accessKey, height } = choice;
  return (
    <section css={stage} aria-label="Preview">
      <div style={{ maxWidth: width ?? undefined }}>
        {createElement(tag, {
          key: `${tag} ${accessKey}`,
          ...attributesOf(choice),
          style: { display: 'block', minHeight: height },
        })}
      </div>
      {failed ? (
        <p css={problem} role="alert">
          {failed}
        </p>
      ) : null}
    </section>
  );
}
