import { describe, expect, it } from 'vitest'
import { parseFlags } from './flags'

describe('parseFlags', () => {
  it('hands the places and keys of agents to the service, in both spellings', () => {
    const argv = ['electron', '.', '--root', 'tact=/a b', '--key-file=a3s=/k', '--no-sandbox', '--root=gestura=/g']
    expect(parseFlags(argv)).toEqual({
      hidden: false,
      quick: false,
      service: ['--root', 'tact=/a b', '--key-file', 'a3s=/k', '--root', 'gestura=/g']
    })
  })

  it('leaves out a flag without its value, and what is not ours', () => {
    expect(parseFlags(['--roots=x', '--inspect=0', '--root'])).toEqual({ hidden: false, quick: false, service: [] })
  })

  it('knows when to bring up the quick-resume window', () => {
    expect(parseFlags(['reprise', '--quick-resume']).quick).toBe(true)
  })

  it('knows when to stay hidden', () => {
    expect(parseFlags(['--hidden']).hidden).toBe(true)
  })
})
