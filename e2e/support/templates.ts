import { prepareTemplates } from './stack.ts';

/* What `npm test` makes while the API tests wait for databases and clocks; without it the stories make it themselves. */
await prepareTemplates();
