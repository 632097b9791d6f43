import type { HandlerTable } from '../dispatch/handler'
import { activityHandlers } from './activity'
import { appInfoHandlers } from './app-info'
import { bundleHandlers } from './bundles'
import { captureHandlers } from './capture'
import { compareHandlers } from './compare'
import { doctorHandlers } from './doctor'
import { findingHandlers } from './findings'
import { goneHandlers } from './gone'
import { importHandlers } from './imports'
import { leaseHandlers } from './lease'
import { lineageHandlers } from './lineage'
import { operationHandlers } from './operations'
import type { ServiceParts } from './parts'
import { planHandlers } from './plans'
import { promptHandlers } from './prompts'
import { repairHandlers } from './repair'
import { resumeHandlers } from './resume'
import { scanHandlers } from './scan'
import { secretHandlers } from './secrets'
import { sessionHandlers } from './sessions'
import { settingHandlers } from './settings'
import { sourceHandlers } from './sources'
import { stateHandlers } from './state'
import { transcriptHandlers } from './transcript'
import { vaultHandlers } from './vault'
import { workspaceHandlers } from './workspaces'

/** All handlers of the service. */
export function handlerTable(parts: ServiceParts): HandlerTable {
  return {
    ...appInfoHandlers(parts),
    ...sourceHandlers(parts),
    ...sessionHandlers(parts),
    ...activityHandlers(parts),
    ...transcriptHandlers(parts),
    ...secretHandlers(parts),
    ...goneHandlers(parts),
    ...lineageHandlers(parts),
    ...workspaceHandlers(parts),
    ...stateHandlers(parts),
    ...promptHandlers(parts),
    ...findingHandlers(parts),
    ...scanHandlers(parts),
    ...compareHandlers(parts),
    ...planHandlers(parts),
    ...operationHandlers(parts),
    ...leaseHandlers(parts),
    ...repairHandlers(parts),
    ...captureHandlers(parts),
    ...vaultHandlers(parts),
    ...bundleHandlers(parts),
    ...importHandlers(parts),
    ...resumeHandlers(parts),
    ...settingHandlers(parts),
    ...doctorHandlers(parts)
  }
}
