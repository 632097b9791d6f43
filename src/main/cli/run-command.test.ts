import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adapters } from '../service/agents/registry'
import { inlineReaders } from '../service/readers/inline-readers'
import { createService } from '../service/service'
import { parseCommandLine } from './command-line'
import { CollectedOutput } from './output/output'
import { runCommand } from './run-command'

describe('runCommand', () => {
  it('tells a home without any agent from agents without sessions', async () => {
    const home = mkdtempSync(join(tmpdir(), 'reprise-no-agent-'))
    const listed = async () => {
      const look = { home, env: {}, platform: process.platform, cwd: home, flags: [] }
      const service = await createService({ home: join(home, 'own'), adapters, look, readers: inlineReaders })
      try {
        const line = parseCommandLine(['list'], home)
        if (line.ask !== 'run') throw new Error('list is a command')
        const out = new CollectedOutput()
        await runCommand(line, service, out, new AbortController().signal, home)
        return out.texts.join('')
      } finally {
        await service.close()
      }
    }
    try {
      expect(await listed()).toContain('No agent keeps sessions on this machine')
      mkdirSync(join(home, '.codex', 'sessions'), { recursive: true })
      expect(await listed()).toBe('No sessions.\n')
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})
