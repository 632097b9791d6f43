import type { AgentId } from '@shared/domain/agents'
import type { RawConfigDocument } from '../../redaction/config-rules'
import { readConfigFiles } from '../file-store/config-files'

/** The settings in a folder of an agent, and whether files of the names that hold credentials are there; those are not read. */
export function readConfigFolder(agent: AgentId, root: string, credentials: RegExp): readonly RawConfigDocument[] {
  return readConfigFiles(agent, root, { settings: ['settings.json'], credentials })
}
