import type { MessageBus } from '@homebridge/dbus-native'

/** What the package has beyond its own types. */
declare module '@homebridge/dbus-native' {
  function createClient(options: { busAddress: string }): MessageBus
  interface MessageBus {
    addMatch(match: string, callback: (error: unknown) => void): void
  }
  interface BusConnection {
    end(): void
  }
}

export interface SignalMatch {
  readonly interface: string
  readonly member: string
  readonly arg0?: string
}

/** The little that we need of a bus. */
export interface Bus {
  /** The value of a simple property; undefined where nobody answers. */
  property(name: string, path: string, of: string, property: string): Promise<unknown>
  listen(match: SignalMatch, listener: () => void): Promise<void>
  close(): void
}

/** Connects to a message bus. Rejects where there is none; `onEnd` is called when it goes away later. */
export async function connectToBus(address: string, onEnd: () => void): Promise<Bus> {
  const { createClient } = await import('@homebridge/dbus-native')
  const bus = createClient({ busAddress: address })
  await new Promise<void>((resolve, reject) => {
    bus.connection.on('connect', () => resolve())
    bus.connection.on('error', reject)
    bus.connection.on('end', () => reject(new Error('the bus closed the connection')))
  })
  bus.connection.on('error', onEnd)
  bus.connection.on('end', onEnd)
  return {
    property: (name, path, of, property) => readProperty(bus, [name, path, of, property]),
    listen(match, listener) {
      bus.connection.on('message', (message: { interface?: string; member?: string; body?: unknown[] }) => {
        const same = message.interface === match.interface && message.member === match.member
        if (same && (match.arg0 === undefined || message.body?.[0] === match.arg0)) listener()
      })
      const words = Object.entries(match).map(([key, value]) => `${key}='${value}'`)
      return new Promise((resolve, reject) => {
        bus.addMatch(`type='signal',${words.join(',')}`, (error: unknown) => (error ? reject(error) : resolve()))
      })
    },
    close: () => void bus.connection.end()
  }
}

function readProperty(bus: MessageBus, [destination, path, of, property]: [string, string, string, string]) {
  const call = {
    ...{ destination, path, interface: 'org.freedesktop.DBus.Properties', member: 'Get' },
    ...{ signature: 'ss', body: [of, property] }
  }
  return new Promise<unknown>((resolve) => {
    // A variant arrives as its signature and a list of its one value.
    bus.invoke(call, (error: unknown, variant: unknown) =>
      resolve(error ? undefined : (variant as [unknown, unknown[]] | undefined)?.[1]?.[0])
    )
  })
}
