import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Bus, connectToBus } from './session-bus'

/** The program of the desktop that draws icons of others (specification "StatusNotifierItem"). */
const watcher = { name: 'org.kde.StatusNotifierWatcher', path: '/StatusNotifierWatcher' } as const

export interface TrayHost {
  close(): void
}

interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Tells whether the desktop shows icons in a tray, at first and whenever that changes: a panel may start after us. Windows and macOS always do; on
 * Linux a host has to be registered on the session bus.
 */
export function watchTrayHost({ platform, env }: Surroundings, onChange: (present: boolean) => void): TrayHost {
  if (platform !== 'linux') {
    onChange(true)
    return { close: () => undefined }
  }
  return new LinuxTrayHost(busAddress(env), onChange)
}

/** Where the session bus is, by the same rule as every program of the desktop. */
export function busAddress(env: Surroundings['env']): string | null {
  const named = env['DBUS_SESSION_BUS_ADDRESS']
  if (named !== undefined && named !== '') return named === 'disabled:' ? null : named
  const usual = env['XDG_RUNTIME_DIR'] === undefined ? null : join(env['XDG_RUNTIME_DIR'], 'bus')
  return usual !== null && existsSync(usual) ? `unix:path=${usual}` : null
}

class LinuxTrayHost implements TrayHost {
  private readonly onChange: (present: boolean) => void
  private bus: Bus | undefined
  private present: boolean | undefined
  private closed = false

  constructor(address: string | null, onChange: (present: boolean) => void) {
    this.onChange = onChange
    if (address === null) this.tell(false)
    else void this.connect(address)
  }

  close(): void {
    this.closed = true
    this.bus?.close()
  }

  private async connect(address: string): Promise<void> {
    try {
      this.bus = await connectToBus(address, () => this.tell(false))
      if (this.closed) return this.bus.close()
      const look = () => void this.look()
      await this.bus.listen({ interface: 'org.freedesktop.DBus', member: 'NameOwnerChanged', arg0: watcher.name }, look)
      for (const member of ['StatusNotifierHostRegistered', 'StatusNotifierHostUnregistered'])
        await this.bus.listen({ interface: watcher.name, member }, look)
      await this.look()
    } catch {
      // No bus that could be spoken to: then there is no tray on it either.
      this.tell(false)
    }
  }

  private async look(): Promise<void> {
    const answer = await this.bus?.property(watcher.name, watcher.path, watcher.name, 'IsStatusNotifierHostRegistered')
    this.tell(answer === true)
  }

  private tell(present: boolean): void {
    if (this.closed || present === this.present) return
    this.present = present
    this.onChange(present)
  }
}
