import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/** Screen tests wait for chunks and timers; a busy machine must not fail them. */
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });
