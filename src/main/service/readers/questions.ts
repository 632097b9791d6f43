import type { ChangeKind } from '@shared/domain/change'
import type { Checkpoint } from '@shared/domain/checkpoint'
import type { ConfigDocument } from '@shared/domain/config'
import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import type { ResumeReason } from '@shared/domain/resume'
import type { SecretReport } from '@shared/domain/secret'
import type { TaskList } from '@shared/domain/task'
import type { ClippedField, EntryPage, OutlineItem } from '@shared/domain/transcript'
import type { z } from 'zod'
import type { ListedSession, PageRequest, SessionAccount } from '../agents/adapter'
import type { ResumeTarget } from '../agents/resume-part'
import type { AdapterChange } from '../agents/write-part'
import type { EntryDigests } from '../diff/entries/digest-entries'
import type { ComparedDocument } from '../diff/records/config-records'
import type { StateRecord } from '../diff/records/state-records'
import type { PlanDraft, StepDraft } from '../restore/plan-draft'
import type { Moves } from '../workspaces/relocate'

/** What a session is without its entries. */
export interface SessionDescription {
  readonly summary: ListedSession
  readonly findings: readonly Finding[]
  readonly path: string | null
}

type Piece = { text: string; next: number | null }
type Field = z.infer<typeof ClippedField>['field']

/** What can be asked about a session, with inputs and answers as plain data: they cross a thread border. */
export interface Questions {
  fingerprint: { input: null; answer: string | null }
  describe: { input: null; answer: SessionDescription }
  page: { input: PageRequest; answer: EntryPage }
  outline: { input: { offset: number }; answer: { items: OutlineItem[]; total: number } }
  text: { input: { entry: string; field: Field; offset: number }; answer: Piece }
  holding: { input: { entries: readonly string[]; words: string }; answer: { entries: string[] } }
  raw: { input: { entry: string; offset: number }; answer: Piece }
  image: {
    input: { entry: string; index: number; offset: number }
    answer: { mediaType: string; base64: string; next: number | null }
  }
  /** The only one whose answer holds a secret: the one that a person asked for. */
  reveal: { input: { entry: string; mask: string }; answer: { text: string } }
  secrets: { input: null; answer: SecretReport }
  account: { input: null; answer: SessionAccount }
  checkpoints: { input: null; answer: readonly Checkpoint[] }
  tasks: { input: null; answer: readonly TaskList[] }
  /** Asked about a session, or about the source itself when the session id is null. Masked where it is read. */
  config: { input: null; answer: readonly ConfigDocument[] }
  /** All entries, in short, to be compared. */
  digest: { input: null; answer: EntryDigests }
  /** All of an entry as a text, and what `digest` says of its content; null where there is no such entry. */
  whole: { input: { entry: string }; answer: { text: string; digest: string } | null }
  /** Masked as `config`; a masked value has its hash under `key`, which must stay in the service. `form`: of which method of the adapter. */
  comparedConfig: {
    input: { key: string; form: 'own' | 'checkpoint' | 'now' }
    answer: readonly ComparedDocument[]
  }
  records: { input: null; answer: readonly StateRecord[] }
  /** What the agent's own index and files say against taking the session up. */
  resume: { input: Pick<ResumeTarget, 'session' | 'home'>; answer: readonly ResumeReason[] }
  plan: { input: { change: AdapterChange; moves: Moves | undefined }; answer: PlanDraft }
  capture: { input: null; answer: readonly StepDraft[] }
  /** None of an agent that keeps no notes for projects in files. */
  projectNotes: { input: null; answer: readonly StepDraft[] }
  verify: { input: { paths: readonly string[]; kind: ChangeKind | undefined }; answer: readonly Finding[] }
  /** What of a session's damage can be mended. */
  fixes: { input: null; answer: readonly Fix[] }
}

export type QuestionName = keyof Questions
