import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { median, type Row } from './measure.ts'
import { ServiceClient } from './service-client.ts'

const entries = 50_000
const ids = ['0c0ffee0-0000-4000-8000-00000000000a', '0c0ffee0-0000-4000-8000-00000000000b'] as const

/** One in fifty entries of the second session was said in other words, and every 250th stands elsewhere. */
function textOf(side: number, at: number): string {
  const other = side === 1 && at % 50 === 7
  return `${other ? 'In other words' : 'As it was said'}: step ${at} of the work, with what it needs to be a line of its usual length. ${'word '.repeat(at % 60)}`
}

function orderOf(side: number): number[] {
  const order = Array.from({ length: entries }, (_, at) => at)
  if (side === 1) for (let at = 250; at < entries; at += 250) order.splice(at - 100, 0, ...order.splice(at, 1))
  return order
}

function linesOf(side: number): string {
  let parentUuid: string | null = null
  const lines = orderOf(side).map((at, place) => {
    const uuid = `${side}${at.toString(16).padStart(7, '0')}-0000-4000-8000-000000000000`
    const base = { parentUuid, isSidechain: false, cwd: '/w', sessionId: ids[side], version: '2.1.0', uuid }
    const timestamp = new Date(1_790_000_000_000 + place * 1000).toISOString()
    parentUuid = uuid
    const content = textOf(side, at)
    if (at % 2 === 0) return JSON.stringify({ ...base, type: 'user', message: { role: 'user', content }, timestamp })
    const message = { id: `msg_${at}`, role: 'assistant', model: 'm', content: [{ type: 'text', text: content }] }
    return JSON.stringify({ ...base, type: 'assistant', message, timestamp })
  })
  return `${lines.join('\n')}\n`
}

/** Reading and parsing both, and looking for every text of one among those of the other: the least that tells what differs. */
function plainComparison(paths: readonly string[]): number {
  const began = performance.now()
  const [one, other] = paths.map((path) =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.stringify((JSON.parse(line) as { message: unknown }).message))
  )
  const known = new Set(one)
  const differing = (other ?? []).filter((text) => !known.has(text)).length
  if (differing === 0) throw new Error('the two sessions are the same')
  return performance.now() - began
}

interface Comparing {
  readonly floor: number
  readonly total: number
  readonly slowest: number
  readonly changed: number
}

async function once(home: string, own: string, paths: readonly string[]): Promise<Comparing> {
  const floor = plainComparison(paths)
  const client = await new ServiceClient({ home, own }).start()
  try {
    await client.call('scan.run')
    const { rows } = await client.call<{ rows: { source: string; id: string }[] }>('sessions.page', {
      query: { children: true },
      offset: 0,
      limit: 10
    })
    const [a, b] = ids
      .map((id) => rows.find((row) => row.id === id))
      .map((row) => ({ source: row?.source, id: row?.id }))
    let slowest = 0
    let going = true
    const others = (async () => {
      while (going) {
        const asked = performance.now()
        await client.call('app.info')
        slowest = Math.max(slowest, performance.now() - asked)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })()
    const began = performance.now()
    const { parts } = await client.call<{ parts: { part: string; counts: { changed: number } }[] }>('compare.make', {
      a,
      b
    })
    const total = performance.now() - began
    going = false
    await others
    return { floor, total, slowest, changed: parts.find(({ part }) => part === 'transcript')?.counts.changed ?? 0 }
  } finally {
    await client.stop()
  }
}

/** Two sessions of 50,000 entries each, from cold, through the built service; other requests go on meanwhile. */
export async function comparingRows(runs: number): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'reprise-bench-diff-'))
  const paths = ids.map((id) => join(home, '.claude', 'projects', '-w', `${id}.jsonl`))
  for (const [side, path] of paths.entries()) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, linesOf(side))
  }
  const results: Comparing[] = []
  for (let run = 0; run < runs; run += 1) results.push(await once(home, join(home, `own-${run}`), paths))
  rmSync(home, { recursive: true, force: true })
  const pick = (name: 'floor' | 'total' | 'slowest') => median(results.map((result) => result[name]))
  const name = `comparing ${entries / 1000},000 entries with ${entries / 1000},000`
  return [
    {
      name,
      measured: pick('total'),
      floor: pick('floor'),
      floorName: 'reading and parsing both, and a set of their texts',
      goal: null,
      unit: 'ms',
      note: `${results[0]?.changed ?? 0} changed`
    },
    {
      name: `${name}: slowest other request`,
      measured: pick('slowest'),
      floor: 0,
      floorName: 'none',
      goal: 250,
      unit: 'ms',
      note: ''
    }
  ]
}
