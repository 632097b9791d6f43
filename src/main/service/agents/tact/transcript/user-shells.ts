import { asNumber, asText, type JsonObject, nanosecondsToMs } from '../json-access'
import type { TactRecord } from '../record'
import type { Item } from './item'
import type { Projection } from './projection'

/** Commands that the person ran with `!`. They may outlive a run, and their ids count within one segment of the session. */
export class UserShells {
  private readonly projection: Projection
  private readonly isStartEarlier: (id: number) => boolean
  private readonly open = new Map<number, Item>()

  constructor(projection: Projection, isStartEarlier: (id: number) => boolean) {
    this.projection = projection
    this.isStartEarlier = isStartEarlier
  }

  get hasOpen(): boolean {
    return this.open.size > 0
  }

  started(record: TactRecord): boolean {
    const id = asNumber(record.payload.id)
    const command = asText(record.payload.command)
    if (id === null || command === null) return false
    this.open.set(id, this.addShell(record, command))
    return true
  }

  finished(record: TactRecord): boolean {
    const id = asNumber(record.payload.id)
    if (id === null) return false
    const known = this.open.get(id)
    if (!known && this.isStartEarlier(id)) return true
    const item = known ?? this.addShell(record, '')
    if (known) item.rows.push(record.eventId)
    this.open.delete(id)
    finish(item, record.payload)
    return true
  }

  closeAll(reason: string): void {
    for (const { entry } of this.open.values()) {
      if (!entry.tool) continue
      entry.tool.status = 'failed'
      entry.tool.result = reason
    }
    this.open.clear()
  }

  dropOpen(): void {
    for (const item of this.open.values()) item.hidden = true
    this.open.clear()
  }

  private addShell(record: TactRecord, command: string): Item {
    const item = this.projection.add(record, 'shell', { text: command })
    const { workspace } = record.payload
    item.entry.tool = {
      name: 'exec_command',
      status: 'running',
      arguments: typeof workspace === 'string' ? { cmd: command, workdir: workspace } : { cmd: command },
      result: '',
      durationMs: null
    }
    return item
  }
}

function finish(item: Item, payload: JsonObject): void {
  const { tool } = item.entry
  if (!tool) return
  const error = asText(payload.error)
  const exitCode = asNumber(payload.exit_code)
  const cut = payload.truncated === true ? '\n[tact kept only the beginning of this output]' : ''
  tool.result = [`${asText(payload.output) ?? ''}${cut}`, error].filter(Boolean).join('\n')
  tool.status = error === null && exitCode === 0 ? 'ok' : 'failed'
  tool.durationMs = nanosecondsToMs(payload.duration_ns)
  tool.exitCode = exitCode
}
