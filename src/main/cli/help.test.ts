import { describe, expect, it } from 'vitest'
import { commands } from './commands/all'
import { helpText } from './help'

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('the help for all commands', () => {
  const help = helpText(null)

  it('fits into 100 columns', () => {
    expect(help.split('\n').filter((line) => line.length > 100)).toEqual([])
  })

  it('names each command with all that it takes, and then what it does', () => {
    for (const { name, takes, summary } of commands) {
      expect(plain(help)).toContain(` ${plain(`${name} ${takes}`).trim()} ${summary} `)
    }
  })

  it('has short commands and what they do on one line', () => {
    expect(help).toMatch(/^ {2}sources {23}the places where sessions are/m)
  })
})
