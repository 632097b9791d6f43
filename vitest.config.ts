import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Tests of parts that keep nothing between two calls: one worker runs many of these files, since starting one and loading the same code again takes
 * longer than most of them. Not those that replace a module, change the environment, or look at how long a long text takes.
 */
const together = [
  'src/shared/**/*.test.ts',
  'src/renderer/**/*.test.{ts,tsx}',
  'src/main/shell/**/*.test.ts',
  'src/main/service/{catalog,diff,json,workspaces}/**/*.test.ts',
  'src/main/service/agents/*/{checkpoints,config,files,format,index,listing,reading,records,sessions,shapes,tasks,transcript,validation}/**/*.test.ts',
  'src/main/service/agents/{lines,file-store,json-fields,message-blocks}/**/*.test.ts'
]

export default defineConfig({
  resolve: { alias: { '@shared': at('src/shared'), '@renderer': at('src/renderer/src') } },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'together', include: together, isolate: false } },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...together]
        }
      }
    ]
  }
})
