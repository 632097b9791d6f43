import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Packages with native parts stay outside the bundle and are loaded from node_modules. */
const native = ['better-sqlite3', 'koffi']

/**
 * What several agents share: by itself the build would make a file of each combination that has some of it, and each file costs a start half a
 * millisecond. Not what is asked before compiled code can be taken over: it would bring all of that along.
 */
const shared = /[\\/]src[\\/](?:shared|main)[\\/](?!service[\\/](?:own-folder-path|code-cache|service-memory)\.)/

/** The service and the command line: one build for the pinned Node, so that what they share is there once. */
export default defineConfig({
  root: at(''),
  resolve: { alias: { '@shared': at('src/shared') } },
  // A CommonJS package in the bundle (write-file-atomic) asks for its own file name, which modules do not have.
  define: { __filename: 'import.meta.filename' },
  ssr: { noExternal: true, external: native },
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: at('out'),
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      external: [...native, ...builtinModules.flatMap((name) => [name, `node:${name}`]), /^node:/],
      input: {
        'service/entry': at('src/main/service/entry.ts'),
        'service/reader-thread': at('src/main/service/readers/start-reader-thread.ts'),
        'cli/reprise': at('src/main/cli/reprise.ts')
      },
      output: {
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: 'service/parts/[name]-[hash].js',
        codeSplitting: {
          groups: [{ name: 'common', test: shared, minShareCount: 4, includeDependenciesRecursively: false }]
        }
      }
    }
  }
})
