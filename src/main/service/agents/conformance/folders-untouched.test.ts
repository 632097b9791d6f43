import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionSummary } from '@shared/domain/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notesVisits, unvisited, wasVisited } from '../../../../../e2e/support/unvisited'
import { HomeService } from '../../testing/home-service'
import { changeDatabase } from '../opencode/testing/json-store'
import { addEverySample, sampleRows } from './every-sample'

const recorded = '/home/dev/weather'
const home = new HomeService()
const workspace = join(home.home, 'Documents', 'project')
const dashed = (path: string) => path.replace(/[^A-Za-z0-9]/g, '-')

beforeAll(async () => {
  addEverySample(home.home)
  for (const entry of readdirSync(home.home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !/\.(?:jsonl?|yaml|project_root)$/.test(entry.name)) continue
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(recorded, workspace))
  }
  for (const projects of ['.claude/projects', '.qwen/projects', '.factory/sessions', '.pi/agent/sessions']) {
    for (const name of readdirSync(join(home.home, projects))) {
      const now = name.replace(dashed(recorded), dashed(workspace))
      renameSync(join(home.home, projects, name), join(home.home, projects, now))
    }
  }
  changeDatabase(home.home, (database) => {
    database.prepare('update session set directory = ? where directory = ?').run(workspace, recorded)
    database.prepare('update project set worktree = ? where worktree = ?').run(workspace, recorded)
  })
  unvisited(workspace)
}, 60_000)
afterAll(() => home.close())

/** Everything that looking at a session asks for. */
async function lookAt({ source, id }: SessionSummary): Promise<void> {
  const session = { source, id }
  const page = await home.call('transcript.page', { session, from: 'end', direction: 'backward', limit: 500 })
  for (const { id: entry, images } of page.entries.slice(-20)) {
    await home.call('transcript.raw', { session, entry })
    if (images !== undefined) await home.call('transcript.image', { session, entry, index: 0 })
  }
  await home.call('transcript.outline', { session })
  await home.call('transcript.account', { session })
  await home.call('checkpoints.list', { session })
  await home.call('tasks.list', { session })
  await home.call('lineage.show', { session })
  await home.call('findings.list', { session })
  await home.call('config.show', { session })
}

describe('the folder that sessions worked in', () => {
  it.skipIf(!notesVisits(join(home.home, 'control')))(
    'F7 is not looked into while sessions of all nine agents are listed, read and followed',
    async () => {
      await home.open()
      await home.scan()
      const inIt = (await home.list({ children: true })).filter((each) => each.workspace === workspace)
      expect(new Set(inIt.map(({ agent }) => agent))).toEqual(new Set(sampleRows.map(({ agent }) => agent)))
      expect(inIt.length).toBeGreaterThan(40)
      for (const session of inIt) {
        await lookAt(session)
        expect(wasVisited(workspace), `${session.agent} ${session.id}`).toBe(false)
      }
      await home.call('sessions.facets', {})
      await home.call('sessions.activity', { sessions: inIt.slice(0, 8).map(({ source, id }) => ({ source, id })) })
      await home.scan()
      expect(wasVisited(workspace)).toBe(false)
    },
    60_000
  )
})
