import { fail } from '@shared/ipc/errors'
import type { AgentAdapter, OpenedSession, Reading, SourceLocation } from '../agents/adapter'
import type { WritePart } from '../agents/write-part'
import { comparedConfig } from '../diff/compared-config'
import { contentDigest, digestEntries } from '../diff/entries/digest-entries'
import { readableEntry } from '../diff/entries/readable-entry'
import { maskConfig } from '../redaction/mask-config'
import { reportSecrets } from '../secrets/report-secrets'
import { revealSecret } from '../secrets/reveal-secret'
import { fieldText } from '../transcripts/clip-entry'
import { entriesHolding } from '../transcripts/entries-holding'
import { heldPiece } from '../transcripts/held-reading'
import { imagePiece } from '../transcripts/image-piece'
import { textPiece } from '../transcripts/text-piece'
import { transportOutline } from '../transcripts/transport-outline'
import { transportPage } from '../transcripts/transport-page'
import { captureParts } from './capture-parts'
import type { QuestionName, Questions } from './questions'
import type { CountProgress } from './readers'

/** What an answer is made from. `lend` gives the opened session, which stays open for what is asked next. */
export interface AnswerContext {
  readonly adapter: AgentAdapter
  readonly location: SourceLocation
  readonly session: string | null
  /** Set where the session is asked about as a checkpoint holds it. */
  readonly checkpoint: string | undefined
  readonly reading: Reading
  readonly progress: CountProgress
  lend<T>(work: (session: OpenedSession) => Promise<T>): Promise<T>
}

type Answerers = {
  readonly [N in QuestionName]: (
    context: AnswerContext,
    input: Questions[N]['input']
  ) => Promise<Questions[N]['answer']>
}

function sessionOf(context: AnswerContext): string {
  return context.session ?? fail('not.found', 'A source has no entries; a session has to be named.')
}

function writePartOf(adapter: AgentAdapter): WritePart {
  return adapter.write ?? fail('refused', `Reprise cannot change sessions of ${adapter.agent}.`)
}

async function entryOf(session: OpenedSession, id: string) {
  return (
    (await session.entry(id)) ??
    fail('not.found', `The session has no entry ${id}.`, { advice: 'Load the page again.' })
  )
}

/** How each question is answered. Whatever is large is cut here, before it crosses a thread border. */
export const answerers: Answerers = {
  fingerprint: (context) => {
    const { adapter, location, checkpoint, reading } = context
    const session = sessionOf(context)
    if (checkpoint === undefined || adapter.checkpointFingerprint === undefined)
      return adapter.sessionFingerprint(location, session, reading)
    return adapter.checkpointFingerprint(location, session, checkpoint, reading)
  },
  describe: (context) =>
    context.lend(async ({ summary, findings, path }) => ({
      summary: { ...summary, promptText: '', prompts: [] },
      findings,
      path
    })),
  page: (context, request) => context.lend((session) => transportPage(session, request)),
  outline: (context, { offset }) => context.lend(async (session) => transportOutline(await session.outline(), offset)),
  text: (context, { entry, field, offset }) =>
    context.lend((session) =>
      heldPiece(
        session,
        JSON.stringify(['text', entry, field]),
        async () => fieldText(await entryOf(session, entry), field),
        (text) => textPiece(text, offset)
      )
    ),
  holding: (context, { entries, words }) =>
    context.lend((session) => entriesHolding(session, entries, words, context.reading.signal)),
  raw: (context, { entry, offset }) =>
    context.lend((session) =>
      heldPiece(
        session,
        JSON.stringify(['raw', entry]),
        async () => {
          await entryOf(session, entry)
          return session.raw(entry)
        },
        (text) => textPiece(text, offset)
      )
    ),
  image: (context, { entry, index, offset }) =>
    context.lend((session) =>
      heldPiece(
        session,
        JSON.stringify(['image', entry, index]),
        async () => {
          await entryOf(session, entry)
          return (await session.image(entry, index)) ?? fail('not.found', `Entry ${entry} has no image ${index}.`)
        },
        ({ mediaType, data }) => ({ mediaType, ...imagePiece(data, offset) })
      )
    ),
  reveal: (context, { entry, mask }) => context.lend((session) => revealSecret(session, entry, mask)),
  secrets: (context) =>
    reportSecrets({
      page: (request) => context.lend((session) => session.page(request)),
      signal: context.reading.signal,
      progress: context.progress
    }),
  account: (context) => context.lend((session) => session.account(context.reading.signal, context.progress)),
  checkpoints: (context) => context.adapter.checkpoints(context.location, sessionOf(context), context.reading),
  tasks(context) {
    const { adapter, location, checkpoint, reading } = context
    const session = sessionOf(context)
    if (checkpoint === undefined) return adapter.tasks(location, session, reading)
    return adapter.checkpointTasks?.(location, session, checkpoint, reading) ?? Promise.resolve([])
  },
  async config(context) {
    const documents = await context.adapter.config(context.location, context.session, context.reading)
    return documents.map((document) => maskConfig(document, context.adapter.configRules))
  },
  digest: (context) =>
    context.lend((session) => {
      const { reading, progress } = context
      return digestEntries(session, reading.signal, (done) => progress(done, null))
    }),
  whole: (context, { entry }) =>
    context.lend(async (session) => {
      const found = await session.entry(entry)
      return found && { text: readableEntry(found), digest: contentDigest(found) }
    }),
  comparedConfig: (context, input) => comparedConfig(context, input),
  records: async (context) =>
    (await context.adapter.records?.(context.location, sessionOf(context), context.reading)) ?? [],
  resume: async ({ adapter, location, reading }, { session, home }) =>
    (await adapter.resume?.check({ source: location, session, home }, reading)) ?? [],
  plan: async ({ adapter, location, reading }, { change, moves }) =>
    writePartOf(adapter).plan(location, change, { ...reading, ...(moves && { moves }) }),
  async capture(context) {
    const { adapter, location, reading } = context
    if (adapter.write === undefined) return captureParts(adapter, location, sessionOf(context), reading)
    return adapter.write.capture(location, sessionOf(context), reading)
  },
  projectNotes: async (context) =>
    (await context.adapter.write?.projectNotes?.(context.location, sessionOf(context), context.reading)) ?? [],
  verify: async ({ adapter, location, reading, session }, { paths, kind }) =>
    writePartOf(adapter).verify(location, session ?? '', paths, reading, kind),
  fixes: async (context) =>
    (await context.adapter.write?.findFixes?.(context.location, sessionOf(context), context.reading)) ?? []
}
