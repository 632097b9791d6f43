import { MessageChannelMain, utilityProcess } from 'electron'
import { serviceMemory } from '../service/service-memory'
import { serviceFlags } from './service-flags'
import { keepOutput, type ServiceLink, type ServiceProgram } from './service-link'

/** The service in a process of Electron's own, over a message port that its first message hands over. */
export function startUtility({ entry, args, env }: ServiceProgram): ServiceLink {
  const child = utilityProcess.fork(entry, [...args], {
    serviceName: 'Reprise service',
    stdio: 'pipe',
    execArgv: [...serviceFlags],
    env: { ...env, ...serviceMemory }
  })
  const { port1, port2 } = new MessageChannelMain()
  child.postMessage({ type: 'connect' }, [port2])
  const output = keepOutput(child.stdout, child.stderr)
  return {
    send: (message) => port1.postMessage(message),
    onMessage(listener) {
      port1.on('message', (event) => listener(event.data))
      port1.start()
    },
    onExit: (listener) => void child.once('exit', (code) => listener(code, output())),
    kill: () => void child.kill()
  }
}
