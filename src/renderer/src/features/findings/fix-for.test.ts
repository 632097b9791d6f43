import type { Fix } from '@shared/domain/repair'
import { describe, expect, it } from 'vitest'
import { fixFor } from './fix-for'

const fix = (id: string, findings: string[], where: string[]): Fix => ({
  ...{ id, title: id, why: '', findings, places: 1, where, loses: null }
})
const fixes = [
  fix('set-aside@a.json', ['gestura.checkpoint.refused'], ['/c/a.json']),
  fix('set-aside@b.json', ['gestura.checkpoint.refused'], ['/c/b.json']),
  fix('nul', ['record.unreadable.nul'], ['/s.jsonl, bytes 4 to 9'])
]

describe('fixFor', () => {
  it('is the mending of the same place, where there are several of a kind', () => {
    expect(fixFor(fixes, { code: 'gestura.checkpoint.refused', where: '/c/b.json' })?.id).toBe('set-aside@b.json')
    expect(fixFor(fixes, { code: 'gestura.checkpoint.refused', where: '/c/b.json, line 3' })?.id).toBe(
      'set-aside@b.json'
    )
    expect(fixFor(fixes, { code: 'record.unreadable.nul', where: '/s.jsonl, bytes 400 to 900' })?.id).toBe('nul')
  })

  it('is any of the kind where none names the place, and none for another kind', () => {
    expect(fixFor(fixes, { code: 'gestura.checkpoint.refused' })?.id).toBe('set-aside@a.json')
    expect(fixFor(fixes, { code: 'record.unreadable.syntax', where: '/s.jsonl' })).toBeUndefined()
  })
})
