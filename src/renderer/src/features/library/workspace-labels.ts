import { lastPart } from '../../words/paths'

/** A short name for each path: its last part, and with the part before it where two would be called the same. */
export function workspaceLabels(paths: readonly string[]): ReadonlyMap<string, string> {
  const numbers = new Map<string, number>()
  for (const path of paths) numbers.set(lastPart(path), (numbers.get(lastPart(path)) ?? 0) + 1)
  return new Map(paths.map((path) => [path, (numbers.get(lastPart(path)) ?? 0) > 1 ? twoParts(path) : lastPart(path)]))
}

function twoParts(path: string): string {
  return path.split(/[/\\]/).filter(Boolean).slice(-2).join('/') || path
}
