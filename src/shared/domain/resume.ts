import { z } from 'zod'
import { SessionRef } from './session'

/** `works`: nothing speaks against it. `doesNot`: the agent would refuse. `unknown`: that could not be determined beforehand. */
export const ResumeAnswer = z.enum(['works', 'doesNot', 'unknown'])
export type ResumeAnswer = z.infer<typeof ResumeAnswer>

/** One thing that a pre-flight found. The strongest bearing decides the answer; a `note` decides nothing. */
export const ResumeReason = z.object({
  /** Stable dotted code such as `program.missing` or `directory.missing`. */
  code: z.string(),
  bearing: z.enum(['stops', 'unsure', 'note']),
  text: z.string(),
  advice: z.string().optional()
})
export type ResumeReason = z.infer<typeof ResumeReason>

/** How an agent takes a session up again: never through a shell, each argument is a word of its own. */
export const ResumeCommand = z.object({
  /** Absolute where it was found, else the bare name. */
  program: z.string(),
  /** What follows the program. */
  argv: z.array(z.string()),
  cwd: z.string().nullable(),
  env: z.record(z.string(), z.string()),
  /** Variables that would lead the agent to another store and have to be taken away. */
  unset: z.array(z.string())
})
export type ResumeCommand = z.infer<typeof ResumeCommand>

export const shellIds = ['sh', 'fish', 'cmd', 'powershell'] as const
export const ShellId = z.enum(shellIds)
export type ShellId = z.infer<typeof ShellId>

/** The command as one line to paste; null where that shell has no way to write it (a control character; a line break for cmd). */
export const ShownCommand = z.record(ShellId, z.string().nullable())
export type ShownCommand = z.infer<typeof ShownCommand>

export const ResumeCheck = z.object({
  answer: ResumeAnswer,
  reasons: z.array(ResumeReason),
  /** null for an agent that has no command for it. */
  command: ResumeCommand.nullable(),
  shown: ShownCommand.nullable(),
  /** What `--version` said, if it was asked and answered. */
  version: z.string().nullable()
})
export type ResumeCheck = z.infer<typeof ResumeCheck>

/** A terminal program that was found. */
export const Terminal = z.object({
  id: z.string(),
  name: z.string(),
  /** The one that is taken when nothing else is asked for. */
  isDefault: z.boolean()
})
export type Terminal = z.infer<typeof Terminal>

/** Which session received the turn after a resume: `continued` is `session.id` itself, or the id that the agent went on under. */
export const ResumeLanded = z.object({ session: SessionRef, continued: z.string() })
export type ResumeLanded = z.infer<typeof ResumeLanded>

/** The answer that the reasons add up to. */
export function answerOf(reasons: readonly ResumeReason[]): ResumeAnswer {
  if (reasons.some(({ bearing }) => bearing === 'stops')) return 'doesNot'
  return reasons.some(({ bearing }) => bearing === 'unsure') ? 'unknown' : 'works'
}
