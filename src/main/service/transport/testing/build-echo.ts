import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the echo service into a folder of its own, as CommonJS for the oldest Node, and answers its path. */
export async function buildEcho(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'reprise-echo-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@shared': at('../../../../shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: at('echo-service.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node18',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'echo.cjs' } }
    }
  })
  return join(outDir, 'echo.cjs')
}
