import { startFrame } from './frame.tsx';
import * as chunk from './sentiment.tsx';

startFrame(chunk);
