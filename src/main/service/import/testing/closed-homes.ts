import { afterEach } from 'vitest'
import type { HomeService } from '../../testing/home-service'
import { emptyHome } from './two-homes'

/** Homes of the tests of one file, closed after each of them. Called once, where the file begins. */
export function closedHomes() {
  const open: HomeService[] = []
  afterEach(async () => {
    for (const place of open.splice(0)) await place.close()
  })
  return {
    open,
    async elsewhere(...folders: readonly string[]) {
      const here = await emptyHome(...folders)
      open.push(here.place)
      return here
    }
  }
}
