import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import type { CheckpointsAnswer } from './support/shapes'

const celsius = 'gestura:fa767501-1b54-466b-9c6b-0727a648a8cc'

interface PlanAnswer {
  readonly planId: string
  readonly digest: string
  readonly cannot: readonly { readonly because: string }[]
}

interface VaultAnswer {
  readonly broken: number
  readonly copies: readonly { readonly id: string; readonly kind: string; readonly missing: number }[]
}

/** Names of all contents in the vault, below its folder. */
function contents(home: CommandHome): string[] {
  const folder = join(home.own, 'vault', 'blobs')
  const names = readdirSync(folder, { recursive: true }).map(String)
  return names.filter((name) => name.endsWith('.zst')).map((name) => join(folder, name))
}

/** A restore to the oldest checkpoint; its safety copy is all that is in the vault afterwards. */
async function restored(home: CommandHome): Promise<string> {
  const { checkpoints } = await home.json<CheckpointsAnswer>(['checkpoints', celsius])
  const oldest = checkpoints.findLast((each) => each.restorable)
  return applied(home, ['plan', celsius, oldest?.id ?? ''])
}

async function applied(home: CommandHome, asking: readonly string[]): Promise<string> {
  const plan = await home.json<PlanAnswer>(asking)
  return (await home.json<{ operationId: string }>(['apply', plan.planId, '--digest', plan.digest])).operationId
}

test.describe('a vault that somebody took files from', () => {
  let home: CommandHome
  test.beforeEach(() => {
    home = new CommandHome('gestura')
  })
  test.afterEach(() => home.dispose())

  test('A18 says which copies are whole, which are not, and what to do', async () => {
    const operation = await restored(home)
    const before = new Set(contents(home))
    await home.run(['capture', celsius])
    const own = contents(home).filter((path) => !before.has(path))
    const whole = await home.run(['vault', 'check'])
    expect([whole.code, whole.out.trim()]).toEqual([0, '2 copies are whole.'])
    for (const path of own) rmSync(path)

    const { broken, copies } = await home.json<VaultAnswer>(['vault'])
    expect(broken).toBe(1)
    const gone = copies.find(({ missing }) => missing > 0)
    expect([gone?.kind, gone?.missing]).toEqual(['kept', own.length])
    const said = await home.run(['vault'])
    expect(said.out).toContain('1 copy cannot be brought back whole:')
    expect(said.out).toContain(`(${gone?.id})`)
    expect(said.out).toContain('from a backup of yours')
    const doctor = await home.run(['doctor'])
    expect(doctor.out).toMatch(/problem {2}vault: 1 of 2 copies cannot be brought back whole/)
    expect(doctor.out).toContain(gone?.id ?? '-')
    const plan = await home.run(['plan', celsius, gone?.id ?? '', '--json'])
    expect(plan.code).not.toBe(0)
    expect(JSON.parse(plan.out)).toMatchObject({ error: { code: 'checkpoint.invalid' } })
    const undo = await home.json<PlanAnswer>(['undo', operation, '--plan'])
    expect(undo.cannot).toEqual([])
  })

  test('A18 the undo of such an operation says it beforehand, and changes nothing where nothing is left', async () => {
    // The session and its tasks.
    const operation = await applied(home, ['delete', celsius])
    const files = contents(home)
    expect(files.length).toBeGreaterThan(1)
    const kept = new Map(files.map((path) => [path, readFileSync(path)]))
    // Damaged, not gone: only who reads it sees it.
    const [first = '', ...others] = files
    writeFileSync(first, Buffer.alloc(kept.get(first)?.length ?? 0, 7))
    expect((await home.json<VaultAnswer>(['vault'])).broken).toBe(0)
    const check = await home.run(['vault', 'check'])
    expect(check.code).toBe(1)
    expect(check.out).toContain('1 copy cannot be brought back whole:')
    const partly = await home.json<PlanAnswer>(['undo', operation, '--plan'])
    expect(partly.cannot.map(({ because }) => because)).toEqual([
      'Its safety copy is gone or damaged, so it is left as it is.'
    ])
    expect((await home.run(['undo', operation, '--plan'])).out).toContain('gone or damaged')

    for (const path of others) writeFileSync(path, Buffer.alloc(kept.get(path)?.length ?? 0, 7))
    const none = await home.run(['undo', operation, '--json'])
    expect(none.code).toBe(3)
    expect(JSON.parse(none.out)).toMatchObject({
      error: { code: 'refused', advice: expect.stringContaining('backup') }
    })
    for (const [path, bytes] of kept) writeFileSync(path, bytes)
    expect((await home.run(['undo', operation])).code).toBe(0)
  })
})
