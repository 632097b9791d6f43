const homes = [
  /^\/home\/[^/]+(?=\/|$)/,
  /^\/Users\/[^/]+(?=\/|$)/,
  /^\/root(?=\/|$)/,
  /^[A-Za-z]:\\Users\\[^\\]+(?=\\|$)/
]

/** A path with the home folder as `~`. The page does not know the home folder, so it goes by how systems name them. */
export function shortPath(path: string): string {
  for (const home of homes) if (home.test(path)) return path.replace(home, '~')
  return path
}

/** Last part of a path on any system; the path itself where there is none. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).filter(Boolean).at(-1) ?? path
}

/** The folder that something lies in, by its last two parts: `…/.gestura/agent_sessions`. The path itself where it has no more. */
export function folderWords(path: string): string {
  const folders = path.split(/[/\\]/).filter(Boolean).slice(0, -1)
  return folders.length === 0
    ? path
    : folders.length <= 2
      ? `/${folders.join('/')}`
      : `…/${folders.slice(-2).join('/')}`
}
