export { mayKeep, maySeeCall, type Sight, sightOf } from './sight.ts';
