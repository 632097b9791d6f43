import type { Page } from '@playwright/test'

/** Waits until nothing fades or moves: a colour half on its way has no contrast of its own. What turns for ever, such as the sign of loading, is not waited for. */
export async function stillPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve))
    const moving = () =>
      document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    // What begins in the frame in which the last one ends is waited for, too.
    for (let still = 0; still < 3; still += 1) {
      await frame()
      const now = moving()
      if (now.length === 0) continue
      still = 0
      await Promise.allSettled(now.map(({ finished }) => finished))
    }
  })
}
