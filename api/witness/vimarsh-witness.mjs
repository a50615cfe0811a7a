#!/usr/bin/env node
import { run } from './witness.mjs';

await run();
