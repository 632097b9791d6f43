import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type { AgentAdapter } from '../adapter'
import type { ConformanceKit, Outcome, Trouble } from './conformance-kit'

interface LineStore {
  readonly adapter: AgentAdapter
  make(home: string): readonly string[]
  /** The file that holds a session. */
  file(home: string, id: string): string
  /** A record that says a text, as the agent would append it after what is there. */
  saying(text: string, lines: readonly string[]): Record<string, unknown>
  /** A record of a kind that nobody knows. */
  unknown(lines: readonly string[]): Record<string, unknown>
  /** Where a format differs: such as one whose first line decides about all others. */
  readonly outcomes?: Partial<Record<Trouble, Outcome>>
}

/** A kit for stores that keep one session in one file of JSON lines. */
export function lineKit(store: LineStore): ConformanceKit {
  const rewrite = (change: (bytes: Buffer) => Uint8Array | string) => (home: string, id: string) => {
    const path = store.file(home, id)
    writeFileSync(path, change(readFileSync(path)))
  }
  const linesOf = (bytes: Buffer) => bytes.toString('utf8').split('\n').filter(Boolean)
  const withLines = (change: (lines: readonly string[], middle: number) => readonly string[]) =>
    rewrite((bytes) => {
      const lines = linesOf(bytes)
      return `${change(lines, lines.length >> 1).join('\n')}\n`
    })
  const append = (make: (lines: readonly string[]) => Record<string, unknown>) =>
    withLines((lines) => [...lines, JSON.stringify(make(lines))])
  const apply: Record<Trouble, (home: string, id: string) => void> = {
    empty: rewrite(() => ''),
    torn: rewrite((bytes) => bytes.subarray(0, bytes.lastIndexOf(0x0a, bytes.length - 2) + 12)),
    'NUL block': rewrite((bytes) => {
      const at = bytes.indexOf(0x0a, bytes.length >> 1) + 1
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(512), bytes.subarray(at)])
    }),
    glued: withLines((lines, middle) => [
      ...lines.slice(0, middle),
      `${lines[middle]?.slice(0, 40)}${lines[middle]}`,
      ...lines.slice(middle + 1)
    ]),
    'bad bytes in the middle': withLines((lines, middle) => [
      ...lines.slice(0, middle),
      '{"type": bad \u{1f680}',
      ...lines.slice(middle)
    ]),
    'lone surrogate': append((lines) => store.saying('half \ud800 pair', lines)),
    CRLF: rewrite((bytes) => bytes.toString('utf8').replaceAll('\n', '\r\n')),
    BOM: rewrite((bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])),
    'unknown kind': append(store.unknown),
    '30 MB record': append((lines) => store.saying('thirty '.repeat(Math.ceil(30_000_000 / 7)), lines))
  }
  const outcomes: Record<Trouble, Outcome> = {
    empty: 'either',
    torn: 'partial',
    'NUL block': 'partial',
    glued: 'partial',
    'bad bytes in the middle': 'partial',
    'lone surrogate': 'whole',
    CRLF: 'whole',
    BOM: 'whole',
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
    keepChanging: (home, id) => keepAppending(store, store.file(home, id))
  }
}

/** Appends records as an agent does that is running, each in two halves, so that readers meet unfinished lines. */
function keepAppending(store: LineStore, path: string): () => Promise<void> {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  let half = ''
  let round = 0
  const step = () => {
    if (half !== '') {
      appendFileSync(path, half)
      half = ''
      return
    }
    round += 1
    const line = JSON.stringify(store.saying(`round ${round}`, lines))
    lines.push(line)
    appendFileSync(path, line.slice(0, line.length >> 1))
    half = `${line.slice(line.length >> 1)}\n`
  }
  step()
  const timer = setInterval(step, 4)
  return async () => {
    clearInterval(timer)
    if (half !== '') step()
  }
}
