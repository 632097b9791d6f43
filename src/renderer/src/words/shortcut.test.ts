import { describe, expect, it } from 'vitest'
import { shortcutOf, shortcutWords } from './shortcut'

const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false }

describe('shortcutOf', () => {
  it('names the keys as they have to be registered', () => {
    expect(shortcutOf({ ...none, code: 'KeyR', ctrlKey: true, altKey: true })).toBe('Control+Alt+R')
    expect(shortcutOf({ ...none, code: 'Digit1', metaKey: true, shiftKey: true })).toBe('Shift+Super+1')
    expect(shortcutOf({ ...none, code: 'F12', altKey: true })).toBe('Alt+F12')
    expect(shortcutOf({ ...none, code: 'Space', ctrlKey: true })).toBe('Control+Space')
  })

  it('takes no keys that would be missed while typing', () => {
    expect(shortcutOf({ ...none, code: 'KeyR' })).toBeNull()
    expect(shortcutOf({ ...none, code: 'KeyR', shiftKey: true })).toBeNull()
    expect(shortcutOf({ ...none, code: 'ControlLeft', ctrlKey: true })).toBeNull()
    expect(shortcutOf({ ...none, code: 'Enter', ctrlKey: true })).toBeNull()
  })
})

describe('shortcutWords', () => {
  it('writes them for people', () => {
    expect(shortcutWords('CommandOrControl+Alt+R', false)).toBe('Ctrl Alt R')
    expect(shortcutWords('CommandOrControl+Alt+R', true)).toBe('Cmd Alt R')
    expect(shortcutWords('Control+Shift+Super+1', false)).toBe('Ctrl Shift Super 1')
  })
})
