import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { adapters } from '../../service/agents/registry'
import { inlineReaders } from '../../service/readers/inline-readers'
import { createService } from '../../service/service'
import { parseCommandLine } from '../command-line'
import { CollectedOutput } from '../output/output'
import { runCommand } from '../run-command'

const samples = fileURLToPath(new URL('../../../../e2e/fixtures/agents/qwen-code', import.meta.url))
const session = '4373fa43-9fb8-45ef-8874-da3138205c90'

it('diff takes a checkpoint whose own id has the sign that parts it from the session', async () => {
  const home = mkdtempSync(join(tmpdir(), 'reprise-diff-signs-'))
  cpSync(samples, home, { recursive: true, preserveTimestamps: true })
  const look = { home, env: {}, platform: process.platform, cwd: home, flags: [] }
  const service = await createService({ home: join(home, 'own'), adapters, look, readers: inlineReaders })
  const run = async (args: readonly string[]) => {
    const line = parseCommandLine([...args, '--json'], home)
    if (line.ask !== 'run') throw new Error('it is a command')
    const out = new CollectedOutput()
    const code = await runCommand(line, service, out, new AbortController().signal, home)
    return { code, answer: JSON.parse(out.texts.join('')) }
  }
  try {
    const listed = await run(['checkpoints', `qwen-code:${session}`])
    const signs = listed.answer.checkpoints.map(({ id }: { id: string }) => id).filter((id: string) => id.includes('#'))
    expect(signs.length).toBeGreaterThan(0)
    const { code, answer } = await run(['diff', `qwen-code:${session}#${signs[0]}`, '--now'])
    expect(code).toBe(0)
    expect(answer.a).toMatchObject({ session: { id: session }, checkpoint: signs[0] })
    const missing = run(['diff', `qwen-code:${session}#no#such`, '--now'])
    await expect(missing).rejects.toThrow('The session has no checkpoint no#such.')
  } finally {
    await service.close()
    rmSync(home, { recursive: true, force: true })
  }
})
