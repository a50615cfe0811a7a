import type { AccessKey } from '../../partners/index.ts';
import type { CandlesService } from '../figures/candles.service.ts';
import type { LiveStream } from './live-stream.ts';
import type { Subjects } from './subjects.ts';

/** Everything that widgets can be shown of one market. */
export interface WidgetData {
  readonly subjects: Subjects;
  readonly candles: CandlesService;
  readonly stream: LiveStream;
}

/** The data a key opens: those of the market, or of a test key those of a market that is made up. */
export type DataFor = (key: Pick<AccessKey, 'test'>) => Promise<WidgetData>;
