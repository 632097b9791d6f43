import { samplesOf } from '../../conformance/agent-samples'
import { adapter } from '../adapter'

export const samples = samplesOf(adapter, '.cline')
