import { describe, expect, it } from 'vitest'
import { sessionTitle } from './session-title'

const user = (content: string, source = 'text') => ({ role: 'user', content, source })

describe('sessionTitle', () => {
  it("is the agent's own title", () => {
    expect(sessionTitle('  Fix the importer ', [user('other')])).toBe('Fix the importer')
  })

  it.each(['New Session', 'New Chat', 'Agent Nov 16, 10:00', 'Agent Nov 16 10:00', '   ', 7, undefined])(
    'is the first line of the first prompt where the title is %s',
    (title) => {
      expect(sessionTitle(title, [user('injected', 'system'), user(' \n '), user('\n  Do it\nnow')])).toBe('Do it')
    }
  )

  it("is the agent's placeholder where there is no prompt, and a plain sentence where there is neither", () => {
    expect(sessionTitle('New Session', [])).toBe('New Session')
    expect(sessionTitle(' ', [])).toBe('No prompt yet')
  })

  it('keeps a title that only starts like a placeholder', () => {
    expect(sessionTitle('Agent settings page', [user('x')])).toBe('Agent settings page')
  })

  it('never cuts a pair of surrogates', () => {
    expect(sessionTitle('', [user('👋'.repeat(300))]).isWellFormed()).toBe(true)
  })
})
