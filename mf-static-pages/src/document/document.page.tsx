import { css } from '@emotion/react';
import type { TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import { BOOK_DEMO } from '@vimarsh/shared/domain/routing/places.ts';
import { TEXT_FILES, type TextAddress, textAt } from '@vimarsh/shared/domain/routing/texts.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { usePath } from '@vimarsh/shared/kit/router.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import type { LandingProps } from '../landing/landing.tsx';
import { Blocks } from './blocks.tsx';
import { findWords } from './find-words.ts';
import { anchorCss, InfoLayout } from './info-layout.tsx';
import { type LivePart, livePartsOf } from './live-parts.tsx';
import { Questions } from './questions.tsx';
import { SetPages } from './set-pages.tsx';
import { useText } from './use-text.ts';
import { VersionNote, Versions } from './versions.tsx';

const sectionCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & > h2 {
    font-size: var(--t-16);
  }
  ${media.print} {
    & > h2 {
      break-after: avoid;
    }
  }
`;
const searchCss = css`
  max-width: 520px;
  ${media.print} {
    display: none;
  }
`;

const filesCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s-16);
  font-size: var(--t-13);
  color: var(--ink-2);
  & > a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
  }
  ${media.print} {
    display: none;
  }
`;

/** Whoever reads English sees that without being told. */
const bindsCss = css`
  html:not([lang='hi']) & {
    display: none;
  }
`;
/** A text that is not much longer than the window needs no search. */
const WORTH_SEARCHING = 4;
/** Every information page: a text of the server, in the version in force or in the one of the address. */
export function Page() {
  const { path, query } = usePath();
  if (path === BOOK_DEMO) return <BookDemo />;
  const at = textAt(path);
  const version = query.get('version') ?? '';
  return at && <Text key={`${path} ${version}`} at={at} path={path} version={version} />;
}

/** Texts that are drawn as first pages. Their code is no weight for the others. */
const LANDINGS = new Set(['retail-investors', 'business-partners']);
const Landing = part<LandingProps>({
  what: 'This page',
  load: () => import('../landing/landing.tsx').then((landing) => landing.Landing),
  placeholder: <SkeletonRows rows={10} height={64} screen />,
});

/** It is no document, but made of the same: as a page of its own it would tear what both use out of every document. */
const BookDemo = part({
  what: 'This page',
  load: () => import('../booking/book-demo.panel.tsx').then((page) => page.BookDemoPage),
  placeholder: <SkeletonRows rows={5} screen />,
});

function Text({ at, path, version }: { at: TextAddress; path: string; version: string }) {
  const { text, failed, retry } = useText(at, version);
  const title = document.title.split(' · ')[0] || 'Information';
  if (text) return LANDINGS.has(at.name) ? <Landing text={text} forBrokers={at.set === 'brokers'} /> : <Read at={at} path={path} text={text} />;
  if (!failed) {
    return (
      <Screen title={title}>
        <SkeletonRows rows={10} height={64} screen />
      </Screen>
    );
  }
  return (
    <Screen title={title}>
      {version && failed.code !== 'UNREACHABLE' && failed.code !== 'LATE' ? (
        <EmptyState
          title="There is no such version."
          text="It may have been withdrawn before it took effect."
          action={<a href={path}>Read the version in force</a>}
        />
      ) : (
        <ErrorState what="this page" onRetry={retry} error={failed} />
      )}
    </Screen>
  );
}

function Read({ at, path, text }: { at: TextAddress; path: string; text: TextDocument }) {
  const [query, setQuery] = useState('');
  const { sections, count, total } = findWords(text.sections, query);
  const asks = text.sections.some(({ questions }) => questions.length > 0);
  const searching = query.trim() !== '';
  const live = livePartsOf(at);
  const shown: readonly LivePart[] = sections.map(({ id, title, blocks, questions }) => ({
    id,
    title,
    content: (
      <>
        {blocks.length > 0 && <Blocks blocks={blocks} />}
        {questions.length > 0 && <Questions questions={questions} searching={searching} />}
      </>
    ),
  }));
  const all = searching ? shown : [...live.first, ...shown, ...live.last];
  // People cite sections by number, so a search does not count anew.
  const order = [...live.first, ...text.sections, ...live.last].map(({ id }) => id);
  const what = asks ? 'questions' : 'sections';
  return (
    <InfoLayout
      {...text}
      contents={all}
      tools={
        <>
          <p css={bindsCss}>This text is in English. The English text is the one that binds.</p>
          <VersionNote text={text} path={path} />
          {at.set === 'retail' && at.name === 'terms-condition' && text.state === 'in-force' && (
            <p css={filesCss}>
              To keep:
              <a href={TEXT_FILES.terms} download>
                Terms (PDF)
              </a>
              <a href={TEXT_FILES.agreement} download>
                Subscription agreement (PDF)
              </a>
            </p>
          )}
          {total >= WORTH_SEARCHING && (
            <search css={searchCss}>
              <TextField
                label={asks ? 'Search the questions' : 'Search this page'}
                type="search"
                value={query}
                onChange={(event) => setQuery(event.target.value)}
                hint={<span role="status">{searching && `${count} of ${total} ${what}`}</span>}
              />
            </search>
          )}
        </>
      }
      end={
        document.documentElement.dataset.layout !== 'bare' && (
          <>
            <Versions versions={text.versions} version={text.version} path={path} />
            <SetPages set={at.set} name={at.name} />
          </>
        )
      }
    >
      {all.map(({ id, title, content }) => (
        <section key={id} id={id} lang="en" css={[sectionCss, anchorCss]} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{asks ? title : `${order.indexOf(id) + 1}. ${title}`}</h2>
          {content}
        </section>
      ))}
      {all.length === 0 && (
        <EmptyState
          title={asks ? 'No question matches.' : 'No section matches.'}
          text="Try fewer or other words."
          action={<Button onClick={() => setQuery('')}>{asks ? 'Show all questions' : 'Show the whole page'}</Button>}
        />
      )}
    </InfoLayout>
  );
}
