/** What the demo of other features and tests may know of the demo's partners. Production loads none of it. */
export { demoAppKey, signDemoProof } from './demo-app-key.ts';
