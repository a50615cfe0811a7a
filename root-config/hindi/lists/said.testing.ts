import { workspaces } from '@vimarsh/shared/build/modules.ts';
import type { ModuleRoute } from '@vimarsh/shared/contract/module/types.ts';
import { latinOf } from '../../release/unsaid.ts';
import { translator } from '../translate.ts';
import { LISTS } from './sentences.ts';

const say = translator(Object.values(LISTS));

/** Routes of all manifests but those that say they have no Hindi yet (`english`). */
export const hindiRoutes = (): ModuleRoute[] => workspaces().flatMap(({ manifest }) => manifest.routes.filter(({ english }) => !english));

/** Whether what a screen shows is said in Hindi; capitals stand for names, `RELIANCE`. */
export const isShownInHindi = (text: string): boolean => latinOf(say(text).replace(/\b[A-Z]{3,}\b/g, '')).length === 0;
