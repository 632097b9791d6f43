import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LeakSearch } from '../../../../e2e/secrets/find-leaks'
import { SecretMaker, shapedKinds, shapelessKinds } from '../../../../e2e/secrets/make-secrets'
import type { ConfigRules, RawConfigDocument } from './config-rules'
import { maskConfig } from './mask-config'

const rules: ConfigRules = {
  secret: [
    { path: '**.env.*', kind: 'environment variable' },
    { path: 'hooks.*.args', kind: 'argument' }
  ],
  formed: [{ path: 'rules.*', form: /^[A-Z][a-z]{1,9}(?:\([a-z]{1,9}:\*\))?$/ }],
  plain: [
    'llm.primary',
    'llm.*.model',
    'llm.*.base_url',
    'agent.**',
    'servers.*.name',
    'servers.*.bearer_token_env_var'
  ]
}

function masked(root: unknown, findings: RawConfigDocument['findings'] = []) {
  return maskConfig({ name: 'config', path: '/home/x/config', present: true, root, findings }, rules)
}

function entry(root: unknown, key: string) {
  const found = masked(root).entries.find((each) => each.key === key)
  if (!found)
    throw new Error(
      `no entry ${key} among ${masked(root)
        .entries.map((each) => each.key)
        .join(', ')}`
    )
  return found
}

