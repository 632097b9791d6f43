import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceProgram, Transport } from './service-link'
import { transportFor } from './service-link'

type Environment = Readonly<Record<string, string | undefined>>

export interface ProgramOptions {
  readonly appFolder: string
  readonly home: string
  readonly packaged: boolean
  readonly args: readonly string[]
  readonly env: Environment
  readonly nodeApi: string | undefined
}

/** Variables that would change what a child Node does, or name our tests' choices. */
const notForService = ['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', 'REPRISE_TRANSPORT', 'REPRISE_SERVICE_ENTRY']

/** How to run the service. In development and tests the environment may choose transport, script and Node. */
export function serviceProgram(options: ProgramOptions): ServiceProgram {
  const { appFolder, home, packaged } = options
  const choice: Environment = packaged ? {} : options.env
  const env = { ...options.env, REPRISE_HOME: home }
  for (const name of notForService) Reflect.deleteProperty(env, name)
  return {
    transport: (choice['REPRISE_TRANSPORT'] as Transport | undefined) ?? transportFor(options.nodeApi),
    entry: choice['REPRISE_SERVICE_ENTRY'] ?? join(appFolder, 'out', 'service', 'entry.js'),
    node: choice['REPRISE_NODE'] ?? projectNode(appFolder),
    args: options.args,
    env
  }
}

/** The pinned Node as npm links it, for a start without our scripts. */
function projectNode(appFolder: string): string {
  const linked = join(appFolder, 'node_modules', '.bin', 'node')
  return existsSync(linked) ? linked : 'node'
}
