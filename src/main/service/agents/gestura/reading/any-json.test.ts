import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { browseEverything } from '../testing/browse-everything'
import { emptyHome, fixtureHome, put, sourceAt } from '../testing/fixture-home'
import { snapshotTree } from '../testing/snapshot-tree'

const id = 'c7c1aa38-997f-445b-9adf-3c3bc02a9d90'
const checkpointId = '8c799e26-7ef4-4777-8d47-7d43e88bdab6'
const files = {
  session: `.gestura/agent_sessions/${id}.json`,
  older: '.gestura/chat_sessions/older.json',
  gui: '.gestura/gui_sessions.json',
  checkpoint: `.gestura/checkpoints/${checkpointId}.json`,
  tasks: `.gestura/tasks/${id}.json`,
  config: '.gestura/config.yaml',
  oldConfig: '.gestura/config.json',
  shared: '.mcp.json'
} as const

const anyText = fc.oneof(
  fc.json(),
  fc.string(),
  fc.jsonValue().map((value) => JSON.stringify(value, null, 2))
)

/** A real file in which one value somewhere became any other. */
function spoilt(text: string): fc.Arbitrary<string> {
  const places: (string | number)[][] = []
  const visit = (value: unknown, path: (string | number)[]) => {
    places.push(path)
    if (Array.isArray(value)) for (const [index, inner] of value.entries()) visit(inner, [...path, index])
    else if (typeof value === 'object' && value !== null)
      for (const key in value) visit(value[key as keyof typeof value], [...path, key])
  }
  visit(JSON.parse(text), [])
  return fc
    .tuple(fc.constantFrom(...places), fc.jsonValue())
    .map(([path, value]) => JSON.stringify(replaceAt(JSON.parse(text), path, value)))
}

function replaceAt(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const inside = root as Record<string | number, unknown>
  inside[key] = replaceAt(inside[key], rest, value)
  return root
}

async function browseAndCompare(home: string): Promise<void> {
  const before = snapshotTree(home)
  await browseEverything(sourceAt(home))
  expect(snapshotTree(home)).toEqual(before)
}

describe('any JSON at all', () => {
  it.each(Object.entries(files))(
    'gestura-22 as %s file gives findings, never a throw, never a write',
    async (_, path) => {
      const home = emptyHome()
      put(home, '.gestura/agent_sessions/other.json', '{}')
      await fc.assert(
        fc.asyncProperty(anyText, async (text) => {
          put(home, path, text)
          await browseAndCompare(home)
        }),
        { numRuns: 60 }
      )
    }
  )

  it.each([
    ['session', files.session],
    ['checkpoint', files.checkpoint],
    ['tasks', files.tasks]
  ])(
    'gestura-22 anywhere in a real %s file gives findings, never a throw, never a write',
    async (_, path) => {
      const home = fixtureHome('gestura')
      for (const folder of ['agent_sessions', 'checkpoints', 'tasks', 'chat_sessions']) {
        const kept = Object.values(files).map((file) => readOrNull(join(home, file), file))
        rmSync(join(home, '.gestura', folder), { recursive: true })
        for (const file of kept) if (file?.path.startsWith(`.gestura/${folder}/`)) put(home, file.path, file.text)
      }
      // Configuration has its own turn above, and YAML takes most of the time.
      rmSync(join(home, files.config))
      const text = readFileSync(join(home, path), 'utf8')
      await fc.assert(
        fc.asyncProperty(spoilt(text), async (changed) => {
          put(home, path, changed)
          await browseAndCompare(home)
        }),
        { numRuns: 50 }
      )
    },
    60_000
  )

  it('of any depth is a finding too', async () => {
    const home = emptyHome()
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    put(home, files.session, deep)
    put(home, files.gui, `{"sessions": [{"id": "g", "state": {"messages": ${deep}}}]}`)
    put(
      home,
      files.checkpoint,
      `{"metadata": {"id": "${checkpointId}", "session_id": "s"}, "snapshot": {"payload": ${deep}}}`
    )
    put(home, files.tasks, `{"tasks": [{"metadata": ${deep}}]}`)
    put(home, files.oldConfig, `{"pipeline": ${deep}}`)
    put(home, files.older, { id, title: 't', state: { tool_calls: [{ id: 'c', name: 'n', arguments: deep }] } })
    await browseAndCompare(home)
    expect((await browseEverything(sourceAt(home))).findings.length).toBeGreaterThan(2)
  })
})

function readOrNull(path: string, file: string): { path: string; text: string } | null {
  try {
    return { path: file, text: readFileSync(path, 'utf8') }
  } catch {
    return null
  }
}
