import type { Page } from 'playwright';

/** Requests like `held` of a page that `before` was done with wait until `release`. */
export function holdBack(held: RegExp): {
  before: (page: Page) => Promise<unknown>;
  release: () => void;
} {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const before = (page: Page) =>
    page.route(held, async (route) => {
      await released;
      await route.continue();
    });
  return { before, release };
}