describe('maskConfig', () => {
  it('shows text that is listed as plain, and numbers, booleans and null', () => {
    const root = {
      llm: { primary: 'anthropic', openai: { model: 'claude-sonnet-4-20250514' } },
      on: true,
      size: 12,
      none: null
    }
    expect(masked(root).entries).toEqual([
      { key: 'llm.primary', value: 'anthropic' },
      { key: 'llm.openai.model', value: 'claude-sonnet-4-20250514' },
      { key: 'on', value: true },
      { key: 'size', value: 12 },
      { key: 'none', value: null }
    ])
  })

  it('masks text that no rule lists, whatever it says', () => {
    expect(entry({ note: 'good morning' }, 'note').masked).toEqual({
      kind: 'unlisted text',
      because: 'not on the list of plain settings'
    })
  })

  it('masks known fields and everything below them, and still shows the names', () => {
    const root = { mcp: [{ env: { LEVEL: 'info', DEBUG: true } }], hooks: [{ args: ['a', { b: 1 }] }] }
    expect(masked(root).entries.map((each) => [each.key, each.masked?.because])).toEqual([
      ['mcp[0].env.LEVEL', 'known field'],
      ['mcp[0].env.DEBUG', 'known field'],
      ['hooks[0].args[0]', 'known field'],
      ['hooks[0].args[1].b', 'known field']
    ])
  })

  it.each([
    'api_key',
    'apiKey',
    'API-KEY',
    'openaiApiKey',
    'X-Api-Key',
    'token',
    'accessToken',
    'Authorization',
    'Cookie',
    'PRIVATE_KEY',
    'dbPassword',
    'passphrase',
    'client.secret',
    'ｐａｓｓｗｏｒｄ',
    'pass\u200bword',
    'credentials',
    'auth',
    'pwd',
    'PIN',
    'brave_key'
  ])('masks whatever is named %s, also where plain text is allowed', (name) => {
    for (const value of ['x', 5, true, null]) {
      expect(masked({ agent: { [name]: value } }).entries[0]?.masked?.because).toBe('name')
    }
  })

  it.each([
    'max_tokens',
    'total_tokens',
    'thinking_budget_tokens',
    'log_token_usage',
    'hotkey_listen',
    'key_bindings',
    'author',
    'monkey',
    'public_key'
  ])('shows a number named %s', (name) => {
    expect(entry({ agent: { [name]: 4096 } }, `agent.${name}`).value).toBe(4096)
  })

  it('masks all of a section whose name is a secret one, numbers too', () => {
    expect(entry({ tokens: { pair: [1, 'b'] } }, 'tokens.pair[0]').masked?.because).toBe('name')
  })

  it('shows the name of an environment variable that holds a secret, but nothing else in its place', () => {
    expect(
      entry({ servers: { a: { bearer_token_env_var: 'DOCS_TOKEN' } } }, 'servers.a.bearer_token_env_var').value
    ).toBe('DOCS_TOKEN')
    expect(
      entry({ servers: { a: { bearer_token_env_var: 'hunter2' } } }, 'servers.a.bearer_token_env_var').value
    ).toBeUndefined()
    const map = { agent: { header_env: { A: 'DOCS_ENV', B: 'open sesame' } } }
    expect(entry(map, 'agent.header_env.A').value).toBe('DOCS_ENV')
    expect(entry(map, 'agent.header_env.B').value).toBeUndefined()
  })

  it.each(Object.keys(shapedKinds))('masks a value of the kind %s where plain text is allowed', (kind) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const secret = shapedKinds[kind]?.(new SecretMaker(seed)['random'])
      expect(entry({ agent: { note: `run ${secret?.text} now` } }, 'agent.note').value).toBeUndefined()
      expect(entry({ agent: { note: secret?.text } }, 'agent.note').masked?.because).toBe('value')
    }
  })

  it('shows a plain address and masks one with anything that could be a key', () => {
    expect(entry({ llm: { x: { base_url: 'https://api.example.test/v1beta2' } } }, 'llm.x.base_url').value).toBe(
      'https://api.example.test/v1beta2'
    )
    for (const url of [
      'https://a.test/fake-path-3c19/v1',
      'https://a.test/v1?region=eu',
      'https://u@a.test/',
      'https://a.test/#x',
      'https://u:p/w@a.test'
    ]) {
      expect(entry({ llm: { x: { base_url: url } } }, 'llm.x.base_url').value).toBeUndefined()
    }
  })

  it('shows text of a listed form, and masks what stands in its place', () => {
    const root = { rules: ['Read', 'Bash(cargo:*)', 'Bash(mysql -popensesame)'] }
    expect(masked(root).entries.map((each) => each.value ?? null)).toEqual(['Read', 'Bash(cargo:*)', null])
  })

  it('hides a key that is a secret itself, and still tells several apart', () => {
    const root = { 'sk-proj-abcdefgh12345678': 1, 'https://u:pw@host': 2, événements: 3, 'a.b': 4, '--token=x': 5 }
    expect(masked(root).entries.map((each) => each.key)).toEqual([
      '<masked key 1>',
      '<masked key 2>',
      'événements',
      '"a.b"',
      '<masked key 3>'
    ])
  })

  it('masks long text, long numbers, dates and values that no format has', () => {
    const root = { agent: { long: 'word '.repeat(200), card: 4111111111111111, day: new Date(0), odd: () => 1 } }
    expect(masked(root).entries.map((each) => each.masked?.kind ?? each.value)).toEqual([
      'long text',
      'long number',
      '1970-01-01T00:00:00.000Z',
      'value of an unknown type'
    ])
  })

  it('cuts off what never ends, and says so', () => {
    let laughs: unknown = ['ha']
    for (let level = 0; level < 80; level += 1) laughs = [laughs, laughs]
    const started = performance.now()
    const document = masked({ laughs })
    expect(document.findings.map((finding) => finding.code)).toEqual(['config.truncated'])
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('replaces secret shapes in the text of findings', () => {
    const finding = {
      code: 'x',
      severity: 'problem' as const,
      what: 'unexpected sk-proj-abcdefgh12345678',
      can: 'remove ghp_0123456789abcdefghij'
    }
    expect(JSON.stringify(masked({}, [finding]).findings)).not.toMatch(/abcdefgh|0123456789/)
  })

  it('hides a path that is a secret itself, and keeps an ordinary one', () => {
    const secret = '/home/x/.tact/auth/ghp_0123456789abcdefghij'
    const finding = { code: 'x', severity: 'problem' as const, what: 'missing', where: secret }
    const document = maskConfig(
      { name: 'c', path: secret, present: false, root: undefined, findings: [finding] },
      rules
    )
    expect(JSON.stringify(document)).not.toContain('ghp_')
    expect(masked({}).path).toBe('/home/x/config')
  })

  it('leaks none of thousands of secrets, at any place of any JSON', () => {
    const places = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant('SECRET'),
        fc.integer(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 })
      )
    })).value
    const maker = new SecretMaker(7)
    fc.assert(
      fc.property(places, (shape) => {
        const root: unknown = JSON.parse(JSON.stringify(shape), (_key, value) =>
          value === 'SECRET' ? maker.any() : value
        )
        const shown = JSON.stringify(
          maskConfig({ name: 'c', path: null, present: true, root, findings: [] }, { secret: [], plain: [] })
        )
        expect(new LeakSearch(maker.made.splice(0)).find('answer', shown)).toEqual([])
      }),
      { numRuns: 300, seed: 11 }
    )
  })

  it('has more than 25 kinds of secrets to be tried with', () => {
    expect(Object.keys({ ...shapedKinds, ...shapelessKinds }).length).toBeGreaterThanOrEqual(25)
  })
})
