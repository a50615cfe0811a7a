import type { PageReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import { forgetPreview } from '../release-set.ts';

/** Says on every screen which preview this tab shows, and offers the way back to the live releases. */
export function showPreviewBadge({ preview }: PageReleaseSet): void {
  const badge = document.createElement('aside');
  badge.className = 'preview';
  badge.setAttribute('aria-label', 'Preview');
  const leave = document.createElement('button');
  leave.type = 'button';
  leave.textContent = 'Leave preview';
  leave.onclick = () => {
    forgetPreview();
    const url = new URL(location.href);
    url.searchParams.delete('release');
    location.replace(url);
  };
  badge.append(`Preview of ${preview.join(', ')} `, leave);
  document.body.append(badge);
}
