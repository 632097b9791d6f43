import { z } from 'zod'
import { SessionActivity } from '../domain/activity'
import { AgentId } from '../domain/agents'
import { Capabilities } from '../domain/capabilities'
import { ChangeKind, ChangeRequest } from '../domain/change'
import { Checkpoint } from '../domain/checkpoint'
import { ConfigDocument } from '../domain/config'
import { DesktopState, Wanted } from '../domain/desktop'
import { Finding } from '../domain/finding'
import { LeaseView } from '../domain/lease'
import { Lineage } from '../domain/lineage'
import { ApplyResult, Operation } from '../domain/operation'
import { Plan } from '../domain/plan'
import { ResumeCheck, ResumeLanded, Terminal } from '../domain/resume'
import { SessionRef, SessionSummary, TranscriptRef } from '../domain/session'
import { Settings, SettingsChange } from '../domain/settings'
import { Source } from '../domain/source'
import { TaskList } from '../domain/task'
import { Accounting, EntryPage, OutlineItem, TokenUsage } from '../domain/transcript'
import { VaultState } from '../domain/vault'
import type { ErrorCode } from './errors'
import { command, job, query } from './operation-kinds'

const none = z.object({})
const session = z.object({ session: SessionRef })

/** Lists that one answer may not hold: the next one is asked for with the `next` of this one. */
const fromOffset = { offset: z.number().int().min(0).default(0) }
const cutAnswer = { total: z.number().int(), next: z.number().int().nullable() }

/** Codes that reading a session, or a checkpoint of it, can answer with. */
const reading: readonly ErrorCode[] = [
  'not.found',
  'source.missing',
  'source.locked',
  'source.newer',
  'source.unreadable',
  'session.unreadable',
  'session.sealed',
  'session.gone',
  'checkpoint.invalid',
  'refused'
]

/** Which sessions a list shows, and in which order. */
export const SessionQuery = z.object({
  agent: AgentId.optional(),
  source: z.string().optional(),
  /** The same folder, whatever way it is spelled. */
  workspace: z.string().optional(),
  /** A path of a workspace of the facets: all directories of it. */
  project: z.string().optional(),
  /** Only those that their agent removes within a week. */
  leaving: z.boolean().optional(),
  /** Only those that are gone, or only the others. */
  gone: z.boolean().optional(),
  /** Only those with a checkpoint that can be put back. */
  restorable: z.boolean().optional(),
  resumable: z.boolean().optional(),
  /** Every word must occur in the title, a prompt, the workspace or the agent's name; case does not count. */
  text: z.string().optional(),
  /** Also sessions that another one started. */
  children: z.boolean().optional(),
  sort: z.enum(['updated', 'started', 'title', 'entries', 'workspace', 'leaving']).default('updated'),
  descending: z.boolean().default(true)
})
export type SessionQuery = z.infer<typeof SessionQuery>

export const Facets = z.object({
  all: z.number().int(),
  restorable: z.number().int(),
  withFindings: z.number().int(),
  /** Those that their agent removes within a week, and those of which it has nothing any more. */
  leaving: z.number().int(),
  gone: z.number().int(),
  agents: z.array(z.object({ agent: AgentId, sessions: z.number().int() })),
  /** The ones used last first. `also`: other paths of the same folder or repository. */
  workspaces: z.array(
    z.object({
      path: z.string(),
      sessions: z.number().int(),
      also: z.array(z.string()).optional(),
      repository: z.string().optional()
    })
  )
})
export type Facets = z.infer<typeof Facets>

export const AppInfo = z.object({
  version: z.string(),
  /** Our own folder. */
  home: z.string(),
  node: z.string(),
  library: z.object({
    state: z.enum(['ok', 'newer', 'rebuilt']),
    schema: z.number().int(),
    message: z.string().optional()
  }),
  /** True while a scan runs; `everScanned` is false before the first one ended. */
  scanning: z.boolean(),
  everScanned: z.boolean()
})
export type AppInfo = z.infer<typeof AppInfo>

export const ShellInfo = z.object({
  electron: z.string(),
  chrome: z.string(),
  node: z.string(),
  /** The unpatched runtime that development falls back to where Electron cannot be fetched. */
  fallbackRuntime: z.boolean(),
  platform: z.string(),
  transport: z.enum(['utility process', 'forked Node'])
})
export type ShellInfo = z.infer<typeof ShellInfo>

export const ScanResult = z.object({
  sources: z.number().int(),
  sessions: z.number().int(),
  /** Units (files, databases) that were parsed, and those that were unchanged. A second scan of unchanged sources parses 0. */
  parsed: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int()
})
export type ScanResult = z.infer<typeof ScanResult>

