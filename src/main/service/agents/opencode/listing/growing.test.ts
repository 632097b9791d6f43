import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readingFor, scanAll } from '../../conformance/browse'
import { adapter } from '../adapter'
import { changeDatabase } from '../testing/json-store'
import { emptyHome, expected, removeHomes, sampleHome, sourceIn } from '../testing/samples'

afterAll(removeHomes)

const [{ id } = { id: '' }] = expected

async function listed(home: string) {
  const steps = await scanAll(adapter, await sourceIn(home), readingFor())
  const sessions = steps.flatMap((step) => (step.type === 'unit' ? step.sessions : []))
  return sessions.find((session) => session.id === id)
}

/** Where nothing of the session is remembered. */
async function listedAfresh(home: string) {
  const copy = emptyHome()
  cpSync(join(home, '.local'), join(copy, '.local'), { recursive: true })
  return listed(copy)
}

function addPrompts(home: string, from: number, count: number): void {
  changeDatabase(home, (database) => {
    for (let number = from; number < from + count; number += 1) {
      const message = `msg_f${String(number).padStart(11, '0')}`
      const at = Date.UTC(2026, 10, 29, 16) + number
      const info = JSON.stringify({ role: 'user', time: { created: at } })
      const part = JSON.stringify({ type: 'text', text: `prompt ${number}` })
      database.prepare('insert into message values (?, ?, ?, ?, ?)').run(message, id, at, at, info)
      database.prepare('insert into part values (?, ?, ?, ?, ?, ?)').run(`prt_${number}`, message, id, at, at, part)
    }
  })
}

describe('readPrompts', () => {
  it('D6 gives of a session that grew what it gives when all of it is read', async () => {
    const home = sampleHome()
    for (const [from, count] of [
      [0, 1],
      [1, 30],
      [31, 120],
      [151, 1]
    ] as const) {
      await listed(home)
      addPrompts(home, from, count)
      const grown = await listed(home)
      expect(grown).toEqual(await listedAfresh(home))
      expect(grown?.ownCheckpoints).toBe(2 + from + count)
      expect(grown?.preview).toBe(`prompt ${from + count - 1}`)
    }
  })

  it('D6 reads all again when an undo has removed messages', async () => {
    const home = sampleHome()
    addPrompts(home, 0, 40)
    await listed(home)
    changeDatabase(home, (database) => {
      database.pragma('foreign_keys = on')
      database.exec(`delete from message where id > 'msg_f00000000004' and id < 'msg_f00000000030'`)
    })
    addPrompts(home, 50, 26)
    expect(await listed(home)).toEqual(await listedAfresh(home))
  })
})
