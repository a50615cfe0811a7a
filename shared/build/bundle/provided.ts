/**
 * Makes the shared container provide its libraries: webpack offers a package to others only when the build itself
 * imports it. XState stands behind `import()` so that screens without a flow don't load it.
 */
import './emotion.ts';
import '@emotion/react/jsx-runtime';
import 'react';
import 'react-dom';
import 'react-dom/client';
import 'react/jsx-runtime';
import 'single-spa-react';

export const xstate = () => import('xstate');
