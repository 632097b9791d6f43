import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startForked } from './forked-service'

const memory = pathToFileURL(join(import.meta.dirname, '..', 'service', 'service-memory.ts')).href

describe('startForked', () => {
  it('starts the service with few areas of memory, which programs of the service do not inherit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reprise-forked-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const entry = join(folder, 'entry.mjs')
    const program = `
      import { execFileSync } from 'node:child_process'
      import { withoutServiceMemory } from '${memory}'
      const own = process.env.MALLOC_ARENA_MAX
      withoutServiceMemory(process.env)
      const say = 'process.stdout.write(String(process.env.MALLOC_ARENA_MAX))'
      process.send({ own, child: execFileSync(process.execPath, ['-e', say], { encoding: 'utf8' }) })
      process.disconnect()`
    writeFileSync(entry, program)
    const link = startForked({
      entry,
      node: process.execPath,
      args: [],
      env: { PATH: process.env.PATH ?? '' }
    } as never)
    const said = await new Promise((resolve, reject) => {
      link.onMessage(resolve)
      link.onExit((code, output) => reject(new Error(`${code} ${output}`)))
    })
    expect(said).toEqual({ own: '2', child: 'undefined' })
  })
})
