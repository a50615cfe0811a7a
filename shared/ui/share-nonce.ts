import { pageNonce } from '../kit/style-host.tsx';

declare let __webpack_nonce__: string;

/** Gives the page's nonce to libraries of this bundle that add a `<style>` of their own (the dialog's scroll lock). */
export function shareNonce(): void {
  if (typeof __webpack_nonce__ !== 'undefined') __webpack_nonce__ = pageNonce();
}
