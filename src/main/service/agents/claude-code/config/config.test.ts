import { describe, expect, it } from 'vitest'
import { maskConfig } from '../../../redaction/mask-config'
import { adapter } from '../adapter'
import { put, reading, sampleHome, sourceIn } from '../testing/sample-home'

const secret = 'sk-ant-api03-abcdefghijklmnop'

describe('configuration', () => {
  it('F1 is shown with every secret masked, and credentials are only said to be there', async () => {
    const home = sampleHome('claude-code')
    const settings = {
      model: 'opus',
      apiKeyHelper: `echo ${secret}`,
      env: { ANTHROPIC_API_KEY: secret, PLAIN: secret },
      hooks: { Stop: [{ matcher: '*', hooks: [{ type: 'command', command: `curl -H ${secret}` }] }] },
      something: { new: secret }
    }
    put(home, '.claude/settings.json', JSON.stringify(settings))
    const server = {
      type: 'http',
      url: `https://x/${secret}`,
      headers: { a: secret },
      env: { B: secret },
      args: [secret]
    }
    const account = {
      oauthAccount: { emailAddress: secret },
      customApiKeyResponses: { approved: [secret] },
      userID: secret
    }
    put(
      home,
      '.claude.json',
      JSON.stringify({ ...account, mcpServers: { s: server }, projects: { '/w': { mcpServers: { s: server } } } })
    )
    put(home, '.claude/.credentials.json', JSON.stringify({ token: secret }))
    const documents = await adapter.config(sourceIn(home), null, reading)
    expect(documents.map(({ name, present }) => [name, present])).toEqual([
      ['settings.json', true],
      ['.claude.json', true],
      ['.credentials.json', true]
    ])
    expect(documents[2]?.root).toBeUndefined()
    const masked = JSON.stringify(documents.map((document) => maskConfig(document, adapter.configRules)))
    expect(masked).not.toContain(secret)
    expect(masked).toContain('opus')
  })

  it('says that a file is no JSON without quoting it', async () => {
    const home = sampleHome('claude-code')
    put(home, '.claude/settings.json', `{"env": {"KEY": "${secret}" oops`)
    const [document] = await adapter.config(sourceIn(home), null, reading)
    expect(document?.findings.map(({ code }) => code)).toEqual(['claude-code.config.unreadable'])
    expect(JSON.stringify(document?.findings)).not.toContain(secret)
  })
})
