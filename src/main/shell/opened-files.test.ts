import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { fileArguments, OpenedFiles, OpenedTogether } from './opened-files'

const folder = mkdtempSync(join(tmpdir(), 'reprise-opened-'))
writeFileSync(join(folder, 'a.reprise'), '')

describe('fileArguments', () => {
  it('finds files that are there, also by a path from where the person is', () => {
    const argv = ['electron', '/app', '--hidden', 'a.reprise', join(folder, 'a.reprise'), 'nowhere']
    expect(fileArguments(argv, folder, '/app')).toEqual([join(folder, 'a.reprise')])
  })

  it('takes neither the program, nor our own folder, nor what belongs to a flag', () => {
    expect(fileArguments([folder, folder, '--root', folder, '--key-file', 'a.reprise'], folder, folder)).toEqual([])
  })
})

describe('OpenedFiles', () => {
  it('gives each file once', () => {
    const files = new OpenedFiles()
    files.put(['/a'])
    files.put(['/b'])
    files.put(['/a'])
    expect([files.take(), files.take()]).toEqual([['/a', '/b'], []])
  })
})

describe('OpenedTogether', () => {
  it('tells once of files that macOS names one by one, and again of one that comes later', () => {
    vi.useFakeTimers()
    let told = 0
    const together = new OpenedTogether(() => {
      told += 1
    })
    together.heard()
    vi.advanceTimersByTime(100)
    together.heard()
    expect(told).toBe(0)
    vi.advanceTimersByTime(150)
    expect(told).toBe(1)
    together.heard()
    vi.advanceTimersByTime(1000)
    expect(told).toBe(2)
    vi.useRealTimers()
  })
})
