import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { autostartEntry, autostartPath, setAutostart, startsAtLogin } from './autostart-file'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise-autostart-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const execOf = (command: readonly string[]) => autostartEntry(command).match(/^Exec=(.*)$/m)?.[1]

describe('autostartEntry', () => {
  it('quotes what the line would take for something else', () => {
    expect(execOf(['/opt/Reprise/reprise', '--hidden'])).toBe('/opt/Reprise/reprise --hidden')
    expect(execOf(['/home/mira/My Apps/reprise'])).toBe('"/home/mira/My Apps/reprise"')
    expect(execOf(['/a/100%/r'])).toBe('"/a/100%%/r"')
    expect(execOf(['/a/$x`"\\'])).toBe(String.raw`"/a/\\$x\\` + String.raw`\`\\"\\\\"`.replace(/^\\/, ''))
  })
})

describe('setAutostart', () => {
  it('writes an entry below XDG_CONFIG_HOME, and takes it away again', () => {
    const path = autostartPath({ XDG_CONFIG_HOME: join(home, 'config') }, home)
    expect(path).toBe(join(home, 'config', 'autostart', 'dev.reprise.app.desktop'))
    expect(startsAtLogin(path)).toBe(false)
    setAutostart(path, ['/opt/reprise', '--hidden'])
    expect(startsAtLogin(path)).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain('Exec=/opt/reprise --hidden\n')
    expect(readdirSync(dirname(path))).toEqual(['dev.reprise.app.desktop'])
    setAutostart(path, null)
    expect([existsSync(path), startsAtLogin(path)]).toEqual([false, false])
    setAutostart(path, null)
  })

  it('sees that the entry was switched off in the settings of the desktop', () => {
    const path = autostartPath({}, home)
    expect(path).toBe(join(home, '.config', 'autostart', 'dev.reprise.app.desktop'))
    setAutostart(path, ['/opt/reprise'])
    writeFileSync(path, `${readFileSync(path, 'utf8')}Hidden=true\n`)
    expect(startsAtLogin(path)).toBe(false)
    setAutostart(path, ['/opt/reprise'])
    writeFileSync(path, readFileSync(path, 'utf8').replace('enabled=true', 'enabled=false'))
    expect(startsAtLogin(path)).toBe(false)
  })
})
