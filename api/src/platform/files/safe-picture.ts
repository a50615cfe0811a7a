import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image';
import { NotTaken } from './order.ts';

/** A picture anew, as a JPEG: upright, at most `side` px wide and high, without whatever else the file held. Fails with NotTaken. */
export function safePicture(bytes: Uint8Array, side: number): Uint8Array {
  try {
    const picture = new Transformer(bytes);
    const { width, height } = picture.metadataSync();
    picture.rotate();
    if (Math.max(width, height) > side) picture.resize({ width: side, height: side, filter: ResizeFilterType.Triangle, fit: ResizeFit.Inside });
    return picture.jpegSync(85);
  } catch {
    throw new NotTaken('damaged');
  }
}
