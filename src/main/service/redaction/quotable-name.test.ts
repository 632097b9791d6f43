import { describe, expect, it } from 'vitest'
import { isQuotableName } from './quotable-name'

describe('isQuotableName', () => {
  it.each(['oracle', 'tool_use', 'agent.started', 'lane:query', 'événement'])('lets %s be named', (name) => {
    expect(isQuotableName(name)).toBe(true)
  })

  it.each(['', 'two words', 'a"b', '4', 'x'.repeat(61), 'ghp_0123456789abcdefghij', 'https://u:p@h', 'line\nbreak'])(
    'does not let %j be named',
    (name) => {
      expect(isQuotableName(name)).toBe(false)
    }
  )
})
