import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(600).max(20_000),
  height: z.number().int().min(400).max(20_000),
  maximized: z.boolean()
})
export type Bounds = z.infer<typeof Bounds>

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const fileIn = (home: string) => join(home, 'window.json')

/** Where the window last was, or undefined on a first start and when the note is damaged. */
export function readBounds(home: string): Bounds | undefined {
  try {
    const parsed = Bounds.safeParse(JSON.parse(readFileSync(fileIn(home), 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

export function writeBounds(home: string, bounds: Bounds): void {
  const draft = `${fileIn(home)}.new`
  writeFileSync(draft, JSON.stringify(bounds), { mode: 0o600 })
  renameSync(draft, fileIn(home))
}

/** The remembered place, unless its title bar would lie on no screen any more (one was unplugged). */
export function reachable(bounds: Bounds | undefined, screens: readonly Area[]): Bounds | undefined {
  if (!bounds) return undefined
  const reach = 100
  const isOn = (area: Area) =>
    bounds.x + bounds.width - reach >= area.x &&
    bounds.x + reach <= area.x + area.width &&
    bounds.y >= area.y &&
    bounds.y + reach <= area.y + area.height
  return screens.some(isOn) ? bounds : undefined
}
