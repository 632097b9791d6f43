import { linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { diskGateway } from './gateway'

let folder: string
const at = (name: string) => join(folder, name)

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-gateway-')))
  writeFileSync(at('theirs'), 'theirs')
})

describe.skipIf(process.platform === 'win32')('diskGateway', () => {
  it('A1 opens no link, neither to read nor to append nor to create', async () => {
    symlinkSync(at('theirs'), at('link'))
    symlinkSync(at('nowhere'), at('dangling'))
    await expect(diskGateway.openToRead(at('link'))).rejects.toMatchObject({ code: 'ELOOP' })
    await expect(diskGateway.openToAppend(at('link'))).rejects.toMatchObject({ code: 'ELOOP' })
    await expect(diskGateway.create(at('link'), 0o600)).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(diskGateway.create(at('dangling'), 0o600)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await diskGateway.lookAt(at('nowhere'))).toBeNull()
    expect(readFileSync(at('theirs'), 'utf8')).toBe('theirs')
  })

  it('A18 takes no name that is taken, by creating or by linking', async () => {
    writeFileSync(at('ours'), 'ours')
    await expect(diskGateway.create(at('theirs'), 0o600)).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(diskGateway.link(at('ours'), at('theirs'))).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(at('theirs'), 'utf8')).toBe('theirs')
  })

  it('says what a name is without following it, and null for nothing', async () => {
    symlinkSync(at('theirs'), at('link'))
    linkSync(at('theirs'), at('second'))
    mkdirSync(at('folder'))
    const kinds = ['theirs', 'link', 'folder'].map(async (name) => (await diskGateway.lookAt(at(name)))?.kind)
    expect(await Promise.all(kinds)).toEqual(['file', 'link', 'folder'])
    expect(await diskGateway.lookAt(at('theirs'))).toMatchObject({ size: 6, links: 2 })
    expect(await diskGateway.lookAt(at('theirs/below'))).toBeNull()
  })
})
