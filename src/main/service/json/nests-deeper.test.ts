import { describe, expect, it } from 'vitest'
import { nestsDeeper } from './nests-deeper'

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`

describe('how deep a JSON text is', () => {
  it('counts objects and lists inside each other', () => {
    expect(nestsDeeper(nested(10), 10)).toBe(false)
    expect(nestsDeeper(nested(10), 9)).toBe(true)
    expect(nestsDeeper(`[${'[],{},'.repeat(100)}1]`, 2)).toBe(false)
  })

  it('leaves out what stands in strings, also behind quotes and backslashes in them', () => {
    const text = JSON.stringify({ a: '[[[[', 'b"[[[': '\\', c: ['\\"[[[[', '{'.repeat(50)] })
    expect(nestsDeeper(text, 2)).toBe(false)
    expect(nestsDeeper(text, 1)).toBe(true)
  })

  it('ends with the text, whatever is missing in it', () => {
    expect(nestsDeeper('', 0)).toBe(false)
    expect(nestsDeeper('{"a', 1)).toBe(false)
    expect(nestsDeeper('{"a\\', 1)).toBe(false)
    expect(nestsDeeper(']]]][', 1)).toBe(false)
  })
})
