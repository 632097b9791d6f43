import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import type { Inspection } from '@shared/domain/import'
import type { SessionRef } from '@shared/domain/session'
import type { Entry } from '@shared/domain/transcript'
import { HomeService } from '../../testing/home-service'

export const fixtures = join(process.cwd(), 'e2e', 'fixtures')

/** A service over a home of its own that holds a copy of a fixture. */
export async function homeWith(fixture: string, agent?: AgentId): Promise<HomeService> {
  const place = new HomeService()
  cpSync(join(fixtures, fixture), place.home, { recursive: true })
  // Stores of a3s in a workspace are only looked at when they are named.
  const flags = agent === 'a3s' ? [{ agent, path: join(place.home, '.a3s', 'tui', 'sessions') }] : []
  await place.open({ look: { home: place.home, env: {}, platform: 'linux', cwd: place.home, flags } })
  await place.scan()
  return place
}

/** A service over another home, where only the agents' empty folders are, and the folder that an import shall work in. */
export async function emptyHome(...folders: readonly string[]): Promise<{ place: HomeService; workspace: string }> {
  const place = new HomeService()
  for (const folder of folders) mkdirSync(join(place.home, folder), { recursive: true })
  const workspace = join(place.home, 'projects', 'elsewhere')
  mkdirSync(workspace, { recursive: true })
  // Gemini CLI takes up sessions of directories that it was started in.
  place.put('.gemini/tmp/elsewhere/.project_root', workspace)
  await place.open()
  await place.scan()
  return { place, workspace }
}

/** All entries of a session, as they are shown; ids and times are the agent's own affair. */
export async function entriesOf(place: HomeService, session: SessionRef): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (let from: string | null = 'start'; from !== null; ) {
    const page: { entries: Entry[]; after: string | null } = await place.call('transcript.page', {
      session,
      from,
      direction: 'forward',
      limit: 200
    })
    found.push(...page.entries.map(contentOf))
    from = page.after
  }
  return found
}

function contentOf({ kind, text, tool, images, steps }: Entry): unknown {
  const call = tool && { name: tool.name, status: tool.status, arguments: tool.arguments, result: tool.result }
  return { kind, text, tool: call, images: images?.length ?? 0, steps }
}

export async function inspect(place: HomeService, path: string, keyFile: string | null = null): Promise<Inspection> {
  return place.call('import.inspect', { path, keyFile })
}
