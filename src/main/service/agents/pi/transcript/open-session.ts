import type { ListedSession, OpenedSession } from '../../adapter'
import { ReplyUsage } from '../../google-content/reply-usage'
import { asName, asObject, type JsonObject } from '../../json-access'
import type { ByteSource } from '../../lines/byte-source'
import { LineSession } from '../../lines/line-session'
import { recordsFrom } from '../../lines/read-records'
import { type Branches, readBranches } from '../../lines/record-branches'
import type { SessionFile } from '../files/session-files'
import { decodeImage, imageParts } from '../records/content'
import { readHeader } from '../records/session-header'
import { links } from './links'
import { projectSession } from './session-projector'

/** Opens a session: `LineSession` reads the lines, the branches are kept for as long as the file has its size. */
export function openSession(file: SessionFile, summary: ListedSession): OpenedSession {
  let known: { readonly size: number; readonly branches: Branches } | null = null
  const branchesOf = (source: ByteSource): Branches => {
    const branches = readBranches(source, links)
    known = { size: source.size, branches }
    return branches
  }
  return new LineSession({
    path: file.path,
    summary,
    findings: [],
    usageCounter: () => new ReplyUsage(tokensOf),
    projector: async (source) => {
      const branches = known?.size === source.size && known.branches.isWhole ? known.branches : branchesOf(source)
      const header = headerOf(source)
      return projectSession({
        fork: header?.parent ? `Forked from @@${header.parent}` : null,
        forkedAt: header?.parent ? header.startedAt : null,
        leftFor: (from) => branches.leftFor(from),
        isReturn: (from) => branches.isReturn(from)
      })
    },
    image: (item, values, index) => {
      const contents = values.map((value) => asObject(asObject(value).message).content)
      // The images of an entry are those of its last record that has some: a call has them in its result.
      const parts = contents.map(imageParts).findLast((found) => found.length > 0)
      const part = item.entry.images === undefined ? undefined : parts?.[index]
      return part === undefined ? null : decodeImage(part)
    }
  })
}

/** pi records what did not come from the cache. Records of a fork have the ids of those that they were copied from. */
function tokensOf(record: JsonObject) {
  const message = asObject(record.message)
  const { input, output, cacheRead } = asObject(message.usage)
  const reply = asName(message.responseId) ?? asName(record.id)
  if (record.type !== 'message' || message.role !== 'assistant' || reply === null || input === undefined) return null
  return { reply, input, output, cached: cacheRead }
}

function headerOf(source: ByteSource) {
  const [first] = recordsFrom(source, 0)
  return first?.kind === 'record' ? readHeader(first.value) : null
}
