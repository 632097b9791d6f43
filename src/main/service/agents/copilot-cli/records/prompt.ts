import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'
import type { CopilotEvent } from './event'

/** What somebody asked. */
export interface Prompt {
  readonly text: string
  /** Images that were attached. */
  readonly images: readonly Fields[]
}

/**
 * What was typed, or, in a subagent, what the session asked of it. Null for everything else: messages that skills and commands put in
 * say so in their source, and autopilot marks the ones that it goes on with (cases: C12).
 */
export function promptOf(event: CopilotEvent): Prompt | null {
  const { type, data, agent } = event
  if (type !== 'user.message' || data.isAutopilotContinuation === true) return null
  const source = textOf(data.source)
  if (source !== null && source !== 'user' && !(agent !== null && source.startsWith('agent-'))) return null
  const images = listOf(data.attachments).map(fieldsOf).filter(isImageAsset)
  const text = textOf(data.content) ?? ''
  return text.trim() === '' && images.length === 0 ? null : { text, images }
}

/** A reference to an image, whose bytes stand in an event of their own. */
export function isImageAsset(part: Fields): boolean {
  return textOf(part.assetId) !== null && (textOf(part.mimeType)?.startsWith('image/') ?? false)
}
