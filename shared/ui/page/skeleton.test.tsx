import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SkeletonHost, SkeletonRows } from './skeleton.tsx';

const bones = (
  <>
    <SkeletonRows rows={2} />
    <SkeletonHost label="Loading calls">…</SkeletonHost>
  </>
);

test('what ends a screen is hidden while its own content is on the way, so that it does not move, for eight seconds at most; a part that loads hides nothing', () => {
  const rule = /^body:has\((.*?)\) :is\(footer,\[data-foot\]\)\{visibility:hidden;animation:late 0s 8s forwards\}$/m.exec(
    readFileSync('root-config/index.html', 'utf8'),
  )!;
  const waits = rule[1]!;
  expect(render(bones).container.querySelector(waits)).toBeNull();
  expect(render(<SkeletonRows rows={2} screen />).container.querySelector(waits)?.children).toHaveLength(2);
  const { container } = render(
    <SkeletonHost label="Loading calls" screen>
      …
    </SkeletonHost>,
  );
  expect(container.querySelector(waits)).toHaveAttribute('aria-busy', 'true');
});
