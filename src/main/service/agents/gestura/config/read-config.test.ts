import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLossless } from '../../../json/parse-lossless'
import { maskConfig } from '../../../redaction/mask-config'
import { adapter } from '../adapter'
import { memberOf } from '../checkpoints/judge-payload'
import { placesOf } from '../places'
import { emptyHome, fixtureHome, put, readingAt, sourceAt } from '../testing/fixture-home'
import { configDifferences } from './config-differences'
import { configRules } from './config-rules'
import { readConfigFiles } from './read-config'

const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'

async function shownAt(home: string, session: string | null) {
  const documents = await adapter.config(sourceAt(home), session, readingAt())
  return documents.map((document) => maskConfig(document, configRules))
}

describe('the configuration as the app shows it', () => {
  it('has the present file, the backup of the older one, the shared MCP servers, and what the session overrides', async () => {
    const shown = await shownAt(fixtureHome('gestura'), 'af74240a-9ca1-4410-812f-e769993f224b')
    expect(shown.map(({ name, present }) => [name, present])).toEqual([
      ['session overrides', true],
      ['config.yaml', true],
      ['config.json.backup', true],
      ['.mcp.json', true]
    ])
    const keys = shown[0]?.entries.map(({ key }) => key) ?? []
    expect(keys).toContain('model')
    expect(keys).toContain('tool_settings.permission_level')
    expect(shown[0]?.entries.find(({ key }) => key === 'model')?.value).toBe('gemini-2.5-flash')
  })

  it('lets no planted secret through', async () => {
    const home = fixtureHome('gestura')
    const text = JSON.stringify([await shownAt(home, twoTurns), await shownAt(home, null)])
    expect(text.match(/fake|xai-|BSA-|AIza/g)).toBeNull()
    const files = ['config.yaml', 'config.json.backup', '../.mcp.json'].map((name) =>
      readFileSync(join(home, '.gestura', name), 'utf8')
    )
    expect(files.join('').match(/fake-|xai-fake|sk-fake/g)?.length).toBeGreaterThan(25)
  })

  it('shows plain settings as they are', async () => {
    const [yaml] = await shownAt(fixtureHome('gestura'), null)
    const value = (key: string) => yaml?.entries.find((entry) => entry.key === key)?.value
    expect(value('llm.primary')).toBe('anthropic')
    expect(value('llm.openai.model')).toBe('gpt-4.1')
    expect(value('hooks.hooks[1].command.program')).toBe('curl')
    expect(value('pipeline.compaction_strategy')).toBe('MemoryBank')
    expect(value('mcp_servers[1].name')).toBe('forecast')
    expect(yaml?.entries.find((entry) => entry.key === 'hooks.hooks[1].command.args[1]')?.masked).toBeDefined()
  })
})

describe('readConfigFiles', () => {
  const readAt = (home: string) => readConfigFiles(placesOf(sourceAt(home)))

  it('gestura-19 says that a malformed file is read as defaults, and shows nothing of it', () => {
    const [yaml] = readAt(fixtureHome('gestura-bad/config-malformed'))
    expect(yaml).toMatchObject({ present: true, root: undefined })
    expect(yaml?.findings[0]?.code).toBe('gestura.config.malformed')
  })

  it('gestura-19 says so of one value that gestura does not know, and still shows the file', () => {
    const [yaml] = readAt(fixtureHome('gestura-bad/config-unknown-enum'))
    expect(yaml?.root).toMatchObject({ llm: { primary: 'openai' } })
    expect(yaml?.findings.map(({ code, what }) => [code, what.includes('pipeline.compaction_strategy')])).toEqual([
      ['gestura.config.value', true]
    ])
  })

  it.each(['config-partial-pipeline', 'config-unknown-key', 'config-empty', 'config-mcp-old-names'])(
    'gestura-19 takes %s without a finding',
    (name) => {
      expect(readAt(fixtureHome(`gestura-bad/${name}`)).flatMap(({ findings }) => findings)).toEqual([])
    }
  )

  it('gestura-20 reads the older file where it is the only one', () => {
    const documents = readAt(fixtureHome('gestura-bad/config-json-only'))
    expect(documents.map(({ name, present }) => [name, present])).toEqual([
      ['config.yaml', false],
      ['config.json', true]
    ])
  })

  it('never repeats content of a file that it cannot parse', () => {
    const home = emptyHome()
    put(home, '.gestura/agent_sessions/x.json', '{}')
    const broken = fc.constantFrom(
      'key: [fake-secret',
      'a: b: fake-secret',
      '"fake-secret',
      '{fake-secret: ',
      '- fake-secret\nx',
      '&a [*a, fake-secret]'
    )
    fc.assert(
      fc.property(broken, (text) => {
        for (const file of ['.gestura/config.yaml', '.gestura/config.json', '.mcp.json']) put(home, file, text)
        const findings = readAt(home).flatMap((document) => (document.root === undefined ? document.findings : []))
        expect(findings.length).toBeGreaterThan(0)
        expect(JSON.stringify(findings)).not.toContain('fake-secret')
      }),
      { numRuns: 12 }
    )
  })

  it('is not drowned by aliases that multiply', () => {
    const home = emptyHome()
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 12; level += 1) {
      const one = `*a${level - 1}`
      lines.push(`a${level}: &a${level} [${Array(9).fill(one).join(', ')}]`)
    }
    put(home, '.gestura/config.yaml', lines.join('\n'))
    expect(readAt(home)[0]?.findings[0]?.code).toBe('gestura.config.malformed')
  })
})

describe('configDifferences', () => {
  const home = fixtureHome('gestura')
  const root = readConfigFiles(placesOf(sourceAt(home)))[0]?.root
  const configOf = (id: string) => {
    const text = readFileSync(join(home, '.gestura', 'checkpoints', `${id}.json`), 'utf8')
    return memberOf(memberOf(memberOf(parseLossless(text), 'snapshot'), 'payload'), 'config') as ReturnType<
      typeof parseLossless
    >
  }

  it.each([
    ['c1', '9a95b7fe-18c5-4f25-b21c-6b0a99f23323', 25],
    ['c2', 'df55daea-97fc-443d-9a4d-449adde7e552', 23],
    ['c3', '07ac196d-04a4-439f-a0c2-f9ab04fe799e', 27],
    ['c4', '141e3491-2f84-4d91-ab4a-884865a6faca', 25],
    ['c5', '1a616a52-20d8-4c83-aaea-df60fd95d4e3', 0]
  ])('gestura-21 counts how configuration %s differs from that of today', (_, checkpoint, count) => {
    expect(configDifferences(configOf(checkpoint), root)).toHaveLength(count)
  })

  it('gestura-21 knows models that the file leaves out because they are defaults', () => {
    expect(configDifferences(configOf('1a616a52-20d8-4c83-aaea-df60fd95d4e3'), root)).not.toContain('anthropic_model')
    expect(configDifferences(configOf('07ac196d-04a4-439f-a0c2-f9ab04fe799e'), root)).toContain('anthropic_model')
  })

  it('takes a file that gestura would read as defaults for defaults', () => {
    const wrong = { llm: { primary: 'grok' }, pipeline: { compaction_strategy: 'Hibernate' } }
    expect(configDifferences(configOf('1a616a52-20d8-4c83-aaea-df60fd95d4e3'), wrong)).toEqual(
      configDifferences(configOf('1a616a52-20d8-4c83-aaea-df60fd95d4e3'), undefined)
    )
  })
})
