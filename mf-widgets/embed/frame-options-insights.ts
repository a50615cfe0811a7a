import { startFrame } from './frame.tsx';
import * as chunk from './options.tsx';

startFrame(chunk);
