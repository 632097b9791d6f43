import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { busAddress, watchTrayHost } from './tray-host'

describe('busAddress', () => {
  it('is what the environment names, else the usual place where it is there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reprise-bus-'))
    const here = { XDG_RUNTIME_DIR: folder }
    expect(busAddress({ ...here, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/b' })).toBe('unix:path=/b')
    expect([busAddress({}), busAddress(here)]).toEqual([null, null])
    writeFileSync(join(folder, 'bus'), '')
    expect(busAddress(here)).toBe(`unix:path=${folder}/bus`)
    expect(busAddress({ ...here, DBUS_SESSION_BUS_ADDRESS: 'disabled:' })).toBeNull()
    rmSync(folder, { recursive: true })
  })
})

describe('watchTrayHost', () => {
  it('there is always a tray on Windows and macOS, and none on Linux without a bus that answers', async () => {
    const told = vi.fn()
    watchTrayHost({ platform: 'darwin', env: {} }, told)
    watchTrayHost({ platform: 'win32', env: {} }, told)
    watchTrayHost({ platform: 'linux', env: {} }, told)
    expect(told.mock.calls).toEqual([[true], [true], [false]])
    for (const address of ['unix:path=/nowhere/bus', 'unix:abstract=nobody', 'no address', 'launchd:env=X']) {
      const broken = vi.fn()
      watchTrayHost({ platform: 'linux', env: { DBUS_SESSION_BUS_ADDRESS: address } }, broken)
      await vi.waitFor(() => expect(broken.mock.calls, address).toEqual([[false]]))
    }
  })
})
