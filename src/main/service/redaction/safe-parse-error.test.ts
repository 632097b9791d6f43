import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { formatPosition, safeParseError } from './safe-parse-error'

function caught(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('it did parse')
}

describe('safeParseError', () => {
  it('keeps the position of a YAML error and nothing of its line', () => {
    const error = caught(() => parseYaml('a: 1\napi_key: sk-secret: x\n'))
    expect(String(error)).toContain('sk-secret')
    const position = safeParseError(error)
    expect(position.line).toBeGreaterThan(1)
    expect(JSON.stringify(position)).not.toContain('secret')
  })

  it('keeps the position of a TOML error and nothing of its line', () => {
    const error = caught(() => parseToml('a = 1\ntoken = sk-secret\n'))
    expect(String(error)).toContain('sk-secret')
    expect(safeParseError(error)).toMatchObject({ line: 2 })
    expect(formatPosition(safeParseError(error))).toMatch(/^line 2, column \d+$/)
  })

  it('keeps the position of a JSON error where the engine gives one, and never digits of the source', () => {
    expect(safeParseError(caught(() => JSON.parse('{"a": 1,, "key": "sk-secret"}')))).toMatchObject({ offset: 8 })
    const quoting = caught(() => JSON.parse('in JSON at position 4242 (x'))
    expect(JSON.stringify(safeParseError(quoting))).not.toContain('4242')
  })

  it('answers with nothing for an error that it does not know', () => {
    expect(safeParseError(new Error('sk-secret'))).toEqual({ line: null, column: null, offset: null })
    expect(formatPosition(safeParseError('text'))).toBe('')
    expect(formatPosition({ line: null, column: null, offset: 12 })).toBe('byte 12')
  })
})
