import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../../scripts/samples/random'
import { adapters } from '../../agents/registry'
import { maskJson } from '../../redaction/mask-json'
import { maskTranscriptText } from '../../redaction/mask-transcript-text'
import { chars } from '../testing/random-text'
import { type AgentMember, agentMembers } from './agent-files'

const random = createRandom(5)

/** The file with nothing but that member, what stands beside it, and something harmless. */
function fileOf({ path, beside }: AgentMember, secret: string): object {
  const [last = '', ...above] = path.toReversed()
  const inner: object = { ...beside, [last]: secret, enabled: true }
  return above.reduce((value: object, name) => ({ [name]: value }), inner)
}

const rows = agentMembers.map((member) => [`${member.agent} ${member.file} ${member.path.join('.')}`, member] as const)

describe('what agents keep in files of their own', () => {
  it.each(rows)('F1 %s is masked as JSON, on lines, as text in JSON, and as a value', (_name, member) => {
    const secret = chars(random, 'a', 48)
    const file = fileOf(member, secret)
    const texts = [
      JSON.stringify(file),
      JSON.stringify(file, null, 2),
      JSON.stringify({ content: JSON.stringify(file) })
    ]
    for (const text of texts) expect(maskTranscriptText(text).text).not.toContain(secret)
    expect(JSON.stringify(maskJson(file).value)).not.toContain(secret)
  })

  it('are those of every agent that there is', () => {
    const known = new Set(agentMembers.map(({ agent }) => agent))
    expect(adapters.filter(({ agent }) => !known.has(agent)).map(({ agent }) => agent)).toEqual([])
  })

  it.each(adapters.map((adapter) => [adapter.agent, adapter.configRules] as const))(
    'F1 what the configuration of %s names as a key or a token is one in text, too',
    (_agent, { secret }) => {
      const names = secret.flatMap(({ path, kind }) => {
        const last = path.split('.').at(-1) ?? ''
        return /^(?:api key|key|token|secret|password)$/.test(kind) && !last.includes('*') ? [last] : []
      })
      for (const name of names) {
        const value = chars(random, 'a', 40)
        expect(maskTranscriptText(JSON.stringify({ [name]: value })).text, name).not.toContain(value)
        expect(maskTranscriptText(`${name} = "${value}"`).text, name).not.toContain(value)
      }
    }
  )
})
