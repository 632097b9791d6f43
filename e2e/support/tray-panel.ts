import { EventEmitter } from 'node:events'
import { createClient, type MessageBus } from '@homebridge/dbus-native'

/** What the package has beyond its own types. */
declare module '@homebridge/dbus-native' {
  function createClient(options: { busAddress: string }): MessageBus
  interface MessageBus {
    requestName(name: string, flags: number, done: (error: unknown) => void): void
    exportInterface(object: object, path: string, description: object): void
  }
  interface BusConnection {
    end(): void
  }
}

const watcher = 'org.kde.StatusNotifierWatcher'
const item = 'org.kde.StatusNotifierItem'
const dbusMenu = 'com.canonical.dbusmenu'

/** A line of a menu as a panel sees it. */
export interface PanelLine {
  readonly id: number
  readonly label: string
  readonly enabled: boolean
  readonly separator: boolean
  readonly lines: readonly PanelLine[]
}

/** A panel that shows icons of other programs: the watcher and the host of the specification "StatusNotifierItem" in one. */
export class TrayPanel {
  private readonly bus: MessageBus
  private readonly state = Object.assign(new EventEmitter(), {
    RegisteredStatusNotifierItems: [] as string[],
    IsStatusNotifierHostRegistered: true,
    ProtocolVersion: 0
  })
  /** Icons that registered, as `bus name/object path`. */
  readonly items: { readonly name: string; readonly path: string }[] = []

  private constructor(bus: MessageBus) {
    this.bus = bus
  }

  static async start(address: string): Promise<TrayPanel> {
    const bus = createClient({ busAddress: address })
    const panel = new TrayPanel(bus)
    panel.serve()
    await new Promise<void>((resolve, reject) => {
      bus.connection.on('error', reject)
      bus.requestName(watcher, 0, (error) => (error ? reject(error) : resolve()))
    })
    return panel
  }

  stop(): void {
    this.bus.connection.end()
  }

  /** The menu of the first icon, as it is now. */
  async menu(): Promise<readonly PanelLine[]> {
    const { name } = this.first()
    const [, layout] = await this.ask(name, await this.menuPath(), dbusMenu, 'GetLayout', 'iias', [0, -1, []])
    return lineOf(layout as Layout).lines
  }

  /** Presses a line of the menu, as a panel does. */
  async click(line: PanelLine): Promise<void> {
    const time = Math.floor(Date.now() / 1000)
    const body = [line.id, 'clicked', ['s', ''], time]
    await this.ask(this.first().name, await this.menuPath(), dbusMenu, 'Event', 'isvu', body)
  }

  /** Presses the icon itself. */
  async press(): Promise<void> {
    const { name, path } = this.first()
    await this.ask(name, path, item, 'Activate', 'ii', [0, 0])
  }

  /** Widths of the pictures of the icon, in points. */
  async pictures(): Promise<readonly number[]> {
    const pictures = (await this.property('IconPixmap')) as readonly (readonly [number, number, unknown])[]
    return pictures.map(([width]) => width)
  }

  private first() {
    const [first] = this.items
    if (first === undefined) throw new Error('no icon is registered')
    return first
  }

  private async menuPath(): Promise<string> {
    return String(await this.property('Menu'))
  }

  private async property(property: string): Promise<unknown> {
    const { name, path } = this.first()
    const [variant] = await this.ask(name, path, 'org.freedesktop.DBus.Properties', 'Get', 'ss', [item, property])
    return unwrapped(variant as Variant)
  }

  private ask(
    destination: string,
    path: string,
    of: string,
    member: string,
    signature: string,
    body: readonly unknown[]
  ): Promise<unknown[]> {
    const call = { destination, path, interface: of, member, signature, body }
    return new Promise((resolve, reject) => {
      const invoke = this.bus.invoke as (call: object, done: (error: unknown, ...values: unknown[]) => void) => void
      invoke.call(this.bus, call, (error, ...values) => {
        if (error) reject(new Error(`${member}: ${JSON.stringify(error)}`))
        else resolve(values)
      })
    })
  }

  private serve(): void {
    const register = (service: string, message: { sender: string }) => {
      const found = service.startsWith('/')
        ? { name: message.sender, path: service }
        : { name: service, path: '/StatusNotifierItem' }
      this.items.push(found)
      this.state.RegisteredStatusNotifierItems.push(`${found.name}${found.path}`)
      this.state.emit('StatusNotifierItemRegistered', service)
    }
    Object.assign(this.state, { RegisterStatusNotifierItem: register, RegisterStatusNotifierHost: () => undefined })
    this.bus.exportInterface(this.state, '/StatusNotifierWatcher', {
      name: watcher,
      methods: { RegisterStatusNotifierItem: ['s', ''], RegisterStatusNotifierHost: ['s', ''] },
      signals: { StatusNotifierItemRegistered: ['s'], StatusNotifierHostRegistered: [''] },
      properties: { RegisteredStatusNotifierItems: 'as', IsStatusNotifierHostRegistered: 'b', ProtocolVersion: 'i' }
    })
  }
}

/** A variant arrives as its signature and a list of its one value. */
type Variant = readonly [unknown, readonly unknown[]]
type Layout = readonly [number, readonly (readonly [string, Variant])[], readonly Variant[]]

const unwrapped = (variant: Variant): unknown => variant[1][0]

function lineOf([id, properties, children]: Layout): PanelLine {
  const facts = new Map(properties.map(([name, variant]) => [name, unwrapped(variant)]))
  return {
    id,
    // A single underscore marks the letter that is underlined, two are one.
    label: String(facts.get('label') ?? '').replace(/_(.)/g, '$1'),
    enabled: facts.get('enabled') !== false,
    separator: facts.get('type') === 'separator',
    lines: children.map((child) => lineOf(unwrapped(child) as Layout))
  }
}
