export { mayKeep, maySeeCall, publicCut, type Sight, sightOf } from './sight.ts';
