import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { canonical, locateFolders } from '../file-store/locate-folders'
import { sourceId } from '../source-id'

const extension = join('User', 'globalStorage', 'saoudrizwan.claude-dev')
const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']
/** Editors that are used from another machine keep their data in the home. */
const servers = ['.vscode-server', '.vscode-server-insiders', '.cursor-server', '.windsurf-server']

/**
 * The folder of the command line program, `~/.cline` unless `CLINE_DIR`, `CLINE_DATA_DIR` or `CLINE_SESSION_DATA_DIR` moves it, and the
 * data of the extension in each editor that has some. `--root` replaces them all.
 */
export function locate(places: Places): readonly SourceLocation[] {
  const { CLINE_DIR, CLINE_DATA_DIR } = places.env
  const found = locateFolders(places, {
    agent: 'cline',
    name: '.cline',
    holds: 'data',
    moved: CLINE_DATA_DIR || CLINE_DIR
  })
  if (places.flags.length > 0) return found
  const others = [...movedSessions(places), ...extensions(places)]
  return [...found, ...others.filter(({ id }) => !found.some((known) => known.id === id))]
}

/** The variable names the folder of sessions itself. */
function movedSessions(places: Places): readonly SourceLocation[] {
  const moved = places.env.CLINE_SESSION_DATA_DIR
  if (!moved) return []
  const root = canonical(resolve(places.cwd, moved))
  return [{ id: sourceId('cline', root), agent: 'cline', root, origin: 'environment', extra: { sessions: root } }]
}

function extensions(places: Places): readonly SourceLocation[] {
  const folders = [
    ...editors.map((editor) => join(editorData(places), editor, extension)),
    ...servers.map((server) => join(places.home, server, 'data', extension))
  ]
  return folders.filter(existsSync).map((folder) => {
    const root = canonical(folder)
    return { id: sourceId('cline', root), agent: 'cline', root, origin: 'default' }
  })
}

/** Where editors that are made from VS Code keep their data. */
function editorData({ home, env, platform }: Places): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME || join(home, '.config')
}
