import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { claudeTurn } from '../../../testing/claude-records'
import type { ScanShare, ScanStep } from '../../adapter'
import { adapter } from '../adapter'
import { emptyHome, lines, put, reading, sourceIn } from '../testing/sample-home'

/** Paths that are opened from now on. */
function opened(): string[] {
  const paths: string[] = []
  const { openSync } = fs
  const spy = vi.spyOn(fs, 'openSync').mockImplementation((...input) => {
    paths.push(String(input[0]))
    return openSync(...input)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return paths
}

const begun = (at: number) => ({ type: 'queue-operation', operation: 'enqueue', timestamp: new Date(at).toISOString() })
const turn = (session: string, at: number) => claudeTurn({ session, cwd: '/w', text: session, at })
const hour = 3_600_000

/** Four projects of five sessions. In the last, `a` is a fork of `z`, which is listed after it. */
function home(): string {
  const made = emptyHome()
  const at = Date.UTC(2026, 10, 1)
  for (const project of ['-p1', '-p2', '-p3']) {
    for (let index = 0; index < 5; index += 1) {
      const id = `${project}-${index}`
      put(made, `.claude/projects/${project}/${id}.jsonl`, lines(turn(id, at)))
    }
  }
  const shared = turn('z', at)
  put(made, '.claude/projects/-p4/z.jsonl', lines([begun(at), ...shared]))
  put(made, '.claude/projects/-p4/a.jsonl', lines([begun(at + hour), ...shared, ...turn('a', at + hour)]))
  for (const id of ['b', 'c', 'd']) put(made, `.claude/projects/-p4/${id}.jsonl`, lines(turn(id, at)))
  return made
}

async function scan(at: string, share?: ScanShare): Promise<Map<string, Extract<ScanStep, { type: 'unit' }>>> {
  const units = new Map<string, Extract<ScanStep, { type: 'unit' }>>()
  for await (const step of adapter.scan(sourceIn(at), { fingerprint: () => undefined }, reading, share)) {
    if (step.type === 'unit') units.set(step.unit, step)
  }
  return units
}

const parentsIn = (units: Awaited<ReturnType<typeof scan>>) =>
  new Map([...units.values()].map(({ sessions: [session] }) => [session?.id, session?.parent]))

describe('a first scan', () => {
  it('opens each file once, also to see which session it is a fork of', async () => {
    const made = home()
    const paths = opened()
    const units = await scan(made)
    expect(units.size).toBe(20)
    expect(parentsIn(units).get('a')).toBe('z')
    expect(parentsIn(units).get('z')).toBeUndefined()
    // The two that begin alike are asked about again in the end, for what was added meanwhile.
    const others = paths.filter((path) => path.endsWith('.jsonl') && !/\/[az]\.jsonl$/.test(path))
    expect(others.toSorted()).toEqual([...new Set(others)].toSorted())
    expect(others).toHaveLength(18)
  })

  it('gives each share whole project folders, and says the same as one scan', async () => {
    const made = home()
    const whole = await scan(made)
    const folders = adapter.shareFolders?.(sourceIn(made), 2) ?? undefined
    const paths = opened()
    const shares = []
    for (const index of [0, 1]) shares.push(await scan(made, { index, of: 2, ...(folders && { folders }) }))
    expect(shares.map(({ size }) => size)).toEqual([10, 10])
    expect(new Map(shares.flatMap((units) => [...units])).size).toBe(whole.size)
    expect(parentsIn(new Map(shares.flatMap((units) => [...units])))).toEqual(parentsIn(whole))
    expect(paths.filter((path) => path.includes('/-p1/'))).toHaveLength(5)
  })

  it('goes by single files where one folder holds most of them', async () => {
    const made = emptyHome()
    const at = Date.UTC(2026, 10, 1)
    for (let index = 0; index < 9; index += 1)
      put(made, `.claude/projects/-one/s${index}.jsonl`, lines(turn(`s${index}`, at)))
    expect(adapter.shareFolders?.(sourceIn(made), 2)).toBeNull()
    const shares = [await scan(made, { index: 0, of: 2 }), await scan(made, { index: 1, of: 2 })]
    expect(shares.reduce((sum, { size }) => sum + size, 0)).toBe(9)
  })
})
