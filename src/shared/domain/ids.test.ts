import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agentIds } from './agents'
import { formatSessionName, parseSessionName } from './ids'

const sources = new Set(['a3s-0a1b2c3d', 'tact-99999999'])

describe('parseSessionName', () => {
  it('takes everything after the first colon as the id', () => {
    expect(parseSessionName('a3s:tenant/a:b', sources)).toEqual({ agent: 'a3s', id: 'tenant/a:b', source: null })
  })

  it('reads a source only where one of that name is known', () => {
    expect(parseSessionName('a3s:mail@host', sources)).toEqual({ agent: 'a3s', id: 'mail@host', source: null })
    expect(parseSessionName('a3s:mail@host@a3s-0a1b2c3d', sources)).toEqual({
      agent: 'a3s',
      id: 'mail@host',
      source: 'a3s-0a1b2c3d'
    })
  })

  it('refuses text without a colon and unknown agents', () => {
    expect(parseSessionName('gestura', sources)).toBeNull()
    expect(parseSessionName('nobody:1', sources)).toBeNull()
  })

  it('gives back every id that was formatted with its source, whatever the id holds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...agentIds), fc.string(), fc.constantFrom(...sources), (agent, id, source) => {
        const name = formatSessionName(agent, { source, id }, true)
        expect(parseSessionName(name, sources)).toEqual({ agent, id, source })
      })
    )
  })
})
