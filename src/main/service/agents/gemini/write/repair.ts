import { lineRepair } from '../../lines/repair/line-repair'
import { documentRepair } from '../../repair/document-repair'
import { joinRepairs } from '../../repair/join-repairs'
import type { RepairPart } from '../../repair/repair-part'
import { sessionParts } from '../files/session-parts'
import { placesOf } from '../places'
import { folderRepair } from './folder-repair'

const content = joinRepairs(
  lineRepair({ parts: (source, sessionId) => sessionParts(placesOf(source), sessionId) }),
  documentRepair({
    documents: (source, sessionId) =>
      sessionParts(placesOf(source), sessionId).filter(({ path }) => path.endsWith('.json')),
    findings: ['gemini.session.unreadable']
  })
)

/** Damaged lines of logs, characters of the documents of earlier versions, and a session in a folder where Gemini CLI does not look. */
export const repair: RepairPart = {
  ...joinRepairs(content, folderRepair),
  async find(source, sessionId, reading) {
    const damaged = await content.find(source, sessionId, reading)
    // One plan changes a file once: a session is moved when its files are sound.
    return damaged.length > 0 ? damaged : folderRepair.find(source, sessionId, reading)
  }
}
