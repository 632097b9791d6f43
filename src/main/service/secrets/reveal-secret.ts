import { fail } from '@shared/ipc/errors'
import type { OpenedSession } from '../agents/adapter'
import { maskId } from '../redaction/mask-id'
import { argumentsText } from '../transcripts/clip-entry'
import { findSecrets } from './find-secrets'
import { shownSecrets } from './secrets-of-entry'

/** What stands behind a mask of an entry, in its fields or in its native records. */
export async function revealSecret(session: OpenedSession, entryId: string, mask: string): Promise<{ text: string }> {
  const entry = await session.entry(entryId)
  if (entry === null)
    return fail('not.found', `The session has no entry ${entryId}.`, { advice: 'Load the page again.' })
  const shown = shownSecrets(entry).find(({ text }) => maskId(text) === mask)?.text
  const text = shown ?? inText(argumentsText(entry.tool?.arguments), mask) ?? inText(await session.raw(entryId), mask)
  return text === undefined
    ? fail('not.found', 'There is no such mask in this entry any more.', { advice: 'Load the page again.' })
    : { text }
}

function inText(text: string, mask: string): string | undefined {
  return findSecrets(text)
    .map(({ start, end }) => text.slice(start, end))
    .find((secret) => maskId(secret) === mask)
}
