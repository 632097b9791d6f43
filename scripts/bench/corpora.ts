import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CorpusFacts, type CorpusKind, makeClaudeCorpus } from '../samples/claude/make-corpus.ts'
import { makeHomes, type SampleAgent, type SampleHomes } from '../samples/make-homes.ts'

export interface Corpus extends SampleHomes {
  readonly home: string
}

/** Changes when the generator does, so that no stale corpus is measured. */
function generatorDigest(): string {
  const folder = join(import.meta.dirname, '..', 'samples')
  const hash = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1
  )) {
    if (entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
      hash.update(readFileSync(join(entry.parentPath, entry.name)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** Corpora of the same kind that an older generator made. */
function removeStale(cache: string, name: string, digest: string): void {
  if (!existsSync(cache)) return
  for (const other of readdirSync(cache)) {
    if (other.startsWith(`${name}-`) && other.length === name.length + 1 + digest.length && !other.endsWith(digest)) {
      rmSync(join(cache, other), { recursive: true, force: true })
    }
  }
}

/** A generated home, made once and kept in an ignored folder. */
export function corpus(cache: string, agent: SampleAgent, sessions: number, big: number | null): Corpus {
  const kind = `${agent}-${sessions}${big ? `-${big}MB` : ''}`
  return made(cache, kind, (out) => makeHomes({ out, agents: [agent], sessions, ...(big ? { big } : {}) }))
}

export interface ClaudeCorpus extends CorpusFacts {
  readonly home: string
}

/** A home of Claude Code; `scale` below 1 makes a part of it. */
export function claudeCorpus(cache: string, kind: CorpusKind, scale: number): ClaudeCorpus {
  return made(cache, `claude-${kind}-${scale}`, (out) => makeClaudeCorpus({ kind, out, seed: 42, scale }))
}

function made<T>(cache: string, kind: string, make: (out: string) => T): T & { readonly home: string } {
  const digest = generatorDigest()
  const name = `${kind}-${digest}`
  const folder = join(cache, name)
  const facts = join(folder, 'made.json')
  if (!existsSync(facts)) {
    removeStale(cache, kind, digest)
    const draft = `${folder}.${process.pid}`
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    // The path of a home stands in its files, so it is written where it will stay.
    renameSync(draft, folder)
    writeFileSync(facts, JSON.stringify(make(join(folder, 'home'))))
  }
  return { ...(JSON.parse(readFileSync(facts, 'utf8')) as T), home: join(folder, 'home') }
}
