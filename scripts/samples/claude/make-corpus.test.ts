import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ListedSession } from '../../../src/main/service/agents/adapter'
import { adapter } from '../../../src/main/service/agents/claude-code/adapter'
import { type CorpusKind, makeClaudeCorpus } from './make-corpus.ts'

const folder = mkdtempSync(join(tmpdir(), 'reprise-corpus-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function made(kind: CorpusKind, name: string) {
  const home = join(folder, name)
  return { home, facts: makeClaudeCorpus({ kind, out: home, seed: 42, scale: 0.005 }) }
}

function digestOf(home: string): string {
  const hash = createHash('sha256')
  const paths = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort()) hash.update(path.slice(home.length)).update(readFileSync(path))
  return hash.digest('hex')
}

async function listed(home: string) {
  const places = { home, env: {}, platform: 'linux' as const, cwd: home, settings: [], flags: [] }
  const reading = { signal: new AbortController().signal, scratch: join(folder, 'scratch'), key: null, now: Date.now }
  const [source] = await adapter.locate(places)
  if (!source) throw new Error('there is no source')
  const sessions: ListedSession[] = []
  const turns: number[] = []
  for await (const step of adapter.scan(source, { fingerprint: () => undefined }, reading)) {
    if (step.type === 'unit') sessions.push(...step.sessions)
  }
  for (const { id } of sessions.filter(({ parentKind }) => parentKind !== 'subagent')) {
    const opened = await adapter.open(source, id, reading)
    const outline = await opened.outline()
    turns.push(outline.filter(({ kind }) => kind === 'prompt').length)
    opened.close()
  }
  return { sessions, turns: turns.reduce((sum, count) => sum + count, 0) }
}

describe('generated homes of Claude Code', () => {
  it('are the same bytes for the same seed', () => {
    expect(digestOf(made('c1', 'once').home)).toBe(digestOf(made('c1', 'twice').home))
  })

  it.each(['c1', 'c2', 'c3'] as const)('are read as what they were written as: %s', async (kind) => {
    const { home, facts } = made(kind, kind)
    const { sessions, turns } = await listed(home)
    const own = sessions.filter(({ parentKind }) => parentKind !== 'subagent')
    expect(own.length).toBe(facts.sessions)
    expect(sessions.length - own.length).toBe(facts.subagents)
    expect(turns).toBe(facts.userTurns)
  })
})
