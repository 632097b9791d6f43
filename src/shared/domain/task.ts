import { z } from 'zod'
import { Finding } from './finding'

/** One task of an agent's list, in display order, with its depth in the tree. */
export const Task = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  /** The agent's own word. */
  status: z.string(),
  depth: z.number().int(),
  current: z.boolean(),
  blockedBy: z.array(z.string()).optional(),
  updatedAt: z.number().nullable().optional()
})
export type Task = z.infer<typeof Task>

/** A task list in one place. An agent may keep several that disagree; exactly one of them may be what a restore touches. */
export const TaskList = z.object({
  /** A plain name of the place, such as "process-wide", "automatic checkpoints", "terminal UI". */
  place: z.string(),
  path: z.string(),
  exists: z.boolean(),
  /** Whether applying a checkpoint would write here. */
  target: z.boolean(),
  currentTaskId: z.string().nullable(),
  tasks: z.array(Task),
  findings: z.array(Finding)
})
export type TaskList = z.infer<typeof TaskList>
