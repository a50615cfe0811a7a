import { css } from '@emotion/react';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import FileText from 'lucide-react/icons/file-text';
import ScrollText from 'lucide-react/icons/scroll-text';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { FILE_WORDS } from '../chat-words.ts';
import type { PickedFile } from '../outbox/item.ts';
import { pictureAddress, sizeWords } from './file-words.ts';

const chipCss = css`
  display: grid;
  grid-template-columns: 44px minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--s-8);
  padding: var(--s-4);
  border: 1px solid var(--line);
  border-radius: var(--r-6);
  font-size: var(--t-13);
  & > span:first-of-type {
    display: grid;
    place-items: center;
    height: 44px;
    overflow: hidden;
    border-radius: var(--r-6);
    background: var(--canvas);
    color: var(--ink-2);
  }
  & img {
    width: 100%;
    height: 44px;
    object-fit: cover;
  }
  & b,
  & small {
    display: block;
    overflow-wrap: anywhere;
  }
  & b {
    font-weight: 600;
  }
  & small {
    color: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
`;

interface Props {
  /** Name of the part, for screen readers. */
  label: string;
  face: ReactNode;
  name: ReactNode;
  note: string;
  drop: string;
  onDrop: () => void;
}

/** What was chosen and waits for Send beside the text. */
function Chip({ label, face, name, note, drop, onDrop }: Props) {
  return (
    <section css={chipCss} aria-label={label}>
      <span>{face}</span>
      <span>
        {name}
        <small>{note}</small>
      </span>
      <IconButton label={drop} onClick={onDrop}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </section>
  );
}

export function PickedChip({ picked: { file, bytes }, onDrop }: { picked: PickedFile; onDrop: () => void }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    let current = true;
    if (file.kind === 'picture') void pictureAddress(bytes).then((made) => current && setAddress(made));
    return () => {
      current = false;
    };
  }, [file, bytes]);
  return (
    <Chip
      label="File to send"
      face={address ? <img src={address} alt="" /> : <FileText size={20} aria-hidden="true" />}
      name={file.name ? <b translate="no">{file.name}</b> : <b>{FILE_WORDS[file.kind]}</b>}
      note={sizeWords(file.size)}
      drop="Leave the file out"
      onDrop={onDrop}
    />
  );
}

export function CallChip({ name, onDrop }: { name: string; onDrop: () => void }) {
  return (
    <Chip
      label="Call to send"
      face={<ScrollText size={20} aria-hidden="true" />}
      name={<b translate="no">{name}</b>}
      note="Each reader sees what their plan shows them."
      drop="Leave the call out"
      onDrop={onDrop}
    />
  );
}
