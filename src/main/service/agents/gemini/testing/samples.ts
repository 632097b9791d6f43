import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { samplesOf } from '../../conformance/agent-samples'
import { adapter } from '../adapter'

export const { expected, sampleHome, emptyHome, sourceIn, removeHomes } = samplesOf(adapter, '.gemini', (home) => {
  // Repositories have their real name again.
  for (const project of ['weather', 'caf-app-v2']) {
    const folder = join(home, '.gemini', 'history', project)
    cpSync(join(folder, 'dot-git'), join(folder, '.git'), { recursive: true })
    rmSync(join(folder, 'dot-git'), { recursive: true })
  }
})
