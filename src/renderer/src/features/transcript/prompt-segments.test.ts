import { describe, expect, it } from 'vitest'
import { promptSegments } from './prompt-segments'

describe('promptSegments', () => {
  it('leaves what a person typed as it is', () => {
    const text = '1. not a list\n# not a heading\n<b>not bold</b>\n\n  kept   spaces'
    expect(promptSegments(text)).toEqual([{ kind: 'text', text }])
  })
  it('shows inline code and fenced blocks as code', () => {
    expect(promptSegments('Keep `TideCache`:\n```rust\nfn a() {}\n```\nthen stop')).toEqual([
      { kind: 'text', text: 'Keep ' },
      { kind: 'code', text: 'TideCache' },
      { kind: 'text', text: ':' },
      { kind: 'block', text: 'fn a() {}', language: 'rust' },
      { kind: 'text', text: 'then stop' }
    ])
  })
  it('leaves a fence without an end alone', () => {
    expect(promptSegments('```\nopen')).toEqual([{ kind: 'text', text: '```\nopen' }])
  })
})
