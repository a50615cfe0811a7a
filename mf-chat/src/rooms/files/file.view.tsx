import { css } from '@emotion/react';
import { readFile } from '@vimarsh/shared/contract/chat/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import type { FileProps } from './file-props.ts';
import { pictureAddress, sizeWords } from './file-words.ts';

const openCss = css`
  display: block;
  width: 100%;
  height: 100%;
  padding: 0;
  border: 0;
  border-radius: inherit;
  background: none;
  cursor: zoom-in;
  &:focus-visible {
    outline-offset: -2px;
  }
  & > img {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;
const failedCss = css`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--s-4);
  padding: var(--s-8);
  color: var(--ink-2);
  font-size: var(--t-13);
  text-align: center;
`;
const cardCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--s-8);
  padding: var(--s-8) var(--s-8) var(--s-8) var(--s-12);
  border: 1px solid var(--line);
  border-radius: inherit;
  & > svg {
    color: var(--ink-2);
  }
  & b,
  & small {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & b {
    font-size: var(--t-13);
    font-weight: 600;
  }
  & small {
    color: var(--ink-2);
    font-size: var(--t-12);
    font-variant-numeric: tabular-nums;
  }
`;
const largeCss = css`
  max-width: 96vw;
  max-height: 96dvh;
  padding: var(--s-8);
  border: 0;
  border-radius: var(--r-10);
  background: var(--raised);
  color: var(--ink);
  box-shadow: var(--float);
  &::backdrop {
    background: rgb(8 10 14 / 0.7);
  }
  & > div {
    display: flex;
    justify-content: flex-end;
    gap: var(--s-8);
    padding-bottom: var(--s-4);
  }
  & > img {
    display: block;
    max-width: 100%;
    max-height: calc(96dvh - 72px);
    margin: auto;
  }
`;

/** Pictures that were read on this page, by their number, the latest last: a row that comes back into view asks nothing again. */
const known = new Map<string, string>();
const MOST_KNOWN = 40;
function remember(id: string, address: string): string {
  known.delete(id);
  known.set(id, address);
  for (const first of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(first);
  }
  return address;
}

const bytesIn = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

export function FileView(props: FileProps) {
  return props.file.kind === 'picture' ? <Picture {...props} /> : <Card {...props} />;
}

function Picture({ file: { id }, seq, own, bytesOf }: FileProps) {
  const { request } = useSessionApi();
  const [address, setAddress] = useState(() => (id && known.get(id)) || '');
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const large = useRef<HTMLDialogElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place where it is, and for each try.
  useEffect(() => {
    let current = true;
    const read = async (): Promise<string> => {
      if (id === null) {
        const bytes = await bytesOf(own);
        return bytes ? pictureAddress(bytes) : '';
      }
      const { data } = await request(readFile, { params: { file: id }, query: {} }, { quiet: true });
      return data ? remember(id, `data:${data.media_type};base64,${data.bytes}`) : '';
    };
    // What this device showed stays until the server's copy is there.
    if (id === null || !known.has(id))
      void read()
        .catch(() => '')
        .then((made) => {
          if (!current) return;
          if (made) setAddress(made);
          setFailed(made === '');
        });
    return () => {
      current = false;
    };
  }, [id, tries]);

  if (!address)
    return failed ? (
      <div css={failedCss}>
        <span>Picture not loaded</span>
        <Button
          onClick={() => {
            setFailed(false);
            setTries(tries + 1);
          }}
        >
          Retry
        </Button>
      </div>
    ) : null;
  const close = (): void => large.current?.close();
  return (
    <>
      <button type="button" css={openCss} aria-label="Open the picture" onClick={() => large.current?.showModal()}>
        <img src={address} alt="" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself. */}
      <dialog ref={large} css={largeCss} aria-label="Picture" onClick={({ target }) => target === large.current && close()}>
        <div>
          <Button onClick={() => saveFile(`picture-${seq ?? 'new'}.jpg`, bytesIn(address.slice(address.indexOf(',') + 1)), 'image/jpeg')}>
            <Download size={16} aria-hidden="true" />
            Download
          </Button>
          <IconButton label="Close" onClick={close}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <img src={address} alt="As it was sent" loading="lazy" />
      </dialog>
    </>
  );
}

function Card({ file: { id, name, size } }: FileProps) {
  const session = useSessionApi();
  const [busy, setBusy] = useState(false);
  const title = name ? name.replace(/(\.pdf)?$/i, '.pdf') : '';
  const save = async (): Promise<void> => {
    setBusy(true);
    const { data, validation } = await session.request(readFile, { params: { file: id! }, query: {} }, { quiet: true });
    setBusy(false);
    if (data) return saveFile(data.name, bytesIn(data.bytes), data.media_type);
    session.notify({ kind: 'error', title: 'Not downloaded', text: validation || 'Nothing was saved. Check your connection and try again.', ms: 3000 });
  };
  return (
    <div css={cardCss}>
      <FileText size={20} aria-hidden="true" />
      <span>
        {title && <b translate="no">{title}</b>}
        <small>PDF · {sizeWords(size)}</small>
      </span>
      {id !== null && (
        <IconButton label="Download the PDF" disabled={busy} onClick={() => void save()}>
          <Download size={20} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
