import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { AgentAdapter } from '../adapter'
import type { ConformanceKit, Outcome, Trouble } from './conformance-kit'

interface DocumentStore {
  readonly adapter: AgentAdapter
  make(home: string): readonly string[]
  /** The file that holds a session. */
  file(home: string, id: string): string
  /** Changes the parsed document so that it holds a record of a kind that nobody knows. */
  addUnknown(document: Record<string, unknown>): void
  /** Changes the parsed document so that one text of it is `text`. */
  addText(document: Record<string, unknown>, text: string): void
  /** Where the agent's own parser refuses what ours may show. */
  readonly outcomes?: Partial<Record<Trouble, Outcome>>
}

/** A kit for stores that keep one session in one JSON file. */
export function documentKit(store: DocumentStore): ConformanceKit {
  const rewrite = (change: (bytes: Buffer) => Uint8Array | string) => (home: string, id: string) => {
    const path = store.file(home, id)
    writeFileSync(path, change(readFileSync(path)))
  }
  const edit = (change: (document: Record<string, unknown>) => void) =>
    rewrite((bytes) => {
      const document = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
      change(document)
      return JSON.stringify(document, null, 2)
    })
  const middle = (bytes: Buffer, patch: Buffer) => {
    const at = Math.floor(bytes.length / 2)
    return Buffer.concat([bytes.subarray(0, at), patch, bytes.subarray(at + patch.length)])
  }
  const apply: Record<Trouble, (home: string, id: string) => void> = {
    empty: rewrite(() => ''),
    torn: rewrite((bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.7))),
    'NUL block': rewrite((bytes) => middle(bytes, Buffer.alloc(512))),
    glued: rewrite((bytes) => Buffer.concat([bytes, bytes])),
    'bad bytes in the middle': rewrite((bytes) => middle(bytes, Buffer.from([0xff, 0xfe, 0x80]))),
    'lone surrogate': edit((document) => store.addText(document, 'half \ud800 pair')),
    CRLF: rewrite((bytes) => bytes.toString('utf8').replaceAll('\n', '\r\n')),
    BOM: rewrite((bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])),
    'unknown kind': edit(store.addUnknown),
    '30 MB record': edit((document) => store.addText(document, 'thirty '.repeat(Math.ceil(30_000_000 / 7))))
  }
  const outcomes: Record<Trouble, Outcome> = {
    empty: 'unreadable',
    torn: 'unreadable',
    'NUL block': 'unreadable',
    glued: 'either',
    'bad bytes in the middle': 'either',
    'lone surrogate': 'either',
    CRLF: 'whole',
    BOM: 'either',
    'unknown kind': 'partial',
    '30 MB record': 'whole',
    ...store.outcomes
  }
  return {
    adapter: store.adapter,
    make: store.make,
    trouble: Object.fromEntries(
      Object.entries(apply).map(([name, each]) => [name, { outcome: outcomes[name as Trouble], apply: each }])
    ) as ConformanceKit['trouble'],
    replace: (home, id, make) => rewrite(make)(home, id),
    keepChanging: (home, id) => {
      const path = store.file(home, id)
      const sound = readFileSync(path, 'utf8')
      let round = 0
      const grow = () => {
        const document = JSON.parse(sound) as Record<string, unknown>
        store.addText(document, `round ${round}`)
        return JSON.stringify(document, null, 2)
      }
      // In turns as gestura writes (truncate, then fill) and as a3s does (beside, then renamed).
      const timer = setInterval(() => {
        round += 1
        const text = grow()
        if (round % 2 === 0) {
          writeFileSync(`${path}.tmp`, text)
          renameSync(`${path}.tmp`, path)
        } else {
          writeFileSync(path, text.slice(0, text.length / 2))
          setTimeout(() => round > 0 && writeFileSync(path, text), 1)
        }
      }, 4)
      return async () => {
        clearInterval(timer)
        await new Promise((resolve) => setTimeout(resolve, 20))
        round += 1
        writeFileSync(path, grow())
      }
    }
  }
}
