import { css } from '@emotion/react';
import { part } from '@vimarsh/shared/kit/part.tsx';
import type { FileProps } from './file-props.ts';

const FileView = part<FileProps>({ what: 'The file', load: () => import('./file.view.tsx').then(({ FileView }) => FileView) });

/** Longest sides of a picture in a thread, px. */
const WIDE = 280;
const HIGH = 320;
const LEAST = 64;
const CARD = 64;

const boxCss = css`
  display: grid;
  max-width: 100%;
  overflow: hidden;
  border-radius: var(--r-6);
  background: var(--canvas);
`;

/** The place of a file, in its size before anything of it has come: nothing moves when it does. */
export function FileBox(props: FileProps) {
  const { kind, width, height } = props.file;
  const [across, down] = kind === 'pdf' ? [WIDE, CARD] : [width ?? 4, height ?? 3];
  const scale = width === null ? WIDE / across : Math.min(1, WIDE / across, HIGH / down);
  const style =
    kind === 'pdf'
      ? { width: WIDE, minHeight: CARD }
      : { width: Math.max(LEAST, Math.round(across * scale)), aspectRatio: `${across} / ${down}`, minHeight: 44 };
  return (
    <div css={boxCss} style={style}>
      <FileView {...props} />
    </div>
  );
}
