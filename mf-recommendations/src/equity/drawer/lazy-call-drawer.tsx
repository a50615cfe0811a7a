import { lazyDrawer } from '../../call/drawer/lazy-drawer.tsx';

/** The equity call's drawer; its code, the chart and the verifier load when it is first opened. */
export const LazyCallDrawer = lazyDrawer(() => import('./call-drawer.tsx').then((drawer) => drawer.CallDrawer));
