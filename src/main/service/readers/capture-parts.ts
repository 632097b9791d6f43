import { readFile, stat } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { agentNames } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import type { AgentAdapter, Reading, SessionPart, SourceLocation } from '../agents/adapter'
import type { FileStepDraft } from '../restore/plan-draft'

/** Sessions above this many bytes are not kept: a copy is held in memory while it is made. */
export const largestCopy = 512 * 1024 * 1024

/**
 * The exact bytes of the files that an adapter names, for an agent that Reprise only reads. Files that go while it reads are left out, as long as
 * the conversation itself stays. Throws `refused` where the adapter names no files or they are too large, `session.gone` where nothing is left.
 */
export async function captureParts(
  adapter: Pick<AgentAdapter, 'agent' | 'parts'>,
  source: SourceLocation,
  sessionId: string,
  { signal }: Pick<Reading, 'signal'>
): Promise<readonly FileStepDraft[]> {
  const parts = await adapter.parts?.(source, sessionId)
  if (parts === undefined) return fail('refused', `Reprise cannot keep sessions of ${agentNames[adapter.agent]}.`)
  const sizes = await Promise.all(parts.map(({ path }) => sizeOf(path)))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes > largestCopy) {
    return fail('refused', `This session is too large to be kept: its files have ${bytes} bytes.`, {
      advice: 'Copy its files yourself; their paths are in its menu.',
      data: { bytes, most: largestCopy }
    })
  }
  const steps: FileStepDraft[] = []
  for (const part of parts) {
    signal.throwIfAborted()
    const step = await stepOf(part, source)
    if (step !== null) steps.push(step)
  }
  if (steps.some(({ what }) => what === 'session')) return steps
  return fail('session.gone', 'Nothing of this session is left to keep.', { data: { session: sessionId } })
}

async function stepOf({ path, what, because }: SessionPart, { root }: SourceLocation): Promise<FileStepDraft | null> {
  try {
    const facts = await stat(path)
    const content = await readFile(path)
    const inside = relative(root, path)
    const approvedRoot = inside.startsWith('..') ? dirname(path) : root
    return { id: inside, what, path, approvedRoot, content, mode: facts.mode & 0o7777, because }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    return fail('session.unreadable', `A file of this session cannot be read (${code ?? 'unknown reason'}): ${path}.`)
  }
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0
  )
}
