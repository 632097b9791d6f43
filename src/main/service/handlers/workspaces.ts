import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { Handler } from '../dispatch/handler'
import { pathKey } from '../workspaces/path-key'
import type { ServiceParts } from './parts'

/** `workspace.locate`: the person says where a folder is now. Only then is it looked at (cases: B1, F7). */
export function workspaceHandlers({ settings, view, emit, sessionsChanged }: ServiceParts): {
  'workspace.locate': Handler<'workspace.locate'>
} {
  return {
    'workspace.locate': ({ from, to }) => {
      const sessions = view.workspaces.below(from)
      const { relocations } = settings.current()
      const others = relocations.filter((each) => pathKey(each.from) !== pathKey(from))
      if (to === null && others.length === relocations.length) {
        fail('not.found', `Nothing was said of where ${from} is now.`)
      }
      if (to !== null) {
        if (sessions === 0)
          fail('not.found', `No session was recorded in ${from}.`, { advice: 'Name the folder as the list shows it.' })
        requireFolder(from, to)
      }
      const next = settings.set({ relocations: to === null ? others : [...others, { from, to }] })
      emit('settings.changed', next)
      sessionsChanged(null)
      return { sessions, relocations: next.relocations }
    }
  }
}

function requireFolder(from: string, to: string): void {
  if (!isAbsolute(to))
    fail('refused', `${to} is not a whole path.`, { advice: 'Name the folder from the root of the disk on.' })
  if (pathKey(from) === pathKey(to)) fail('refused', `${to} is the folder that was recorded.`)
  if (!statSync(to, { throwIfNoEntry: false })?.isDirectory()) {
    fail('refused', `There is no folder ${to}.`, { advice: 'Choose the folder in which the files are now.' })
  }
}
