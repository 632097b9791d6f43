/** Functions of `node:fs` that create, change or remove something. `open` is judged by how it is called. */
export const writingFunctions = new Set(
  [
    'appendFile',
    'chmod',
    'chown',
    'copyFile',
    'cp',
    'createWriteStream',
    'fchmod',
    'fchown',
    'ftruncate',
    'futimes',
    'lchown',
    'link',
    'lutimes',
    'mkdir',
    'mkdtemp',
    'rename',
    'rm',
    'rmdir',
    'symlink',
    'truncate',
    'unlink',
    'utimes',
    'write',
    'writeFile',
    'writev'
  ].flatMap((name) => [name, `${name}Sync`])
)

/** Packages that write files. */
export const writingPackages = new Set(['write-file-atomic', 'electron-log'])

/** Who may write: restore and the write part of an agent, and the few places that keep our own folder. */
export const mayWrite = [
  'src/main/service/restore/',
  'src/main/service/operations/',
  'src/main/service/vault/',
  'src/main/service/lease/',
  'src/main/service/store/',
  'src/main/service/settings/settings-file.ts',
  'src/main/service/code-cache.ts',
  'src/main/service/make-folders.ts',
  'src/main/service/own-folder.ts',
  'src/main/service/scratch.ts',
  'src/main/service/log.ts',
  // A private copy of a database, in our own scratch folder.
  'src/main/service/agents/foreign-sqlite/private-copy.ts',
  // What is imported, unpacked into our own scratch folder.
  'src/main/service/import/unpack/scratch-tree.ts',
  // A bundle or an export, at the place that the person named.
  'src/main/service/bundle/write-out.ts',
  'src/main/service/bundle/unfinished-files.ts',
  // A compressed rollout, unpacked into that folder.
  'src/main/service/agents/codex/files/unpacked-copy.ts',
  // The entry of a start at login, where the desktop wants it.
  'src/main/shell/autostart-file.ts',
  'src/main/shell/private-folder.ts',
  'src/main/shell/window-bounds.ts',
  'src/main/shell/log.ts'
]

/** An agent's write part is the folder `write` inside the agent's own. */
export const isAgentsWritePart = (path) => /^src\/main\/service\/agents\/[^/]+\/write\//.test(path)
