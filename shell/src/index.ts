import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };
import { Frame } from './frame/frame.tsx';

export const module = defineModule(manifest, { pages: {}, Frame });
