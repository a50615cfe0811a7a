import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';

/** Whether a released module of this host has the screen of this path. */
export const hasScreen = (releases: Parameters<typeof routesOf>[0], screen: string): boolean => routesOf(releases).some(({ path }) => path === screen);
