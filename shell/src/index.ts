import { lifecyclesOf } from '@vimarsh/shared/kit/lifecycles.tsx';
import manifest from '../module.json' with { type: 'json' };
import { Frame } from './frame/frame.tsx';

export const module = { manifest, ...lifecyclesOf(Frame) };
