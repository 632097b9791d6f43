import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { type DatabaseFacts, databaseFacts } from './file-facts'

const running = new Map<string, Promise<string>>()

/**
 * Path of a copy of the database and its log in our own folder, made once per state of the originals; an older copy of
 * the same file goes. Where the file system can, the copy shares its blocks. A file that was cut off is filled up with zeros
 * to the size in its header, because SQLite otherwise refuses all of it.
 */
export async function privateCopy(path: string, facts: DatabaseFacts, scratch: string): Promise<string> {
  // Reader threads share the folder and must not remove one another's copies.
  const name = `foreign-${digest(path)}-${threadId}`
  const target = join(scratch, `${name}-${digest(facts.fingerprint)}.sqlite3`)
  const started = running.get(target)
  if (started) return started
  const copying = copyOnce(path, facts, scratch, name, target).finally(() => running.delete(target))
  running.set(target, copying)
  return copying
}

async function copyOnce(path: string, facts: DatabaseFacts, scratch: string, name: string, target: string) {
  if (await exists(target)) return target
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  await removeOlder(scratch, name)
  const draft = join(scratch, `${name}-${randomUUID()}.draft`)
  await copyFile(path, draft, constants.COPYFILE_FICLONE)
  const file = await open(draft, 'r+')
  try {
    await file.chmod(0o600)
    if (facts.promisedBytes !== null && facts.promisedBytes > facts.bytes) await file.truncate(facts.promisedBytes)
  } finally {
    await file.close()
  }
  if (facts.walBytes > 0) await copyFile(`${path}-wal`, `${target}-wal`, constants.COPYFILE_FICLONE)
  // The database comes last: a copy without its log would look whole and be older.
  await rename(draft, target)
  if (databaseFacts(path).fingerprint !== facts.fingerprint) return privateCopy(path, databaseFacts(path), scratch)
  return target
}

async function removeOlder(scratch: string, name: string): Promise<void> {
  for (const file of await readdir(scratch)) {
    if (file.startsWith(`${name}-`)) await rm(join(scratch, file), { force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false
  )
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
