/** What the demo of other features and tests may know of the demo's people. Production loads none of it. */
export { DEMO_PASSWORD, demoSignIns } from './demo.people.ts';
