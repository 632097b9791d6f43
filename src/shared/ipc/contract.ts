import { z } from 'zod'
import { SessionActivity } from '../domain/activity'
import { AgentId } from '../domain/agents'
import { Capabilities } from '../domain/capabilities'
import { ChangeKind } from '../domain/change'
import { Checkpoint } from '../domain/checkpoint'
import { ConfigDocument } from '../domain/config'
import { DesktopState } from '../domain/desktop'
import { Finding } from '../domain/finding'
import { LeaseView } from '../domain/lease'
import { Lineage } from '../domain/lineage'
import { ResumeCheck, ResumeLanded, Terminal } from '../domain/resume'
import { SessionRef, SessionSummary, TranscriptRef } from '../domain/session'
import { Settings, SettingsChange } from '../domain/settings'
import { Source } from '../domain/source'
import { TaskList } from '../domain/task'
import { Accounting, TokenUsage } from '../domain/transcript'
import { bundleOperations } from './contract-bundle'
import { compareOperations } from './contract-compare'
import { importOperations } from './contract-import'
import { cutAnswer, fromOffset, none, reading, session } from './contract-parts'
import { repairOperations } from './contract-repair'
import { restoreOperations } from './contract-restore'
import { secretOperations } from './contract-secrets'
import { Facets, SessionQuery } from './contract-sessions'
import { shellOperations } from './contract-shell'
import { transcriptOperations } from './contract-transcript'
import { command, job, query } from './operation-kinds'

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
  ...transcriptOperations,
  ...secretOperations,
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
   * folder, resumed there, and their files are put back there. Nothing of theirs is changed.
   */
  'workspace.locate': command(
    z.object({ from: z.string().min(1).max(4000), to: z.string().min(1).max(4000).nullable() }),
    z.object({ sessions: z.number().int(), relocations: Settings.shape.relocations.unwrap() }),
    ['not.found', 'refused']
  ),
  /** Takes a session that is gone out of the list, with the prompts that are known of it. */
  'session.forget': command(session, none, ['not.found', 'refused']),
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
  ...compareOperations,
  ...restoreOperations,
  ...repairOperations,
  ...bundleOperations,
  ...importOperations,
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
  ...shellOperations
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
