import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Inspection } from '@shared/domain/import'
import type { HomeService } from '../../testing/home-service'
import { fixtures } from './two-homes'

/** Session files of gestura, as somebody sends them: each alone, under a name that says nothing. */
export function gesturaFiles(place: HomeService, most: number): readonly string[] {
  const folder = join(fixtures, 'core', 'gestura', '.gestura', 'agent_sessions')
  mkdirSync(join(place.home, 'mail'), { recursive: true })
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .slice(0, most)
    .map((name, index) => {
      const path = join(place.home, 'mail', `${index}.json`)
      cpSync(join(folder, name), path)
      return path
    })
}

/** Looks into files and folders that are handed over together. */
export async function inspectAll(place: HomeService, [path = '', ...more]: readonly string[]): Promise<Inspection> {
  return place.call('import.inspect', { path, more: [...more] })
}
