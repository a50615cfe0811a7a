export { createBuzz } from './create-buzz.ts';
