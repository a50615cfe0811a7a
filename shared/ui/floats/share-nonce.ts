import { pageNonce } from '../../kit/style-host.tsx';

declare let __webpack_nonce__: string;

/** Passes the page's nonce to bundled libraries that add their own `<style>` (the dialog's scroll lock). */
export function shareNonce(): void {
  if (typeof __webpack_nonce__ !== 'undefined') __webpack_nonce__ = pageNonce();
}
