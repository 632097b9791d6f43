import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds a reader thread whose only adapter is that of the jots; threads run built files alone. */
export async function buildReaderThread(): Promise<{ script: URL; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-thread-'))
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: '@shared', replacement: at('../../../shared') },
        { find: '../agents/load-adapter', replacement: at('./jot-registry.ts') }
      ]
    },
    ssr: { noExternal: true },
    build: {
      ssr: at('../readers/reader-thread.ts'),
      outDir: folder,
      target: 'node24',
      rolldownOptions: { output: { format: 'esm', entryFileNames: 'reader-thread.mjs', codeSplitting: false } }
    }
  })
  return { script: pathToFileURL(join(folder, 'reader-thread.mjs')), folder }
}
