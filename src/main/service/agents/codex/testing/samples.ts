import { samplesOf } from '../../conformance/agent-samples'
import { adapter } from '../adapter'

export const { expected, sampleHome, emptyHome, sourceIn, removeHomes } = samplesOf(adapter, '.codex')
