import type { ScanShare } from './adapter'

/** Whether a unit falls to a share; the same answer in every place, whatever order a folder is listed in. `folder` is what it falls to a share with. */
export function fallsTo(share: ScanShare | undefined, unit: string, folder?: string): boolean {
  if (share === undefined) return true
  if ('only' in share) return share.only.units.includes(unit)
  if ('later' in share) return share.later.has(unit)
  if (share.folders === undefined || folder === undefined) return shareOf(unit, share.of) === share.index
  return (share.folders.get(folder) ?? shareOf(folder, share.of)) === share.index
}

function shareOf(name: string, of: number): number {
  let hash = 0
  for (let at = Math.max(0, name.length - 32); at < name.length; at += 1) hash = (hash * 31 + name.charCodeAt(at)) | 0
  return (hash >>> 0) % of
}
