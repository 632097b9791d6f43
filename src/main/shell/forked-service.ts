import { fork } from 'node:child_process'
import { serviceMemory } from '../service/service-memory'
import { serviceFlags } from './service-flags'
import { keepOutput, type ServiceLink, type ServiceProgram } from './service-link'

/** The service in the project's pinned Node, over the channel of `fork`. */
export function startForked({ entry, node, args, env }: ServiceProgram): ServiceLink {
  const child = fork(entry, [...args], {
    execPath: node,
    execArgv: [...serviceFlags],
    env: { ...env, ...serviceMemory },
    silent: true
  })
  const output = keepOutput(child.stdout, child.stderr)
  return {
    // A service that has just died is told by its exit; the failed send says nothing new.
    send: (message) => void (child.connected && child.send(message, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      let told = false
      const tell = (code: number | null, more = '') => {
        if (!told) listener(code, output() + more)
        told = true
      }
      child.once('close', (code) => tell(code))
      // A Node that is not there never starts, and so never closes.
      child.once('error', (error) => tell(null, `${error.name}\n`))
    },
    kill: () => void child.kill('SIGKILL')
  }
}
