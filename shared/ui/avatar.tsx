import { css } from '@emotion/react';
import { useState } from 'react';
import { avatarInitial } from '../domain/people/avatar.ts';

const avatarCss = css`
  flex: none;
  display: inline-grid;
  place-items: center;
  overflow: hidden;
  border-radius: 50%;
  background: var(--line);
  color: var(--ink-2);
  font-weight: 600;
  line-height: 1;
  user-select: none;
  & img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** The picture, or the initial while it loads, fails or is missing. Hidden from screen readers, since the name is beside it. */
export function Avatar({ name, picture, size = 32 }: { name: string; picture?: string | undefined; size?: number }) {
  const [failed, setFailed] = useState('');
  return (
    <span css={avatarCss} aria-hidden="true" style={{ width: size, height: size, fontSize: size * 0.42 }}>
      {picture && failed !== picture ? (
        <img src={picture} alt="" width={size} height={size} loading="lazy" decoding="async" onError={() => setFailed(picture)} />
      ) : (
        avatarInitial(name)
      )}
    </span>
  );
}
