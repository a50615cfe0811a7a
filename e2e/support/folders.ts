import * as folders from '../../api/src/platform/testing/folders.testing.ts';

/** A folder for a stack's data, in memory where there is room. */
export const makeFolder = (onDisk: boolean): string => folders.makeFolder('e2e', onDisk);

/** Removes the folders of stories whose process has died. */
export const removeLeftFolders = (): void => folders.removeLeftFolders('e2e');

export const { lives } = folders;
