/**
 * What the page shares of emotion, as `@emotion/react`. A shared library can't be tree-shaken by its users, so it is cut
 * here to what the rooms import; a test holds this list against their imports.
 */
export { __unsafe_useEmotionCache, css, keyframes } from '@emotion/react';
