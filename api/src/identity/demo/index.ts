/** What the demo of other features and tests may know of the demo's people. Production loads none of it. */
export { DEMO_PASSWORD } from '@vimarsh/shared/domain/people/demo/password.ts';
export { demoNameOf, demoSignIns } from './demo.people.ts';
