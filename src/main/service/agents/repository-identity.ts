/**
 * One spelling for the address of a repository, so that worktrees and clones of it are found together: `git@host:a/b.git`, `ssh://git@host/a/b` and
 * `https://user:secret@host/a/b.git` give `host/a/b`. No user name and no secret stays in it. null for what is no address.
 */
export function repositoryIdentity(address: string): string | null {
  const text = address.trim().replace(/[/\\]+$/, '')
  const short = /^(?:[^@/\\\s]+@)?([^/\\:\s]{2,}):(?!\/\/)([^\s]+)$/.exec(text)
  const long = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/\s]*@)?([^/:\s]+)(?::\d+)?\/([^\s?#]+)/i.exec(text)
  const [, host, path] = long ?? short ?? []
  if (host === undefined || path === undefined) return null
  return `${host.toLowerCase()}/${path.replace(/^\/+/, '').replace(/\.git$/i, '')}`
}
