import type { ScanShare } from './adapter'

/** Whether a unit falls to a share; the same answer in every place, whatever order a folder is listed in. */
export function fallsTo(share: ScanShare | undefined, unit: string): boolean {
  if (share === undefined) return true
  if ('only' in share) return share.only.units.includes(unit)
  if ('later' in share) return share.later.has(unit)
  let hash = 0
  for (let at = Math.max(0, unit.length - 32); at < unit.length; at += 1) hash = (hash * 31 + unit.charCodeAt(at)) | 0
  return (hash >>> 0) % share.of === share.index
}
