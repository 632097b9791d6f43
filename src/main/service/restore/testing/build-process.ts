import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Bundles a test's process into one file that plain Node runs; returns its path. */
export async function buildProcess(entry: URL): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'reprise-process-'))
  // They find their own machine code beside themselves, so they are not taken into the bundle.
  const native = ['better-sqlite3', 'koffi']
  const paths = Object.fromEntries(native.map((name) => [name, import.meta.resolve(name)]))
  const shared = fileURLToPath(new URL('../../../../shared', import.meta.url))
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': shared } },
    ssr: { noExternal: true, external: native },
    build: {
      ssr: fileURLToPath(entry),
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'process.mjs', codeSplitting: false, paths } }
    }
  })
  return join(outDir, 'process.mjs')
}

/** What such a process is started with: the first one that comes to its end keeps its code compiled for those after it, which are many. */
export function processEnvironment(program: string): NodeJS.ProcessEnv {
  return { ...process.env, NODE_COMPILE_CACHE: join(dirname(program), 'compiled') }
}
