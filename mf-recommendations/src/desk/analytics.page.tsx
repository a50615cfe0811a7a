import { PRODUCT_ANALYTICS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { usePath } from '@vimarsh/shared/kit/router.tsx';
import { OwnAnalytics } from './own-analytics.tsx';
import { ProductAnalytics } from './product-analytics.tsx';

/** Calls in counts: an author's own, and all of them for admins. One file with two addresses, as for the list of experts. */
export function Page() {
  const { path } = usePath();
  return path === PRODUCT_ANALYTICS ? <ProductAnalytics /> : <OwnAnalytics />;
}
