import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeTurn } from '../testing/claude-records'
import { HomeService } from '../testing/home-service'

const id = '01a22751-0000-4000-8000-000000000001'
const turn = claudeTurn({ session: id, cwd: '/w', text: 'Where?', at: Date.UTC(2026, 10, 20) })
const qwenRecord = {
  ...{ uuid: 'u', parentUuid: null, sessionId: id, timestamp: '2026-11-20T00:00:00.000Z', type: 'user', cwd: '/w' },
  message: { role: 'user', parts: [{ text: 'hello' }] }
}

let home: HomeService
let agent: ChildProcess
beforeEach(async () => {
  home = await new HomeService().open()
  agent = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'])
})
afterEach(async () => {
  await end()
  await home.close()
})

async function end(): Promise<void> {
  if (agent.exitCode !== null || agent.signalCode !== null) return
  const ended = once(agent, 'exit')
  agent.kill()
  await ended
}

async function activity() {
  const { activities } = await home.call('sessions.activity', { sessions: [await home.ref(id)] })
  return activities[0]?.activity
}

describe('SessionActivities', () => {
  it('tells a running, a waiting and a done session of Claude Code by its process and its end', async () => {
    const path = home.put(`.claude/projects/-w/${id}.jsonl`, turn)
    await home.scan()
    expect(await activity()).toBe('done')
    home.put('.claude/sessions/1.json', JSON.stringify({ pid: agent.pid, sessionId: id }))
    expect(await activity()).toBe('waiting')
    const [prompt] = claudeTurn({ session: id, cwd: '/w', text: 'And now?', at: Date.UTC(2026, 10, 21) })
    appendFileSync(path, `${JSON.stringify({ ...prompt, parentUuid: turn[1]?.uuid, uuid: randomUUID() })}\n`)
    expect(await activity()).toBe('running')
    // The process ended in the middle: whether the turn failed or was given up is not written anywhere.
    await end()
    expect(await activity()).toBeNull()
  })

  it('Qwen Code says with which process a session is open, on this machine', async () => {
    home.put(`.qwen/projects/-w/chats/${id}.jsonl`, [qwenRecord])
    await home.scan()
    expect(await activity()).toBeNull()
    const note = (host: string) =>
      home.put(`.qwen/projects/-w/chats/${id}.runtime.json`, JSON.stringify({ pid: agent.pid, hostname: host }))
    note('another-machine')
    expect(await activity()).toBeNull()
    note(hostname())
    expect(await activity()).toBe('running')
    await end()
    expect(await activity()).toBeNull()
  })

  it('says nothing of a session that is not listed or cannot be read', async () => {
    const path = home.put(`.claude/projects/-w/${id}.jsonl`, turn)
    await home.scan()
    const session = await home.ref(id)
    const nobody = { ...session, id: 'nobody' }
    const { activities } = await home.call('sessions.activity', { sessions: [nobody, { source: 'x', id }] })
    expect(activities.map((one) => one.activity)).toEqual([null, null])
    rmSync(path)
    const gone = await home.call('sessions.activity', { sessions: [session] })
    expect(gone.activities[0]?.activity).toBeNull()
  })
})
