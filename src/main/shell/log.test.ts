import { describe, expect, it } from 'vitest'
import { withoutContents } from './log'

describe('withoutContents', () => {
  it('keeps the kind of error and the places, and drops the message that may quote a session', () => {
    const printed = [
      'SyntaxError: Unexpected token in "api_key: sk-very-secret" at position 3',
      '    at JSON.parse (<anonymous>)',
      '    at read (/app/out/service/entry.js:10:4)',
      'some other text with sk-very-secret',
      'Uncaught TypeError: sk-very-secret is not a function'
    ].join('\n')
    expect(withoutContents(printed)).toBe(
      'SyntaxError\n    at JSON.parse (<anonymous>)\n    at read (/app/out/service/entry.js:10:4)\nTypeError'
    )
  })
})
