import { join } from 'node:path'
import { samplesOf } from '../../conformance/agent-samples'
import { adapter } from '../adapter'

export const { expected, sampleHome, emptyHome, sourceIn, removeHomes } = samplesOf(adapter, '.local')

export function dataOf(home: string): string {
  return join(home, '.local', 'share', 'opencode')
}
