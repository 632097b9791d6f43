import fc from 'fast-check'
import { afterEach, describe, it } from 'vitest'
import { fuzzRuns, fuzzTime } from '../agents/conformance/fuzz-runs'
import { filesBelow, storesOf } from './testing/agent-files'
import { anyHanding, zipOfHanded } from './testing/arbitrary-handing'
import { FuzzDesk } from './testing/fuzz-desk'

/** Every so many inputs one is kept; after so many that were kept the vault is let go of, or it would grow without end. */
const keptEach = 4
const mostKept = 60

describe('files, folders and zips of an agent that are handed over', () => {
  let desk: FuzzDesk | undefined
  afterEach(() => desk?.close())

  it.each(storesOf)(
    'whatever is wrong with those of $agent, they are looked at or refused, never a crash, and what is kept reads as was said',
    async ({ agent, home, roots }) => {
      const files = filesBelow(roots)
      let now = await FuzzDesk.open(home, agent)
      desk = now
      let [seen, kept] = [0, 0]
      await fc.assert(
        fc.asyncProperty(anyHanding(files), async ({ how, files: handed }) => {
          const keepFirst = async (found: Parameters<FuzzDesk['keepAndRead']>[0]) => {
            const [one] = found.sessions
            seen += 1
            if (one === undefined || seen % keptEach !== 0) return
            kept += 1
            await now.keepAndRead(found, one)
          }
          if (how === 'folder') await now.handFolder(handed, keepFirst)
          else if (how === 'zip') await now.handFile({ name: 'x.zip', bytes: zipOfHanded(handed) }, keepFirst)
          else await now.handFile(handed[0] ?? { name: 'x', bytes: '' }, keepFirst)
          if (kept < mostKept) return
          kept = 0
          await now.close()
          now = await FuzzDesk.open(home, agent)
          desk = now
        }),
        fuzzRuns(12)
      )
    },
    fuzzTime
  )
})
