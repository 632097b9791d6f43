import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { diskGateway, type Gateway } from './gateway'
import { type SafeTarget, safeTarget } from './safe-target'

let home: string
let root: string
let outside: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise-target-'))
  root = join(home, 'project')
  outside = join(home, 'elsewhere')
  for (const folder of [join(root, 'sub'), outside, join(home, '.reprise')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(root, 'file'), 'x')
  writeFileSync(join(outside, 'secret'), 'x')
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

const look = (path: string, from = root): Promise<SafeTarget> =>
  safeTarget(diskGateway, path, from, { home, ownFolder: join(home, '.reprise') })

async function refusal(path: string, from = root): Promise<string> {
  const error = await look(path, from).catch((reason: unknown) => reason)
  if (!(error instanceof ExpectedFailure)) throw new Error(`${path} was not refused: ${JSON.stringify(error)}`)
  expect(error.failure.code).toBe('refused')
  return error.failure.message
}

describe('safeTarget', () => {
  it('takes a file, a new file, and a new file in new folders', async () => {
    expect(await look(join(root, 'file'))).toMatchObject({ real: join(root, 'file'), missingFolders: [] })
    expect((await look(join(root, 'sub/new'))).node).toBeNull()
    expect((await look(join(root, 'sub/a/b/new'))).missingFolders.map((folder) => folder.path)).toEqual([
      join(root, 'sub/a'),
      join(root, 'sub/a/b')
    ])
  })

  it('takes an approved folder that does not exist yet, or that is reached over a link', async () => {
    expect((await look(join(root, 'not/yet'), join(root, 'not'))).missingFolders).toHaveLength(1)
    symlinkSync(root, join(home, 'linked'))
    expect((await look(join(home, 'linked/file'), join(home, 'linked'))).real).toBe(join(root, 'file'))
  })

  it('follows a link to a folder that stays inside', async () => {
    symlinkSync(join(root, 'sub'), join(root, 'inside'))
    expect((await look(join(root, 'inside/new'))).real).toBe(join(root, 'sub/new'))
  })

  it('A1 refuses what is not spelled as a plain path inside the approved folder', async () => {
    expect(await refusal(`${root}/../elsewhere/secret`)).toContain('plain absolute path')
    expect(await refusal(`${root}/sub/../file`)).toContain('plain absolute path')
    expect(await refusal('file')).toContain('plain absolute path')
    expect(await refusal(`${root}/fi\0le`)).toContain('NUL')
    expect(await refusal(join(outside, 'secret'))).toContain('outside the approved folder')
    expect(await refusal(root)).toContain('outside the approved folder')
    expect(await refusal(`${root}-twin/file`)).toContain('outside the approved folder')
    expect((await look(join(root, '..file'))).node).toBeNull()
  })

  it('A1 refuses a way out over a link, also a dangling one, and a link as target', async () => {
    symlinkSync(outside, join(root, 'out'))
    expect(await refusal(join(root, 'out/secret'))).toContain('symbolic link leads out')
    expect(await refusal(join(root, 'out/new/deep'))).toContain('symbolic link leads out')
    symlinkSync(join(outside, 'secret'), join(root, 'alias'))
    expect(await refusal(join(root, 'alias'))).toContain('is a symbolic link')
    symlinkSync(join(root, 'file'), join(root, 'alias-inside'))
    expect(await refusal(join(root, 'alias-inside'))).toContain('is a symbolic link')
    symlinkSync(join(outside, 'nothing'), join(root, 'dangling'))
    expect(await refusal(join(root, 'dangling/file'))).toContain('leads nowhere')
  })

  it('A17 refuses the home folder and the root of the disk as approved folder', async () => {
    expect(await refusal(join(home, 'file'), home)).toContain('whole home folder')
    expect(await refusal('/etc/passwd', '/')).toContain('root of the disk')
    expect(await refusal(join(home, 'file'), join(home, '..'))).toContain('whole home folder')
    symlinkSync(home, join(home, 'me'))
    expect(await refusal(join(home, 'me/file'), join(home, 'me'))).toContain('whole home folder')
  })

  it('A12 refuses anything of a git repository itself', async () => {
    expect(await refusal(join(root, '.git/HEAD'))).toContain('git')
    expect(await refusal(join(root, 'sub/.GIT/index'))).toContain('git')
    mkdirSync(join(root, '.git/refs'), { recursive: true })
    expect(await refusal(join(root, '.git/refs/main'), join(root, '.git'))).toContain('git')
    expect(await refusal(join(root, '.git/refs/main'), join(root, '.git/refs'))).toContain('git')
    symlinkSync(join(root, '.git/refs'), join(root, 'harmless'))
    expect(await refusal(join(root, 'harmless/main'))).toContain('git')
  })

  it('refuses folders, a file as a folder, our own folder, and a file with a second name', async () => {
    expect(await refusal(join(root, 'sub'))).toContain('is no file')
    expect(await refusal(join(root, 'file/below'))).toContain('no folder')
    expect(await refusal(join(home, '.reprise/journal/x'), join(home, '.reprise'))).toContain('own folder')
    linkSync(join(root, 'file'), join(root, 'second'))
    expect(await refusal(join(root, 'file'))).toContain('2 names')
  })

  it('refuses a target on another disk than its approved folder', async () => {
    const mounted: Gateway = {
      ...diskGateway,
      lookAt: async (path) => {
        const node = await diskGateway.lookAt(path)
        return node && path.startsWith(join(root, 'sub')) ? { ...node, device: node.device + 1n } : node
      }
    }
    const target = safeTarget(mounted, join(root, 'sub/new'), root, { home, ownFolder: join(home, '.reprise') })
    await expect(target).rejects.toMatchObject({ failure: { message: expect.stringContaining('another disk') } })
  })

  it.skipIf(process.getuid === undefined)(
    'refuses a file of another account, unless an administrator asks',
    async () => {
      const owner = statSync(join(root, 'file')).uid
      const account = vi.spyOn(process as Required<NodeJS.Process>, 'getuid')
      try {
        account.mockReturnValue(owner + 1)
        expect(await refusal(join(root, 'file'))).toContain('another account')
        account.mockReturnValue(0)
        expect((await look(join(root, 'file'))).node).toMatchObject({ uid: owner })
      } finally {
        account.mockRestore()
      }
    }
  )
})
