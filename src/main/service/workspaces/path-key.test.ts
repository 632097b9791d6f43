import { describe, expect, it } from 'vitest'
import { groundOf, pathKey } from './path-key'

const wsl = { distribution: 'Ubuntu' }

describe('pathKey', () => {
  it.each([
    [
      'B6 a drive in both cases and with `\\\\?\\`',
      ['C:\\Code\\App', 'c:/code/app', '\\\\?\\C:\\Code\\App\\', 'C:\\code\\APP\\']
    ],
    ['B5 a share', ['\\\\server\\share\\App', '\\\\?\\UNC\\Server\\share\\app\\']],
    [
      'B5 a folder of WSL seen from Windows',
      ['\\\\wsl$\\Ubuntu\\home\\u\\app', '\\\\wsl.localhost\\ubuntu\\home\\u\\app\\']
    ],
    ['B4 accents, however they are written', ['/w/caf\u00e9', '/w/cafe\u0301/']]
  ])('%s is one folder', (_, paths) => {
    expect(new Set(paths.map((path) => pathKey(path))).size).toBe(1)
  })

  it('B5 joins what a distribution and Windows call the same folder', () => {
    expect(pathKey('/mnt/c/Code/App', wsl)).toBe(pathKey('C:\\code\\app'))
    expect(pathKey('\\\\wsl$\\Ubuntu\\mnt\\c\\Code\\App')).toBe(pathKey('C:\\code\\app'))
    expect(pathKey('/home/u/app', wsl)).toBe(pathKey('\\\\wsl$\\Ubuntu\\home\\u\\app'))
  })

  it('B4 keeps apart what is not certainly the same', () => {
    const apart = [
      '/w/App',
      '/w/app',
      '/mnt/c/Code/App',
      'C:\\Code\\App',
      '/home/u/app',
      '\\\\wsl$\\Ubuntu\\home\\u\\app',
      'D:\\Code\\App',
      '/w/my_app',
      '/w/my-app',
      '/',
      'C:\\'
    ]
    expect(new Set(apart.map((path) => pathKey(path))).size).toBe(apart.length)
    expect(pathKey('/home/u/app', wsl)).not.toBe(pathKey('/home/u/app', { distribution: 'Debian' }))
  })
})

describe('groundOf', () => {
  it('B5 takes the distribution from where the source lies, else from the one that this process runs in', () => {
    expect(groundOf('\\\\wsl$\\Ubuntu\\home\\u\\.claude', {})).toEqual({ distribution: 'Ubuntu' })
    expect(groundOf('/home/u/.claude', { WSL_DISTRO_NAME: 'Debian' })).toEqual({ distribution: 'Debian' })
    expect(groundOf('/home/u/.claude', {})).toEqual({ distribution: null })
  })
})
