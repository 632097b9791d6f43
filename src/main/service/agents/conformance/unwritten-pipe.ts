import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'

const seconds = 6

/** Puts a pipe at the path, in place of what is there. Somebody writes to it after a while: who waits for that is late, and does not hang the test. */
export function unwrittenPipe(path: string): void {
  rmSync(path, { recursive: true, force: true })
  execFileSync('mkfifo', [path])
  const writer = spawn('sh', ['-c', `sleep ${seconds}; : > "$0"`, path], { stdio: 'ignore' })
  onTestFinished(() => void writer.kill())
}

/** Fails where the work waited for the writer of a pipe. */
export async function withoutWaiting<T>(work: () => T | Promise<T>): Promise<T> {
  const begin = Date.now()
  const result = await work()
  expect(Date.now() - begin).toBeLessThan(seconds * 1000 - 500)
  return result
}
