import { expect, it, vi } from 'vitest'
import { useImport } from '../state/import-store'
import { importOfPath } from './import-of-path'

it('a path that is typed in the palette is looked into; words are none', () => {
  const look = vi.fn()
  useImport.setState({ look })
  expect(importOfPath('celsius helper')).toBe(null)
  const command = importOfPath(' "/home/mira/a b.reprise" ')
  expect(command?.name).toBe('Look inside /home/mira/a b.reprise')
  command?.run()
  expect(look).toHaveBeenCalledWith(['/home/mira/a b.reprise'])
})