/** Every operation that the page, the command line and the tests can call. */
export const contract = {
  'app.info': query(none, AppInfo),
  'sources.list': query(
    none,
    z.object({
      sources: z.array(Source),
      capabilities: z.record(z.string(), Capabilities),
      /** By agent: what can be planned for its sessions at all. */
      changes: z.record(z.string(), z.array(ChangeKind)),
      /** Agents whose own checkpoints can be opened as a session, to look at; what Reprise keeps always can. */
      opensCheckpoints: z.array(AgentId),
      /** Agents whose sessions can be kept, also where nothing of theirs can be changed. */
      keeps: z.array(AgentId)
    })
  ),
  /**
   * Takes the key of a sealed store from a file (hex, mode 0600) and keeps it in memory, for reading sessions of that source. What lists and
   * our database hold of sealed sessions does not change by it.
   */
  'source.key': command(z.object({ source: z.string(), path: z.string() }), none, ['not.found', 'refused']),
  'sessions.page': query(
    z.object({ query: SessionQuery, offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }),
    z.object({ total: z.number().int(), complete: z.boolean(), rows: z.array(SessionSummary) })
  ),
  /** Position of a session in a query's order, so that a list can scroll to it; null when it is not in there. */
  'sessions.locate': query(
    z.object({ query: SessionQuery, session: SessionRef }),
    z.object({ index: z.number().int().nullable() })
  ),
  'sessions.facets': query(none, Facets),
  /** What the agents do with these sessions, from their ends and their open processes; null where that is not known. */
  'sessions.activity': query(
    z.object({ sessions: z.array(SessionRef).max(20) }),
    z.object({ activities: z.array(z.object({ session: SessionRef, activity: SessionActivity.nullable() })) })
  ),
  'sessions.get': query(
    session,
    z.object({
      session: SessionSummary,
      findings: z.array(Finding),
      accounting: Accounting.nullable(),
      /** What the model used for it; null where that is not recorded, or the session was not read as a whole. */
      usage: TokenUsage.nullable(),
      children: z.array(SessionSummary),
      parent: SessionSummary.nullable(),
      /** Where it lies on disk. */
      path: z.string().nullable(),
      /** Cursor of the place where the person last read; null = open at the end. */
      lastRead: z.string().nullable()
    }),
    reading
  ),
  /** The family of a session: what it was forked from, continues, started, and where it was compacted or rewound (`points`). */
  'lineage.show': query(session.extend({ points: z.boolean().default(true) }), Lineage, reading),
  'transcript.page': query(
    z.object({
      session: TranscriptRef,
      /** `start`, `end`, or a cursor of a page or an outline item. */
      from: z.string(),
      direction: z.enum(['forward', 'backward']),
      limit: z.number().int().min(1).max(500).default(100)
    }),
    EntryPage,
    reading
  ),
  'transcript.outline': query(
    z.object({ session: TranscriptRef, offset: z.number().int().min(0).default(0) }),
    z.object({ items: z.array(OutlineItem), total: z.number().int() }),
    reading
  ),
  /** The rest of a clipped field: at most 256 Ki characters from `offset` (in UTF-16 units). */
  'transcript.text': query(
    z.object({
      session: TranscriptRef,
      entry: z.string(),
      field: z.enum(['text', 'arguments', 'result']),
      offset: z.number().int().min(0)
    }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
    reading
  ),
  /** Which of these entries hold the words in a field that a page gives only the start of; case does not count. */
  'transcript.holding': query(
    z.object({ session: TranscriptRef, entries: z.array(z.string()).max(500), words: z.string().min(1).max(1000) }),
    z.object({ entries: z.array(z.string()) }),
    reading
  ),
  /** One entry's native records as text, in pieces of at most 256 Ki characters. */
  'transcript.raw': query(
    z.object({ session: TranscriptRef, entry: z.string(), offset: z.number().int().min(0).default(0) }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
    reading
  ),
  /** One image as base64, in pieces of at most 512 Ki characters. */
  'transcript.image': query(
    z.object({
      session: TranscriptRef,
      entry: z.string(),
      index: z.number().int().min(0),
      offset: z.number().int().min(0).default(0)
    }),
    z.object({ mediaType: z.string(), base64: z.string(), next: z.number().int().nullable() }),
    reading
  ),
  /** Reads the whole session once to make its counts add up; the result is stored, unless it is that of a checkpoint. */
  'transcript.account': job(
    z.object({ session: TranscriptRef }),
    z.object({
      accounting: Accounting,
      entries: z.number().int(),
      findings: z.array(Finding),
      /** null where the agent does not record it. */
      usage: TokenUsage.nullable()
    }),
    reading
  ),
  /** The checkpoint is no longer looked at: what was laid out of a kept one is removed. */
  'transcript.close': command(z.object({ session: TranscriptRef }), none),
  /** Of a session that its agent has lost: prompts that are known, oldest first, and what can be looked at or put back. */
  'session.remains': query(
    session,
    z.object({
      prompts: z.array(z.object({ at: z.number(), text: z.string() })),
      /** Copies that Reprise keeps; `checkpoints` counts these and the agent's own. */
      copies: z.number().int(),
      checkpoints: z.number().int(),
      /** The agent knows nothing of it any more: title, times and prompts are from the last scan that saw it. */
      remembered: z.boolean()
    }),
    ['not.found']
  ),
  /**
   * Says where a recorded folder that was moved or renamed is now; null takes that back. From then on its sessions are grouped with those of that
   * folder, and are resumed there. Nothing of theirs is changed, and no files are put back into the folder of then.
   */
  'workspace.locate': command(
    z.object({ from: z.string().min(1).max(4000), to: z.string().min(1).max(4000).nullable() }),
    z.object({ sessions: z.number().int(), relocations: Settings.shape.relocations.unwrap() }),
    ['not.found', 'refused']
  ),
  /** Takes a session that is gone out of the list, with the prompts that are known of it. */
  'session.forget': command(session, none, ['not.found', 'refused']),
  'transcript.remember': command(z.object({ session: SessionRef, cursor: z.string().nullable() }), none, ['not.found']),
  'checkpoints.list': query(
    session.extend(fromOffset),
    /** `restorable` counts all of them that can be put back, on every page. */
    z.object({ checkpoints: z.array(Checkpoint), restorable: z.number().int(), ...cutAnswer }),
    reading
  ),
  'tasks.list': query(z.object({ session: TranscriptRef }), z.object({ lists: z.array(TaskList) }), reading),
  'config.show': query(
    // Strict, since a session reference has a `source` too and must not pass as one.
    z.union([session.extend(fromOffset), z.strictObject({ source: z.string(), ...fromOffset })]),
    /** Counts documents and their values; a document that goes on in the next answer is there by the same name and path. */
    z.object({ documents: z.array(ConfigDocument), ...cutAnswer }),
    reading
  ),
  'prompts.recent': query(
    z.object({ workspace: z.string().optional(), limit: z.number().int().min(1).max(500).default(100) }),
    z.object({ prompts: z.array(z.object({ session: SessionRef, agent: AgentId, at: z.number(), text: z.string() })) })
  ),
  'findings.list': query(
    z.object({ session: SessionRef.optional(), source: z.string().optional(), ...fromOffset }),
    z.object({ findings: z.array(Finding), ...cutAnswer }),
    reading
  ),
  'scan.run': job(z.object({ source: z.string().optional() }), ScanResult),
  /** What a change would do, step by step. Nothing is changed. */
  'plan.make': command(ChangeRequest, Plan, reading),
  'plan.undo': command(z.object({ operation: z.string() }), Plan, ['not.found', 'refused', 'source.missing']),
  'plan.get': query(z.object({ planId: z.string() }), Plan, ['not.found', 'plan.expired']),
  'plan.apply': job(
    z.object({ planId: z.string(), digest: z.string(), choices: z.record(z.string(), z.string()).default({}) }),
    ApplyResult,
    [
      'not.found',
      'plan.expired',
      'plan.digest',
      'plan.choice',
      'precondition.failed',
      'lease.held',
      'refused',
      'partly.done',
      'verify.failed'
    ]
  ),
  'operations.list': query(
    z.object({ limit: z.number().int().min(1).max(500).default(100) }),
    z.object({ operations: z.array(Operation), vaultBytes: z.number().int() })
  ),
  /** What an earlier run had left open and this one finished or put back, newest first. */
  'operations.ended': query(none, z.object({ operations: z.array(Operation) })),
  /** Who is writing right now; while another Reprise is, applies answer `lease.held`. */
  'lease.state': query(none, LeaseView),
  /** Shuts out the holder of that epoch, with the consent of a person who saw who it is, and ends what it had begun. */
  'lease.takeOver': command(z.object({ epoch: z.number().int().min(0) }), LeaseView, [
    'precondition.failed',
    'refused',
    'lease.held',
    'partly.done'
  ]),
  /** Keeps a session as it is now, byte for byte, in our vault. */
  'capture.make': job(
    z.object({ session: SessionRef, label: z.string().max(500).nullable().default(null) }),
    z.object({ checkpoint: Checkpoint }),
    [...reading, 'lease.held']
  ),
  /** `read`: every part is read and compared with its hash, which takes as long as reading all of it; else it is looked for by name. */
  'vault.show': query(z.object({ read: z.boolean().optional() }), VaultState),
  /** A copy with a label is never removed by itself; null takes the label away. */
  'vault.label': command(z.object({ id: z.string(), label: z.string().max(500).nullable() }), none, [
    'not.found',
    'lease.held'
  ]),
  /** Removes what the settings leave no room for. */
  'vault.prune': job(none, z.object({ removed: z.number().int(), bytes: z.number().int() }), ['lease.held']),
  /** Whether the agent would take the session up again, and with which command. Runs nothing but the login shell and `<program> --version`. */
  'resume.check': query(session, ResumeCheck, reading),
  /** Starts the agent in a terminal, the default one unless another is named. `precondition.failed` has the check as `data.check`. */
  'resume.start': command(
    session.extend({ terminal: z.string().min(1).max(100).optional() }),
    z.object({ terminal: z.string(), pid: z.number().int().nullable() }),
    [...reading, 'precondition.failed', 'refused']
  ),
  /** The terminals that were found, and which one is taken when none is named. */
  'resume.terminals': query(none, z.object({ terminals: z.array(Terminal) })),
  'settings.get': query(none, Settings),
  'settings.set': command(SettingsChange, Settings, ['refused']),
  doctor: query(
    none,
    z.object({
      checks: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['ok', 'notice', 'problem']),
          detail: z.string(),
          advice: z.string().optional()
        })
      )
    })
  ),

  'shell.info': query(none, ShellInfo, [], 'shell'),
  'shell.openExternal': command(z.object({ url: z.string() }), none, ['refused'], 'shell'),
  'shell.copy': command(z.object({ text: z.string().max(4_000_000) }), none, [], 'shell'),
  'shell.window': command(z.object({ action: z.enum(['minimize', 'maximize', 'close']) }), none, [], 'shell'),
  'shell.desktop': query(none, DesktopState, [], 'shell'),
  /** What was asked for outside of the window, once. */
  'shell.wanted': command(none, z.object({ wanted: Wanted.nullable() }), [], 'shell'),
  /** For the quick-resume window: takes a session up, opens it in the main window, or puts the quick window away. */
  'shell.quick': command(
    z.discriminatedUnion('do', [
      z.object({ do: z.enum(['resume', 'open']), session: SessionRef }),
      z.object({ do: z.literal('close') })
    ]),
    none,
    [],
    'shell'
  ),
  'shell.pickFolder': command(none, z.object({ path: z.string().nullable() }), [], 'shell'),
  'shell.pickFile': command(none, z.object({ path: z.string().nullable() }), [], 'shell')
} as const

