import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { resumeCommand, resumeHint, shellWord } from './resume-command'

const source = { root: "/home/mira/my tact's", origin: 'flag' } as const

describe('resumeCommand', () => {
  it('tact-24 names configuration, folder and session as words of their own, so that no blank parts them', () => {
    expect(resumeCommand(source, 'session one', '/home/mira/My Projects')).toEqual({
      command: [
        'tact',
        '--config',
        "/home/mira/my tact's/config.toml",
        '--workspace',
        '/home/mira/My Projects',
        '--resume',
        'session one'
      ],
      cwd: '/home/mira/My Projects'
    })
  })
})

describe('resumeHint', () => {
  it('tact-24 is quoted for a shell, and as short as that of tact for its own store', () => {
    expect(resumeHint({ ...source, origin: 'default' }, 'session one')).toBe("tact --resume 'session one'")
    expect(resumeHint(source, '01a2')).toBe("tact --config '/home/mira/my tact'\\''s/config.toml' --resume 01a2")
  })
})

describe('shellWord', () => {
  it.each(['plain', "it's", 'a b', '$(rm -r x)', '`x`', '"', '\\', 'é\nü', '', '~', '-n'])(
    'tact-24 gives %j to a program as it is',
    (word) => {
      const said = execFileSync('/bin/sh', ['-c', `for word in x ${shellWord(word)}; do printf '%s|' "$word"; done`])
      expect(said.toString()).toBe(`x|${word}|`)
    }
  )
})
