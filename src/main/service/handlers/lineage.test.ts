import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Lineage } from '@shared/domain/lineage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { treeLines } from '../../cli/commands/lineage'
import { claudeTurn } from '../testing/claude-records'
import { HomeService } from '../testing/home-service'

interface Expected {
  readonly agent: string
  readonly folder: string
  readonly id: string
  readonly parent?: string
  readonly forkedFrom?: string
  readonly compactions?: number
  readonly abandonedBranches?: number
}

const fixtures = fileURLToPath(new URL('../../../../e2e/fixtures/agents/', import.meta.url))
const expected = JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')) as readonly Expected[]
const folders = [...new Set(expected.map(({ folder }) => folder))]

let home: HomeService
beforeAll(async () => {
  home = new HomeService()
  for (const folder of folders) cpSync(join(fixtures, folder), home.home, { recursive: true })
  await home.open()
  await home.scan()
}, 120_000)
afterAll(() => home.close())

const lineageOf = async (id: string): Promise<Lineage> => home.call('lineage.show', { session: await home.ref(id) })

const edgesOf = ({ edges, nodes }: Lineage) => {
  const name = (id: string) => nodes.find((node) => node.id === id)?.session.id
  return edges.map(({ from, to, kind }) => [name(from), kind, name(to)])
}

describe('lineage.show', () => {
  it.each(expected.filter(({ forkedFrom }) => forkedFrom))('C11 $agent: $id is a fork with a link', async (each) => {
    const lineage = await lineageOf(each.id)
    expect(edgesOf(lineage)).toContainEqual([each.forkedFrom, 'fork', each.id])
    expect(lineage.path).toEqual([`session ${each.forkedFrom}`, `session ${each.id}`])
    // The same family, asked about from its other end.
    expect(edgesOf(await lineageOf(each.forkedFrom ?? ''))).toContainEqual([each.forkedFrom, 'fork', each.id])
  })

  it.each(expected.filter(({ parent }) => parent))('C10 $agent: $id is a subagent of its session', async (each) => {
    const lineage = await lineageOf(each.id)
    expect(edgesOf(lineage)).toContainEqual([each.parent, 'subagent', each.id])
    expect(lineage.nodes.find(({ session }) => session.id === each.id)?.loads).toBe(false)
  })

  it.each(expected.filter(({ compactions }) => compactions))(
    'C7 $agent: $id was compacted, and the agent goes on from there',
    async ({ id, compactions }) => {
      const points = (await lineageOf(id)).nodes.filter(({ kind }) => kind === 'compaction')
      expect(points).toHaveLength(compactions ?? 0)
      // pi went back to before the compaction: what it goes on with was never compacted.
      const loads = id !== '01a22751-ceae-751c-85d1-1912d6555b60'
      expect(points.at(-1)).toMatchObject({ session: { id }, reachable: true, loads, entry: expect.any(String) })
    }
  )

  it.each(expected.filter(({ abandonedBranches }) => abandonedBranches))(
    'C7 $agent: $id has a branch that was left, which can be read and the agent does not load',
    async ({ id, abandonedBranches }) => {
      const points = (await lineageOf(id)).nodes.filter(({ kind }) => kind === 'rewind')
      expect(points).toHaveLength(abandonedBranches ?? 0)
      expect(points[0]).toMatchObject({ reachable: true, loads: false })
    }
  )

  it('marks the session of a family that was used last, and leaves points out where only the path is asked for', async () => {
    const fork = expected.find(({ agent, forkedFrom }) => agent === 'claude-code' && forkedFrom)
    const { nodes } = await lineageOf(fork?.id ?? '')
    expect(nodes.filter(({ newest }) => newest)).toHaveLength(1)
    const compacted = expected.find(({ agent, compactions }) => agent === 'claude-code' && compactions)
    const session = await home.ref(compacted?.id ?? '')
    const { nodes: alone } = await home.call('lineage.show', { session, points: false })
    expect(alone).toMatchObject([{ kind: 'session', newest: false }])
  })

  it('C11 keeps the place of an origin that is gone, and says that it cannot be read', async () => {
    const other = await new HomeService().open()
    try {
      const [prompt] = claudeTurn({ session: 'child', cwd: '/w', text: 'hello', at: other.now })
      other.put('.claude/projects/-w/child.jsonl', [{ ...prompt, forkedFrom: { sessionId: 'lost' } }])
      const origin = other.put(
        '.claude/projects/-w/lost.jsonl',
        claudeTurn({ session: 'lost', cwd: '/w', text: 'hello', at: other.now - 1000 })
      )
      await other.scan()
      rmSync(origin)
      await other.scan()
      const session = await other.ref('child')
      const { nodes, path } = await other.call('lineage.show', { session })
      expect(path).toEqual(['session lost', 'session child'])
      expect(nodes[0]).toMatchObject({ session: { id: 'lost' }, state: 'gone', reachable: false, loads: false })
    } finally {
      await other.close()
    }
  })
})

describe('treeLines', () => {
  it('draws the family with the session that was asked about', async () => {
    const fork = expected.find(({ agent, forkedFrom }) => agent === 'claude-code' && forkedFrom)
    const lines = treeLines(await lineageOf(fork?.id ?? ''), fork?.id ?? '')
    expect(lines[0]).toMatch(/^ {2}\S/)
    expect(lines.find((line) => line.startsWith('>'))).toContain(`fork: `)
    expect(lines.find((line) => line.startsWith('>'))).toContain(`claude-code:${fork?.id}`)
  })
})
