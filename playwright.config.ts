import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Every test starts the real app with a home folder of its own, so they may run beside each other. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e-results/traces',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: Number(process.env['E2E_WORKERS'] ?? Math.min(4, availableParallelism())),
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'e2e-results/report.json' }]]
})
