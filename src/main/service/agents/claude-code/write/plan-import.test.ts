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

  it.each(['1', 'a1', 'a0123456789abcdef'])(
    'F5 gives the subagent %s, whose id is here already, another one, and changes nothing else that holds it',
    (agent) => {
      const [from, to] = [location(`then-${agent}`), location(`now-${agent}`)]
      const workspace = join(folder, 'there')
      mkdirSync(workspace, { recursive: true })
      const words = `1 of 11, a1 and a12, a0123456789abcdef0 and xa0123456789abcdef`
      const line = (of: string, more: string) =>
        `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"${of}","cwd":"${workspace}",${more}"n":1,"message":{"role":"user","content":"${words}"}}\n`
      write(from, `projects/-p/${id}.jsonl`, line(id, `"toolUseResult":{"agentId":"${agent}"},`))
      for (const other of [agent, `${agent}2`])
        write(from, `projects/-p/${id}/subagents/agent-${other}.jsonl`, line(id, `"agentId":"${other}",`))
      write(to, `projects/-q/${id}/subagents/agent-${agent}.jsonl`, line(id, `"agentId":"${agent}",`))
      const plan = planImport(to, { kind: 'import', sessionId: id, from, workspace })
      const made = plan.steps.map((step) => ({
        name: step.path.split('/').at(-1) ?? '',
        text: isNative(step) ? '' : Buffer.from(step.content ?? '').toString()
      }))
      const fresh = made
        .map(({ name }) => /^agent-(a[0-9a-f]{16})\.jsonl$/.exec(name)?.[1])
        .find((each) => each && !each.startsWith(agent))
      const now = plan.created ?? ''
      expect(made).toEqual(
        expect.arrayContaining([
          { name: `${now}.jsonl`, text: line(now, `"toolUseResult":{"agentId":"${fresh}"},`) },
          { name: `agent-${fresh}.jsonl`, text: line(now, `"agentId":"${fresh}",`) },
          { name: `agent-${agent}2.jsonl`, text: line(now, `"agentId":"${agent}2",`) }
        ])
      )
    }
  )
})
