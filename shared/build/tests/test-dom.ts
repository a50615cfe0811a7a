import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';

configure(({ getElementError }) => ({
  // Parts that load when first wanted take their time on a busy machine.
  asyncUtilTimeout: 5_000,
  // A look that finds nothing yet is repeated: it prints the whole page only when the time is up, and not at each try.
  getElementError: (message, container) => (triesAgain() ? plainError(message) : getElementError(message, container)),
}));

/** Testing Library says so itself while `findBy` and `waitFor` look; its types leave the field out. */
function triesAgain(): boolean {
  return (getConfig() as unknown as { _disableExpensiveErrorDiagnostics: boolean })._disableExpensiveErrorDiagnostics;
}

function plainError(message: string | null): Error {
  return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
}

// jsdom has no media: a narrow light screen with motion, unless a test says otherwise.
window.matchMedia ??= (media: string) => Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });

// Nor does it lay anything out: no size ever changes.
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

Element.prototype.scrollIntoView ??= () => {};

afterEach(() => {
  cleanup();
  // What one test's person saw is nobody's in the next.
  localStorage.clear();
});

// React notes for each element where it was made, an Error each: a fifth of a screen test's time for traces nobody reads.
const inside = (React as unknown as Record<string, object | undefined>).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (inside) Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set: () => undefined });
