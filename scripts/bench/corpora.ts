import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const digest = generatorDigest()
  const kind = `${agent}-${sessions}${big ? `-${big}MB` : ''}`
  const name = `${kind}-${digest}`
  const folder = join(cache, name)
  const made = join(folder, 'made.json')
  if (!existsSync(made)) {
    removeStale(cache, kind, digest)
    const draft = `${folder}.${process.pid}`
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    // The path of a home stands in its files, so it is written where it will stay.
    renameSync(draft, folder)
    const homes = makeHomes({ out: join(folder, 'home'), agents: [agent], sessions, ...(big ? { big } : {}) })
    writeFileSync(made, JSON.stringify(homes))
  }
  return { ...(JSON.parse(readFileSync(made, 'utf8')) as SampleHomes), home: join(folder, 'home') }
}
