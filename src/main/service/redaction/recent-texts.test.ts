import { describe, expect, it, vi } from 'vitest'
import { maskTranscriptText } from './mask-transcript-text'
import { RecentTexts } from './recent-texts'

describe('RecentTexts', () => {
  it('makes of a text once what is asked for again, and holds no more than it may', () => {
    const recent = new RecentTexts<number>(100)
    const make = vi.fn((text: string) => text.length)
    expect([recent.get('abc', make), recent.get('abc', make)]).toEqual([3, 3])
    expect(make).toHaveBeenCalledTimes(1)
    for (let index = 0; index < 10; index += 1) recent.get(`${index}`.repeat(20), make)
    recent.get('abc', make)
    expect(make).toHaveBeenCalledTimes(12)
  })

  it('keeps no text that is very long', () => {
    const recent = new RecentTexts<number>(1_000_000)
    const make = vi.fn((text: string) => text.length)
    const long = 'x'.repeat(200_000)
    recent.get(long, make)
    recent.get(long, make)
    expect(make).toHaveBeenCalledTimes(2)
  })
})

describe('maskTranscriptText', () => {
  it('looks through a text once, and tells styles apart', () => {
    const text = 'export GITHUB_TOKEN=ghp_012345678901234567890123456789abcdef'
    const bare = maskTranscriptText(text)
    expect(maskTranscriptText(text)).toBe(bare)
    expect(maskTranscriptText(text, 'named')).not.toBe(bare)
    expect(maskTranscriptText(text, 'named').text).toContain('·')
    expect(bare.text).not.toContain('·')
    expect(bare.text).not.toContain('ghp_')
  })
})
