import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';

// Parts that load when first wanted take their time on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no media: a narrow light screen with motion, unless a test says otherwise.
window.matchMedia ??= (media: string) => Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });

// Nor does it lay anything out: no size ever changes.
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

afterEach(cleanup);

// React notes for each element where it was made, an Error each: a fifth of a screen test's time for traces nobody reads.
const inside = (React as unknown as Record<string, object | undefined>).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (inside) Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set: () => undefined });
