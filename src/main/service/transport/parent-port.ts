import type { ServicePort } from './port'

/** The parts of Electron's utility process that we use. Named here because the service imports no Electron. */
interface TransferredPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  start(): void
}
interface UtilityParent {
  once(event: 'message', listener: (event: { data: unknown; ports: TransferredPort[] }) => void): void
}

function fromTransferred(port: TransferredPort): ServicePort {
  return {
    send: (message) => port.postMessage(message),
    listen(listener) {
      port.on('message', (event) => listener(event.data))
      port.start()
    },
    onClosed: (listener) => port.on('close', listener)
  }
}

function fromForked(): ServicePort {
  return {
    // A parent that died between two messages is told by `disconnect`; the failed send says nothing new.
    send: (message) => process.send?.(message, () => undefined),
    listen: (listener) => process.on('message', listener),
    onClosed: (listener) => process.on('disconnect', listener)
  }
}

/**
 * The line to the parent: the message port that a utility process is handed with its first message, or the channel of
 * a forked Node. Rejects when the process was started by hand.
 */
export function connectToParent(): Promise<ServicePort> {
  const parent = (process as { parentPort?: UtilityParent }).parentPort
  if (!parent) {
    if (process.send) return Promise.resolve(fromForked())
    return Promise.reject(new Error('The service has no parent: it is started by the Reprise window.'))
  }
  return new Promise((resolve, reject) => {
    parent.once('message', ({ ports }) => {
      const [port] = ports
      if (port) resolve(fromTransferred(port))
      else reject(new Error('The first message carried no port.'))
    })
  })
}
