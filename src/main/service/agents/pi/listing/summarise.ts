import { cutText, withoutHalf } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import type { SessionFile } from '../files/session-files'
import type { SessionSketch } from './session-fold'

/** A session as the list shows it: a name that was given comes first, then what was asked first. */
export function summarise(file: SessionFile, sketch: SessionSketch): ListedSession {
  const { header, prompts } = sketch
  const own = prompts[0]?.text
  const title = sketch.name ?? (header?.parent ? own : null) ?? sketch.first ?? 'No prompt yet'
  const preview = prompts.at(-1)?.text
  return {
    id: header?.id ?? file.id ?? file.unit,
    title: titleOf(title),
    workspace: header?.cwd ?? null,
    startedAt: header?.startedAt ?? null,
    updatedAt: sketch.updatedAt,
    entries: null,
    resumable: sketch.records === 0 ? false : header === null ? null : true,
    findings: null,
    state: sketch.records === 0 ? 'unreadable' : sketch.unreadable > 0 ? 'partial' : 'ok',
    layout: `version ${header?.version ?? 1}`,
    ...(header?.parent ? { parent: header.parent, parentKind: 'fork' as const } : {}),
    ...(sketch.model ? { model: sketch.model } : {}),
    ...(sketch.effort ? { effort: sketch.effort } : {}),
    ...(preview ? { preview: titleOf(preview) } : {}),
    ...(prompts.length > 0
      ? {
          prompts,
          promptText: withoutHalf(
            prompts
              .map(({ text }) => text)
              .join('\n')
              .slice(0, 4000)
          )
        }
      : {})
  }
}

export function titleOf(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '')
  return cutText((line ?? 'No prompt yet').trim(), 200)
}
