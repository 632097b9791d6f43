import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether a process of this id is running. One that we may not signal is running too. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readHolder(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Writes the lock complete or not at all: a link appears at once with its content, a created file does not. */
function tryTake(path) {
  const draft = `${path}.${process.pid}.draft`
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves a dead holder's lock away. Two that wait may both see it dead, so what was moved is looked at again. */
function removeStale(path, holder) {
  const aside = `${path}.${process.pid}.stale`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readHolder(aside) !== holder) {
    try {
      linkSync(aside, path)
    } catch {
      // A third one holds it by now, which is as good.
    }
  }
  rmSync(aside, { force: true })
}

/** Runs `work` while no other process on this machine does the same. `onWait` is told once who holds the lock. */
export async function withLock(path, work, onWait = () => undefined) {
  mkdirSync(dirname(path), { recursive: true })
  for (let told = false; !tryTake(path); ) {
    const holder = readHolder(path)
    if (holder !== undefined && !isAlive(holder)) {
      removeStale(path, holder)
      continue
    }
    if (!told && holder !== undefined) {
      onWait(holder)
      told = true
    }
    await pause(150)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}
