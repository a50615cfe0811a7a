export { createPerformance, type OpenCall, type Performance } from './create-performance.ts';
