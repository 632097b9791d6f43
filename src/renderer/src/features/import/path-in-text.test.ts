import { describe, expect, it } from 'vitest'
import { pathInText } from './path-in-text'

describe('pathInText', () => {
  it('knows a path of any system, and the address of a file', () => {
    expect(pathInText(' /home/mira/a b.reprise\n')).toBe('/home/mira/a b.reprise')
    expect(pathInText('"C:\\Users\\mira\\a.zip"')).toBe('C:\\Users\\mira\\a.zip')
    expect(pathInText('file:///home/mira/a%20b.zip')).toBe('/home/mira/a b.zip')
    expect(pathInText('file:///C:/a.zip')).toBe('C:/a.zip')
  })

  it('takes no other text for one', () => {
    for (const text of ['', 'words', '// a comment', '/a\n/b', 'https://h/a', 'file:///%'])
      expect(pathInText(text)).toBe(null)
  })
})
