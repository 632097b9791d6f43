import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isNative } from '../../../restore/plan-draft'
import type { SourceLocation } from '../../adapter'
import { planImport } from './plan-import'

const folder = mkdtempSync(join(tmpdir(), 'reprise-import-claude-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const id = '5d743016-0000-4000-8000-000000000001'
const location = (name: string): SourceLocation => ({
  id: name,
  agent: 'claude-code',
  root: join(folder, name, '.claude'),
  origin: 'flag'
})

function write(source: SourceLocation, name: string, content: string): void {
  const path = join(source.root, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
}

describe('planImport', () => {
  it('F5 moves directories, ids and names, and leaves every other byte, also of lines that hold no record', () => {
    const [from, to] = [location('then'), location('now')]
    const workspace = join(folder, 'here')
    mkdirSync(workspace)
    const base = `"sessionId":"${id}","version":"2.1.0"`
    const lines = [
      `{"type":"user","uuid":"u1","parentUuid":null,${base},"cwd":"/home/mira/café","message":{"role":"user","content":"in /home/mira/café"}}`,
      '\u0000\u0000 no record',
      `{"type":"user","uuid":"u2","parentUuid":"u1",${base},"cwd":"/home/mira/other","n":1.50,"message":{"role":"user","content":"two"}}`,
      `{"type":"file-history-delta","messageId":"m","trackingPath":"a.js","backup":{"backupFileName":"x@v1","realParentDir":"/home/mira/café/src"}}`
    ]
    write(from, `projects/-home-mira-caf-/${id}.jsonl`, `${lines.join('\n')}\n`)
    write(from, `projects/-home-mira-caf-/${id}/tool-results/out.txt`, `kept as it is: ${id}`)
    write(from, `file-history/${id}/x@v1`, 'before')
    const moves = [{ from: '/home/mira', to: '/Users/mira' }]
    const plan = planImport(to, { kind: 'import', sessionId: id, from, workspace, moves })
    const files = new Map(
      plan.steps.map((step) => [step.path, isNative(step) ? '' : Buffer.from(step.content ?? '').toString()])
    )
    const project = join(to.root, 'projects', workspace.replace(/[^A-Za-z0-9]/g, '-'))
    const now = plan.created ?? ''
    const expected = lines
      .join('\n')
      .replaceAll(`"sessionId":"${id}"`, `"sessionId":"${now}"`)
      .replace('"cwd":"/home/mira/café"', `"cwd":"${workspace}"`)
      .replace('"cwd":"/home/mira/other"', '"cwd":"/Users/mira/other"')
      .replace('"realParentDir":"/home/mira/café/src"', `"realParentDir":"${workspace}/src"`)
    expect(files.get(join(project, `${now}.jsonl`))).toBe(`${expected}\n`)
    expect(files.get(join(project, now, 'tool-results', 'out.txt'))).toBe(`kept as it is: ${id}`)
    expect(files.get(join(to.root, 'file-history', now, 'x@v1'))).toBe('before')
    expect([files.size, now === id]).toEqual([3, false])
  })
})
