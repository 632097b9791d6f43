import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { pinnedNode } from '../../scripts/setup/places.mjs'
import { environmentFor, projectRoot } from '../support/launch'
import { type Leak, LeakSearch } from './find-leaks'
import { SecretMaker } from './make-secrets'
import { plantBrokenConfigs, plantSecrets } from './plant-secrets'
import { ToldSecrets, toldSession } from './told-secrets'

const command = join(projectRoot, 'out', 'cli', 'reprise.js')

interface Listed {
  readonly sessions: readonly { readonly agent: string; readonly id: string }[]
  readonly sources: readonly { readonly id?: string; readonly agent: string }[]
}

for (const [name, plant] of [
  ['sound', plantSecrets],
  ['broken', plantBrokenConfigs]
] as const) {
  test(`no secret of a ${name} configuration is in what the command line writes`, () => {
    test.setTimeout(300_000)
    const home = mkdtempSync(join(tmpdir(), 'reprise-secrets-'))
    const maker = new SecretMaker(11)
    plant(home, maker)
    const search = new LeakSearch(maker.made)
    const leaks: Leak[] = []
    let masks = 0
    const run = (...args: string[]): string => {
      const done = spawnSync(pinnedNode(), [command, ...args], {
        env: environmentFor(home, join(home, '.own'), {}),
        cwd: home,
        encoding: 'utf8',
        maxBuffer: 64_000_000
      })
      leaks.push(...search.find(args.join(' '), `${done.stdout}\n${done.stderr}`))
      masks += done.stdout.split('masked').length - 1
      return done.stdout
    }
    try {
      const listed = JSON.parse(run('list', '--json', '--children')) as Listed
      const ones = ['gestura', 'tact', 'a3s'].flatMap((agent) =>
        listed.sessions.filter((each) => each.agent === agent).slice(0, 2)
      )
      expect(ones.length).toBe(6)
      for (const words of [['sources'], ['doctor'], ['prompts'], ['operations'], ['list']]) {
        run(...words)
        run(...words, '--json')
      }
      for (const { agent, id } of ones) {
        for (const word of ['config', 'show', 'checkpoints', 'tasks']) {
          run(word, `${agent}:${id}`)
          run(word, `${agent}:${id}`, '--json')
        }
      }
      expect(leaks).toEqual([])
      if (name === 'sound') expect(masks).toBeGreaterThan(100)
    } finally {
      rmSync(home, { recursive: true, force: true, maxRetries: 20 })
    }
  })
}

test('F1 no secret of a transcript is in what the command line writes, and a report says where they are', () => {
  const told = new ToldSecrets()
  const search = new LeakSearch(told.secrets)
  const session = `claude-code:${toldSession}`
  const run = (...args: string[]): string => {
    const done = spawnSync(pinnedNode(), [command, ...args], {
      env: environmentFor(told.home, join(told.home, '.own'), {}),
      cwd: told.home,
      encoding: 'utf8'
    })
    expect(done.status, done.stderr).toBe(0)
    expect(search.find(args.join(' '), `${done.stdout}\n${done.stderr}`)).toEqual([])
    return done.stdout
  }
  try {
    expect(run('list')).toContain('Use ANTHROPIC_API_KEY=‹masked: api key›')
    for (const words of [['list', '--json'], ['prompts'], ['show', session], ['lineage', session]]) run(...words)
    expect(run('show', session, '--json', '--raw')).toContain('DB_PASSWORD=‹masked: password›')
    expect(run('secrets', session)).toMatch(/^3 kinds, 6 places$/m)
    const report = JSON.parse(run('secrets', session, '--json'))
    expect(report.total).toBe(6)
    expect(report.kinds.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['api key', 'password', 'token'])
    expect(Object.keys(report.places[0]).sort()).toEqual(['confidence', 'entry', 'field', 'kind', 'rule'])
  } finally {
    rmSync(told.home, { recursive: true, force: true, maxRetries: 20 })
  }
})
