import { describe, expect, it } from 'vitest'
import { pathsInText } from './paths-in-text'

describe('pathsInText', () => {
  it('knows a path of any system, and the address of a file', () => {
    expect(pathsInText(' /home/mira/a b.reprise\n')).toEqual(['/home/mira/a b.reprise'])
    expect(pathsInText('"C:\\Users\\mira\\a.zip"')).toEqual(['C:\\Users\\mira\\a.zip'])
    expect(pathsInText('file:///home/mira/a%20b.zip')).toEqual(['/home/mira/a b.zip'])
    expect(pathsInText('file:///C:/a.zip')).toEqual(['C:/a.zip'])
  })

  it('knows several paths, one on each line', () => {
    expect(pathsInText('/a.zip\r\n"/b c.zip"\n')).toEqual(['/a.zip', '/b c.zip'])
  })

  it('takes no other text for one', () => {
    for (const text of ['', 'words', '// a comment', '/a\nwords', '/a\n\n/b', 'https://h/a', 'file:///%'])
      expect(pathsInText(text)).toEqual([])
  })
})
