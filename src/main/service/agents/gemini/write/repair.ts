import { lineRepair } from '../../lines/repair/line-repair'
import { documentRepair } from '../../repair/document-repair'
import { joinRepairs } from '../../repair/join-repairs'
import { sessionParts } from '../files/session-parts'
import { placesOf } from '../places'
import { folderRepair } from './folder-repair'

/** Damaged lines of logs, characters of the documents of earlier versions, and a session in a folder where Gemini CLI does not look. */
export const repair = joinRepairs(
  lineRepair({ parts: (source, sessionId) => sessionParts(placesOf(source), sessionId) }),
  documentRepair({
    documents: (source, sessionId) =>
      sessionParts(placesOf(source), sessionId).filter(({ path }) => path.endsWith('.json')),
    findings: ['gemini.session.unreadable']
  }),
  folderRepair
)
