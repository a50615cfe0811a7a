import * as chunk from './equity.tsx';
import { startFrame } from './frame.tsx';

startFrame(chunk);
