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
