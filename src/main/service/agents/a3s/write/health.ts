import { join } from 'node:path'
import { systemCode } from '../../../restore/gateway'
import { removeIfThere, writeAll } from '../../../restore/own-files'
import { type Answer, answer, refuse } from '../store/answer'
import type { StoreWriting } from './store-writing'

/** Which kind of store answered. */
export interface HealthyStore {
  readonly backend: 'file' | 'memory'
}

/**
 * Whether a store's folder takes and gives up a file: `ok` is written to `.health_check` and removed again (format 10). Fails when the
 * folder is missing or may not be written. Unlike everything that only looks, this writes.
 */
export async function checkHealth(root: string, { gateway }: StoreWriting): Promise<Answer<HealthyStore>> {
  const path = join(root, '.health_check')
  try {
    await removeIfThere(gateway, path)
    const file = await gateway.create(path, 0o600)
    try {
      await writeAll(file, Buffer.from('ok'))
    } finally {
      await file.close()
      await removeIfThere(gateway, path)
    }
    return answer({ backend: 'file' })
  } catch (error) {
    return refuse('io', `session store folder ${root} does not take a file: ${systemCode(error) || String(error)}`)
  }
}
