import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { checkShape } from '../../../json/check-shape'
import { writeCompact } from '../../../json/write-json'
import { placesOf } from '../places'
import { checkpointConfig } from '../shapes/settings-shape'
import { fixtureHome, sourceAt } from '../testing/fixture-home'
import { checkpointConfigOf, todaysConfig } from './checkpoint-config'
import { maskArguments } from './mask-hook-texts'
import { configInUse } from './read-config'

const textOf = (config: unknown) => writeCompact(checkpointConfigOf(config))

describe('checkpointConfigOf', () => {
  it('gestura-21 holds exactly the named fields, and no Gemini model', () => {
    const config = JSON.parse(textOf(configInUse(placesOf(sourceAt(fixtureHome('gestura')))).root))
    expect(Object.keys(config)).toEqual([
      ...['pipeline', 'permissions', 'llm_primary_provider', 'llm_fallback_provider'],
      ...['openai_model', 'anthropic_model', 'grok_model', 'ollama_model', 'hooks']
    ])
    expect(config).toMatchObject({ llm_primary_provider: 'anthropic', openai_model: 'gpt-4.1', grok_model: 'grok-3' })
  })

  it('gestura-21 leaves out a model whose section is absent, and the fallback where there is none', () => {
    const config = JSON.parse(textOf({ llm: { primary: 'gemini', gemini: { model: 'gemini-2.5-flash' } } }))
    expect(Object.keys(config)).toEqual(['pipeline', 'permissions', 'llm_primary_provider', 'hooks'])
  })

  it('gestura-21 takes only known keys of the sections', () => {
    const config = { pipeline: { api_key: 'x', reflection: { token: 'y' } }, permissions: { z: 1 }, hooks: { z: 1 } }
    expect(textOf(config)).toBe(textOf({}))
  })

  it('holds none of the planted secrets of the samples, those in hook arguments included', () => {
    const home = fixtureHome('gestura')
    const config = configInUse(placesOf(sourceAt(home))).root
    expect(readFileSync(join(home, '.gestura', 'config.yaml'), 'utf8')).toContain('fake-hook-bearer-c90e12')
    expect(writeCompact(todaysConfig(config))).toContain('fake-hook-bearer-c90e12')
    expect(textOf(config).match(/fake|xai-|BSA-|AIza/g)).toBeNull()
    expect(textOf(config)).toContain('curl')
  })

  /** What a secret looks like: letters and digits mixed, or words behind a name that says so. */
  const secret = fc
    .tuple(fc.stringMatching(/^[a-z]{2,8}$/), fc.stringMatching(/^[a-zA-Z0-9]{10,30}$/), fc.integer({ min: 0, max: 9 }))
    .map(([word, rest, digit]) => `zq${word}${digit}${rest}`)
  const argument = secret.chain((value) =>
    fc.constantFrom(
      [value],
      ['--token', value],
      [`--token=${value}`],
      ['-H', `Authorization: Bearer ${value}`],
      ['-H', `X-Api-Key: ${value}`],
      ['-u', `me:${value}`],
      [`-p${value}`],
      [`PGPASSWORD=${value}`],
      [`https://me:${value}@example.test/x`],
      [`https://example.test/hook/${value}`],
      [`https://example.test/?key=${value}`],
      ['--password', value.replace(/[0-9]/g, 'q')],
      [`{{tool_name}} ${value}`],
      [`sk-${value}`]
    )
  )
  /** A secret that is known by its shape, where a name is expected: somebody pasted into the wrong line. */
  const pasted = secret.map((value) => `ghp_${value.padEnd(36, '7').slice(0, 36)}`)
  const name = (...usual: string[]) =>
    fc.oneof({ arbitrary: fc.constantFrom(...usual), weight: 3 }, { arbitrary: pasted, weight: 1 })
  const hook = fc.record({
    name: name('tell me', 'log'),
    event: fc.constantFrom('pre_tool', 'post_tool'),
    command: fc.record({
      program: name('curl', 'notify-send'),
      args: fc.array(argument, { maxLength: 3 }).map((args) => args.flat())
    })
  })
  const provider = fc.record(
    {
      api_key: secret,
      base_url: secret.map((value) => `https://x:${value}@h.test`),
      model: name('gpt-4o', 'x')
    },
    { requiredKeys: [] }
  )
  const anyConfig = fc.record(
    {
      llm: fc.record(
        {
          primary: name('openai'),
          fallback: name('grok'),
          openai: provider,
          anthropic: provider,
          gemini: provider,
          grok: provider,
          ollama: provider
        },
        { requiredKeys: [] }
      ),
      voice: fc.record({ openai_api_key: secret, openai_base_url: secret }, { requiredKeys: [] }),
      web_search: fc.record({ serpapi_key: secret, brave_key: secret }),
      nats_url: secret.map((value) => `nats://x:${value}@h.test`),
      mcp_servers: fc.array(
        fc.record({
          env: fc.dictionary(fc.constantFrom('A', 'B'), secret),
          headers: fc.record({ Authorization: secret }),
          args: fc.array(secret),
          url: secret
        })
      ),
      hooks: fc.record({
        enabled: fc.boolean(),
        allowed_programs: fc.array(name('curl'), { maxLength: 2 }),
        hooks: fc.array(hook, { maxLength: 3 })
      }),
      pipeline: fc.record(
        { max_iterations: fc.integer({ min: 0, max: 99 }), reflection: fc.record({ api_key: secret }), secret },
        { requiredKeys: [] }
      ),
      permissions: fc.record(
        {
          default_level: fc.constantFrom('Full', 'sandbox'),
          default_enabled_tools: fc.dictionary(name('file', 'shell'), fc.boolean()),
          token: secret
        },
        { requiredKeys: [] }
      ),
      [`extra`]: fc.jsonValue()
    },
    { requiredKeys: [] }
  )

  it('gestura-21 F1 never holds a secret of any configuration, and is always one that gestura accepts', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const read: unknown = parse(stringify(config))
        const planted = JSON.stringify(read).match(/zq[a-z]+[0-9a-zA-Z]{8,}/g) ?? []
        const text = textOf(read)
        for (const each of planted) expect(text).not.toContain(each)
        expect(text).not.toMatch(/zq[a-z]/)
        expect(checkShape(checkpointConfigOf(read), checkpointConfig)).toEqual([])
      }),
      { numRuns: 120 }
    )
  }, 90_000)
})

describe('maskArguments', () => {
  it.each([
    [['Gestura', '{{tool_name}} done']],
    [['-s', '--silent', '{{session_id}}']],
    [['-t', '5000']],
    [['--title', 'Ende der Runde']]
  ])('keeps %j', (args) => {
    expect(maskArguments(args)).toEqual(args)
  })

  it.each([
    [['--password', 'correct'], [1]],
    [['-u', 'me:correct'], [1]],
    [['-pcorrect'], [0]],
    [['NAME=correct'], [0]],
    [['s3cret'], [0]],
    [['aBcDeFgHiJkL'], [0]],
    [['token', 'correct'], [1]]
  ])('masks what may be a secret in %j', (args, masked) => {
    expect(
      maskArguments(args)
        .map((each, index) => (each === '<masked>' ? index : -1))
        .filter((index) => index >= 0)
    ).toEqual(masked)
  })

  it('keeps a placeholder also behind a flag that takes a secret', () => {
    expect(maskArguments(['--token', '{{token}}'])).toEqual(['--token', '{{token}}'])
  })
})
