import type { Command } from '../command'
import { apply } from './apply'
import { bundle } from './bundle'
import { capture } from './capture'
import { checkpoint } from './checkpoint'
import { checkpoints } from './checkpoints'
import { config } from './config'
import { diff } from './diff'
import { doctor } from './doctor'
import { exportSession } from './export'
import { importFile } from './import'
import { lease } from './lease'
import { lineage } from './lineage'
import { list } from './list'
import { locate } from './locate'
import { operations } from './operations'
import { plan } from './plan'
import { prompts } from './prompts'
import { repair } from './repair'
import { resume } from './resume'
import { secrets } from './secrets'
import { collect, deleteSession, fork, migrate } from './session-changes'
import { show } from './show'
import { sources } from './sources'
import { tasks } from './tasks'
import { undo } from './undo'
import { vault } from './vault'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  sources,
  list,
  locate,
  show,
  prompts,
  lineage,
  resume,
  checkpoints,
  checkpoint,
  tasks,
  config,
  secrets,
  diff,
  plan,
  fork,
  deleteSession,
  collect,
  migrate,
  repair,
  apply,
  undo,
  operations,
  capture,
  bundle,
  exportSession,
  importFile,
  vault,
  lease,
  doctor
]
