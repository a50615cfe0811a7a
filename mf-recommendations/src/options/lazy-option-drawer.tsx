import { lazyDrawer } from '../call/drawer/lazy-drawer.tsx';

/** The option call's drawer; its code, the payoff and the verifier load when it is first opened. */
export const LazyOptionDrawer = lazyDrawer(() => import('./option-drawer.tsx').then((drawer) => drawer.OptionDrawer));
