import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { adapter } from './adapter'
import { fixtureHome, readingAt, sourceAt } from './testing/fixture-home'

/** A pipe to which somebody writes after some seconds: who waits for that is late, and does not hang the test. */
function pipeAt(path: string): void {
  execFileSync('mkfifo', [path])
  const writer = spawn('sh', ['-c', 'sleep 6; : > "$0"', path], { stdio: 'ignore' })
  onTestFinished(() => void writer.kill())
}

describe('a pipe among the session files', () => {
  it.skipIf(process.platform === 'win32')(
    'C2 does not hold up a session of another file, whose id is looked for in all of them',
    { timeout: 20_000 },
    async () => {
      const home = fixtureHome('gestura')
      pipeAt(join(home, '.gestura', 'agent_sessions', 'a-pipe.json'))
      const begin = Date.now()
      const opened = await adapter.open(sourceAt(home), 'old-18', readingAt())
      expect(opened.summary).toMatchObject({ id: 'old-18', state: 'ok' })
      expect(Date.now() - begin).toBeLessThan(5000)
    }
  )
})
