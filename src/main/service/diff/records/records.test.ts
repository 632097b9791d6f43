import { createHash } from 'node:crypto'
import type { RecordRow } from '@shared/domain/diff'
import type { Task, TaskList } from '@shared/domain/task'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../align/slices'
import { ComparedText } from '../text/text-difference'
import { configRecords } from './config-records'
import { type ComparedFile, pairFiles } from './file-records'
import { pairNamed, pairOrdered, recordRow } from './record-rows'
import { taskRecords } from './task-records'

const rowsOf = (pairs: ReturnType<typeof pairNamed>): RecordRow[] => pairs.map(recordRow)
const file = (path: string, text: string | Uint8Array, mode: number | null = 0o644): ComparedFile => {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path, bytes: bytes.length, sha256, mode, read: async () => bytes }
}

describe('pairFiles', () => {
  const compare = (a: ComparedFile[], b: ComparedFile[]) => rowsOf([...pairFiles(a, b)])

  it('knows a renamed file again by its hash, unless several could be it', () => {
    const renamed = compare([file('a.ts', 'one')], [file('src/a.ts', 'one')])
    expect(renamed).toMatchObject([{ change: 'renamed', former: 'a.ts', label: 'src/a.ts' }])
    const several = compare([file('a.ts', 'one'), file('b.ts', 'one')], [file('c.ts', 'one')])
    expect(several.map(({ change }) => change).sort()).toEqual(['added', 'removed', 'removed'])
    const empty = compare([file('a.ts', '')], [file('b.ts', '')])
    expect(empty.map(({ change }) => change).sort()).toEqual(['added', 'removed'])
  })

  it('shows other rights as a change, where both sides tell them', () => {
    const rows = compare([file('run.sh', 'x', 0o644)], [file('run.sh', 'x', 0o755)])
    expect(rows[0]).toMatchObject({ change: 'changed' })
    expect(rows[0]?.fields).toContainEqual({ name: 'rights', differs: true, a: { text: '0644' }, b: { text: '0755' } })
    expect(compare([file('run.sh', 'x', null)], [file('run.sh', 'x', 0o755)])[0]?.change).toBe('same')
  })

  it('tells size and hash of what is no text, which is not shown line by line', async () => {
    const [before, after] = [file('a.png', Uint8Array.of(0, 1, 2)), file('a.png', Uint8Array.of(0, 1, 2, 3))]
    const [row] = compare([before], [after])
    expect(row?.fields.map(({ name, differs }) => [name, differs])).toEqual([
      ['size', true],
      ['hash', true]
    ])
    const text = await ComparedText.of(await before.read(), await after.read(), new AbortController().signal)
    const page = text.page({ offset: 0, limit: 10, whole: false })
    expect(page).toMatchObject({ state: 'binary', a: { bytes: 3 }, b: { bytes: 4 }, rows: [] })
    const patch = await text.patch({ before: 'a.png', after: 'a.png' }, new AbortController().signal)
    expect(patch).toContain('Binary files')
  })
})

describe('taskRecords', () => {
  const task = (id: string, more: Partial<Task> = {}): Task => ({
    id,
    name: `Task ${id}`,
    status: 'open',
    depth: 0,
    current: false,
    ...more
  })
  const list = (place: string, tasks: Task[], more: Partial<TaskList> = {}): TaskList => ({
    ...{ place, path: '/tasks.json', exists: true, target: false, currentTaskId: null, tasks, findings: [] },
    ...more
  })
  const compare = (a: TaskList[], b: TaskList[]) => {
    const [left, right] = taskRecords(a, b)
    return rowsOf(runAtOnce(pairOrdered(left, right)))
  }
  const differing = (rows: RecordRow[]) =>
    rows.flatMap(({ label, fields }) => fields.filter(({ differs }) => differs).map(({ name }) => `${label}: ${name}`))

  it('shows status, place in the tree, and which task is the current one', () => {
    const before = [task('1'), task('2', { depth: 1 }), task('3')]
    const after = [task('1', { status: 'done' }), task('2'), task('3', { current: true })]
    const rows = compare([list('here', before)], [list('here', after)])
    expect(differing(rows)).toEqual(['Task 1: status', 'Task 2: below', 'Task 3: current'])
  })

  it('shows an order that changed as a task that moved, and nothing else', () => {
    const rows = compare(
      [list('here', [task('1'), task('2'), task('3')])],
      [list('here', [task('3'), task('1'), task('2')])]
    )
    expect(rows.map(({ change }) => change)).toEqual(['moved-to', 'same', 'same', 'moved-from'])
  })

  it('compares the list in a checkpoint with the one that a restore would write, whatever their places are called', () => {
    const now = [list('process-wide', [task('1'), task('2')], { target: true }), list('terminal UI', [task('9')])]
    const rows = compare([list('in the checkpoint', [task('1')])], now)
    expect(rows.map(({ change, label }) => [change, label])).toEqual([
      ['same', 'Task 1'],
      ['added', 'Task 2']
    ])
  })
})

describe('configRecords', () => {
  const document = (value: string, mac: string) => ({
    name: 'config.yaml',
    entries: [
      { key: 'mode', value },
      { key: 'api_key', masked: { kind: 'api key', because: 'known field' as const }, mac }
    ]
  })

  it('tells by the keyed hash whether masked values are the same, and hands it on to nobody', () => {
    const rows = rowsOf(pairNamed(configRecords([document('a', 'one')]), configRecords([document('b', 'two')])))
    expect(rows.map(({ label, change }) => [label, change])).toEqual([
      ['api_key', 'changed'],
      ['mode', 'changed']
    ])
    expect(JSON.stringify(rows)).not.toMatch(/"one"|"two"/)
    const same = rowsOf(pairNamed(configRecords([document('a', 'one')]), configRecords([document('a', 'one')])))
    expect(same.every(({ change }) => change === 'same')).toBe(true)
  })
})
