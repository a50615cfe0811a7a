// npm run check: installs what the lock file has got since, as npm start and npm test do, and then checks.
import { continueOnPinnedNode, install } from './install.mjs';

install();
await continueOnPinnedNode(import.meta.url);
await import('./check.ts');
