import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyHome, put } from '../testing/fixture-home'
import { insideWorkspace, unfitWorkspaceId } from './workspace'

describe('unfitWorkspaceId', () => {
  it.each(['a', 'A-b_9', 'x'.repeat(255)])('gestura-11 takes %s', (id) => expect(unfitWorkspaceId(id)).toBeNull())

  it.each(['', 'a.b', 'a/b', '..', 'é', 'a b', 'x'.repeat(256)])('gestura-11 refuses "%s"', (id) =>
    expect(unfitWorkspaceId(id)).not.toBeNull()
  )
})

describe('insideWorkspace', () => {
  it('gestura-11 lets no path leave the workspace, also not over a symbolic link', () => {
    const home = emptyHome()
    const workspace = join(home, 'work')
    mkdirSync(workspace)
    put(home, 'work/in/file', 'x')
    put(home, 'out/file', 'x')
    symlinkSync(join(home, 'out'), join(workspace, 'link'))
    symlinkSync(join(workspace, 'in'), join(workspace, 'fine'))
    for (const path of ['.', 'in/file', 'in/new/deep', join(workspace, 'in'), 'in/../in/file', '..name']) {
      expect([path, insideWorkspace(workspace, path)?.startsWith(workspace)]).toEqual([path, true])
    }
    expect(insideWorkspace(workspace, 'fine/file')).toBe(join(workspace, 'in', 'file'))
    for (const path of ['..', '../out/file', '/etc/passwd', 'link', 'link/file', 'link/new', join(home, 'work-two')]) {
      expect([path, insideWorkspace(workspace, path)]).toEqual([path, null])
    }
    expect(insideWorkspace(join(home, 'nowhere'), 'x')).toBeNull()
  })
})
