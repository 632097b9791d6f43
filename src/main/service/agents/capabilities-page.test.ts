import { readFileSync } from 'node:fs'
import { agentNames } from '@shared/domain/agents'
import { Capabilities } from '@shared/domain/capabilities'
import { describe, expect, it } from 'vitest'
import { adapters } from './registry'

const page = readFileSync(new URL('../../../../docs/agents/capabilities.md', import.meta.url), 'utf8')

/** The table of the page: row name -> cell of each agent, in the order of the columns. */
function tableOf(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  return new Map(
    rows.map((row) => {
      const [name = '', ...cells] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return [name.replaceAll('`', ''), cells]
    })
  )
}

describe('docs/agents/capabilities.md', () => {
  const table = tableOf(page)

  it('has a column for every adapter', () => {
    expect(table.get('capability')).toEqual(adapters.map(({ agent }) => agentNames[agent]))
  })

  it.each(Object.keys(Capabilities.shape) as (keyof Capabilities)[])('says what the adapters say of %s', (name) => {
    const said = adapters.map(({ capabilities }) => capabilities[name])
    const words = said.map((value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value))
    expect(table.get(name)).toEqual(words)
  })
})

describe('capabilities', () => {
  it.each(adapters.map((adapter) => [adapter.agent, adapter] as const))(
    'promise a restore of %s exactly where the adapter can plan and check one',
    (_, { capabilities, write }) => {
      const promised = capabilities.restoreConversation || capabilities.restoreTasks || capabilities.restoreFiles
      expect(write?.changes.includes('restore') ?? false).toBe(promised)
    }
  )
})