export type Contract = typeof contract
export type OperationName = keyof Contract
export type InputOf<N extends OperationName> = z.input<Contract[N]['input']>
export type ParsedInputOf<N extends OperationName> = z.output<Contract[N]['input']>
export type OutputOf<N extends OperationName> = z.output<Contract[N]['output']>
export type JobName = { [N in OperationName]: Contract[N]['kind'] extends 'job' ? N : never }[OperationName]

/** Events that the service or the shell sends by itself. */
export const events = {
  'service.state': z.object({
    state: z.enum(['starting', 'ready', 'restarting', 'stopped']),
    message: z.string().optional()
  }),
  'scan.progress': z.object({
    done: z.number().int(),
    total: z.number().int().nullable(),
    doing: z.string(),
    sessions: z.number().int(),
    running: z.boolean()
  }),
  /** The catalog changed; `sessions` names what changed, or is null when it is much. */
  'catalog.changed': z.object({ revision: z.number().int(), sessions: z.array(SessionRef).nullable() }),
  'operations.changed': z.object({ operation: z.string() }),
  'lease.changed': LeaseView,
  'settings.changed': Settings,
  /** After a resume: which session received the turn. */
  'resume.landed': ResumeLanded,
  'desktop.changed': DesktopState,
  /** Something was asked for outside of the window; `shell.wanted` says what. */
  'shell.asked': none,
  /** The quick-resume window was put away (false) or came up (true). */
  'quick.shown': z.object({ shown: z.boolean() }),
  /** The shell asks the page to show something: a menu item or a second start was used. */
  'shell.command': z.object({
    command: z.enum(['about', 'settings', 'keys', 'palette', 'rescan', 'operations', 'leaving'])
  })
} as const
export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>
