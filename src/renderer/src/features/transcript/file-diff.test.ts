import { describe, expect, it } from 'vitest'
import { fileDiffs } from './file-diff'

const signs = (edit: Parameters<typeof fileDiffs>[0]) =>
  fileDiffs(edit)?.flatMap((file) =>
    file.hunks.flatMap((hunk) => hunk.lines.map((line) => line.sign + line.parts.map((p) => p.text).join('')))
  )

describe('fileDiffs', () => {
  it('shows replaced texts with numbers and marks the changed words', () => {
    const [file] = fileDiffs({ path: 'a.rs', before: 'one\nlet x = r;\n', after: 'one\nlet x = r.clone();\n' }) ?? []
    expect([file?.added, file?.removed]).toEqual([1, 1])
    const added = file?.hunks[0]?.lines.find((line) => line.sign === '+')
    expect(added?.b).toBe(2)
    expect(
      added?.parts
        .filter((part) => part.changed)
        .map((part) => part.text)
        .join('')
    ).toContain('clone')
  })
  it('does not mark words where two lines have little in common', () => {
    const [file] = fileDiffs({ path: 'a', before: 'abc def\n', after: 'something else entirely\n' }) ?? []
    expect(file?.hunks[0]?.lines.every((line) => line.parts.every((part) => !part.changed))).toBe(true)
  })
  it('reads a unified patch of several files', () => {
    const patch =
      '--- a/x.txt\n+++ b/x.txt\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n--- /dev/null\n+++ b/y.txt\n@@ -0,0 +1 @@\n+made\n'
    expect(fileDiffs({ path: 'x.txt', patch })?.map((file) => [file.path, file.added, file.removed])).toEqual([
      ['x.txt', 1, 1],
      ['y.txt', 1, 0]
    ])
  })
  it('reads a patch that names files in sections', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/a.ts\n@@ fn main\n keep\n-gone\n+come\n*** Add File: b.ts\n+made\n*** End Patch'
    expect(signs({ path: 'src/a.ts', patch })).toEqual([' keep', '-gone', '+come', '+made'])
  })
  it('reads one section of such a patch, for the file that the edit names', () => {
    expect(signs({ path: 'src/a.ts', patch: '@@\n+come\n keep' })).toEqual(['+come', ' keep'])
  })
  it('says nothing of a text that is no patch', () => expect(fileDiffs({ path: 'a', patch: 'hello' })).toBeNull())
  it('shows a new file as added lines', () => expect(signs({ path: 'a', after: 'x\ny\n' })).toEqual(['+x', '+y']))
})
