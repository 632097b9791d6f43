import type { OutlineItem } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { promptAt } from './prompt-at'

const prompts: OutlineItem[] = ['a', 'c', 'f'].map((entry) => ({
  entry,
  cursor: entry,
  at: null,
  text: entry,
  kind: 'prompt'
}))

describe('promptAt', () => {
  it('is the last prompt at or before the first entry in view', () => {
    const loaded = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    expect(['a', 'b', 'c', 'e', 'f', 'g'].map((top) => promptAt(prompts, loaded, top))).toEqual([
      'a',
      'a',
      'c',
      'c',
      'f',
      'f'
    ])
  })
  it('is known also where that prompt itself is not loaded', () => {
    expect(promptAt(prompts, ['d', 'e', 'f'], 'd')).toBe('c')
  })
  it('is the first prompt where there is none before', () => {
    expect(promptAt(prompts, ['0', 'a', 'b', 'c'], '0')).toBe('a')
  })
  it('is nothing before there is a place', () => expect(promptAt(prompts, [], null)).toBeNull())
})
