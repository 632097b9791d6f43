import { isAgentsWritePart, mayWrite, writingFunctions, writingPackages } from './file-writers.mjs'

/**
 * The import rules. Each answers for one file (`from`) and one use of another module (`use`, with `to`: the path below
 * the project, or the package's name) why it is forbidden, or undefined.
 */

const below = (path, folders) => folders.some((folder) => path === folder || path.startsWith(folder))
const agentOf = (path) => path.match(/^src\/main\/service\/agents\/([^/]+)\//)?.[1]
const featureOf = (path) => path.match(/^src\/renderer\/src\/features\/([^/]+)\//)?.[1]
/** Not agents: the suite that every agent's tests run, and what several agents read alike. */
const sharedByAgents = new Set([
  'conformance',
  'lines',
  'file-store',
  'foreign-sqlite',
  'google-content',
  'json-fields',
  'message-blocks',
  'repair'
])
const fileSystem = /^(node:)?fs(\/promises)?$/

/** Tests, and what only they use: the conformance suite, folders named `testing`, files named `test-…`. */
export const isTestCode = (path) =>
  /\.test\.tsx?$|\/testing\/|\/test-[\w-]+\.tsx?$/.test(path) || path.startsWith('src/main/service/agents/conformance/')

export const rules = {
  'only shell and preload import electron'({ from, to }) {
    if (to !== 'electron' && !to.startsWith('electron/')) return undefined
    return below(from, ['src/main/shell/', 'src/preload/'])
      ? undefined
      : 'electron belongs to the shell and the preload'
  },

  'raw ipcMain and ipcRenderer have one file each'({ from, to, names }) {
    if (to !== 'electron') return undefined
    if (names.includes('*')) return 'import the names that are used, so that raw ipc cannot hide'
    if (names.includes('ipcMain') && from !== 'src/main/shell/ipc-main.ts') return 'ipcMain only in shell/ipc-main.ts'
    if (names.includes('ipcRenderer') && from !== 'src/preload/ipc.ts') return 'ipcRenderer only in preload/ipc.ts'
    return undefined
  },

  'agents import no other agent'({ from, to }) {
    const [own, other] = [agentOf(from), agentOf(to)]
    if (!own || !other || own === other) return undefined
    if (sharedByAgents.has(other) || own === 'conformance') return undefined
    return `the agents ${own} and ${other} know nothing of each other`
  },

  'SQLite is opened by the store and by agents whose own store it is'({ from, to }) {
    if (!['better-sqlite3', 'node:sqlite', 'sqlite'].includes(to)) return undefined
    const allowed = ['store/', 'agents/tact/', 'agents/foreign-sqlite/'].map((folder) => `src/main/service/${folder}`)
    return below(from, allowed) ? undefined : 'SQLite belongs to store and to the agents that keep one'
  },

  'few files write files'({ from, to, names, type }) {
    if (type || !from.startsWith('src/') || below(from, mayWrite) || isAgentsWritePart(from)) return undefined
    if (writingPackages.has(to.split('/')[0])) return `${to} writes files`
    if (!fileSystem.test(to)) return undefined
    if (names.includes('*') || names.includes('default'))
      return 'import single functions of node:fs, so that writing shows'
    const writing = names.filter((name) => writingFunctions.has(name) || name === 'promises')
    return writing.length > 0 ? `${writing.join(', ')} of node:fs write files` : undefined
  },

  'features import no other feature'({ from, to }) {
    const [own, other] = [featureOf(from), featureOf(to)]
    return own && other && own !== other
      ? `the features ${own} and ${other} meet in app/, not in each other`
      : undefined
  },

  'shared imports only itself and zod'({ from, to }) {
    if (!from.startsWith('src/shared/') || to.startsWith('src/shared/') || to === 'zod') return undefined
    return 'shared code runs everywhere, so it imports only shared code and zod'
  },

  'the page imports nothing of main or preload'({ from, to }) {
    if (!from.startsWith('src/renderer/')) return undefined
    if (to.startsWith('node:')) return 'the page has no Node'
    return below(to, ['src/main/', 'src/preload/']) ? 'not even a type: the contract in shared says it all' : undefined
  },

  'main and preload import nothing of the page'({ from, to }) {
    if (!below(from, ['src/main/', 'src/preload/', 'src/shared/'])) return undefined
    return to.startsWith('src/renderer/') ? 'the page is on the other side of the bridge' : undefined
  },

  'the product imports no test code'({ from, to }) {
    return isTestCode(`${to}.ts`) && !isTestCode(from) ? 'this is there for tests alone' : undefined
  },

  'the service imports nothing of the shell'({ from, to }) {
    if (!below(from, ['src/main/service/', 'src/main/cli/'])) return undefined
    return below(to, ['src/main/shell/', 'src/preload/']) ? 'the service runs without Electron' : undefined
  }
}

/** Why opening a file for writing is not for this file. */
export function whyNotOpen(from) {
  // The page has no files: an `open` there is something else.
  if (!from.startsWith('src/main/') || below(from, mayWrite) || isAgentsWritePart(from)) return undefined
  return "open(…) may only read here: leave its flags out or write 'r'"
}
