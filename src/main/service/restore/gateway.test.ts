import { linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { gatewayWith } from './gateway'
import { Patience } from './patience'

let folder: string
const at = (name: string) => join(folder, name)

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-gateway-')))
  writeFileSync(at('theirs'), 'theirs')
})

const ways = [
  ['at once', gatewayWith(new Patience(Number.POSITIVE_INFINITY))],
  ['in the pool', gatewayWith(new Patience(-1, Number.POSITIVE_INFINITY))]
] as const

describe.skipIf(process.platform === 'win32').each(ways)('the disk, asked %s', (_way, diskGateway) => {
  // The first call shows how long calls take.
  beforeEach(async () => expect(await diskGateway.lookAt(folder)).not.toBeNull())

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

  it('writes and reads what is given, from where the last call ended', async () => {
    const file = await diskGateway.create(at('new'), 0o600)
    expect([await file.write(Buffer.from('one ')), await file.write(Buffer.from('two'))]).toEqual([4, 3])
    await file.sync()
    await file.close()
    const read = await diskGateway.openToRead(at('new'))
    const pieces = [Buffer.alloc(4), Buffer.alloc(100)]
    expect([await read.read(pieces[0] as Buffer), await read.read(pieces[1] as Buffer)]).toEqual([4, 3])
    expect(String(pieces[0])).toBe('one ')
    await read.close()
    expect(await diskGateway.list(folder)).toEqual(['new', 'theirs'])
  })

  it('touches no file through one that was closed, whose number another may have by now', async () => {
    const closed = await diskGateway.openToRead(at('theirs'))
    await closed.close()
    const other = await diskGateway.create(at('other'), 0o600)
    const calls = [
      () => closed.close(),
      () => closed.read(Buffer.alloc(1)),
      () => closed.write(Buffer.from('x')),
      () => closed.facts(),
      () => closed.sync(),
      () => closed.chmod(0o777)
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'EBADF' })
    expect(await other.write(Buffer.from('mine'))).toBe(4)
    await other.close()
    expect(readFileSync(at('other'), 'utf8')).toBe('mine')
  })
})
