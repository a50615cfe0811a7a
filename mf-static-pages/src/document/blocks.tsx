import { css } from '@emotion/react';
import type { Block } from '@vimarsh/shared/contract/texts/types.ts';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { richText } from './rich-text.tsx';

const blocksCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  max-width: 43em;
  color: var(--ink-2);
  & strong {
    color: var(--ink);
    font-weight: 600;
  }
  & ul,
  & ol {
    display: grid;
    gap: var(--s-8);
    padding-left: 1.5em;
  }
  & ul {
    list-style: disc;
  }
  & ol {
    list-style: decimal;
  }
  & li::marker {
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
  }
  /* Tables of words, not of figures: they wrap. */
  && th,
  && td {
    white-space: normal;
  }
`;
/** Fixed wording is never smaller than the text around it. */
const fixedCss = css`
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid var(--line-strong);
  background: var(--canvas);
  color: var(--ink);
  font-weight: 500;
`;

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  const draw = (block: Block, at: number) => {
    const key = `${block.kind}-${at}`;
    switch (block.kind) {
      case 'text':
        return <p key={key}>{richText(block.text)}</p>;
      case 'fixed':
        return (
          <p key={key} css={fixedCss}>
            {block.text}
          </p>
        );
      case 'list':
      case 'numbered': {
        const items = block.items.map((item) => <li key={item}>{richText(item)}</li>);
        return block.kind === 'list' ? <ul key={key}>{items}</ul> : <ol key={key}>{items}</ol>;
      }
      case 'table':
        return (
          <Table
            key={key}
            caption={block.caption}
            columns={block.head.map((label, column) => ({ key: label, label, render: (row: readonly string[]) => richText(row[column]!) }))}
            rows={block.rows}
            rowKey={(row) => row[0]!}
          />
        );
    }
  };
  return <div css={blocksCss}>{blocks.map(draw)}</div>;
}
