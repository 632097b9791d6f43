import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
