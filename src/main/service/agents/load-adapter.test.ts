import { expect, it } from 'vitest'
import { loadAdapter } from './load-adapter'
import { adapters } from './registry'

it('loads for each agent the adapter that the registry has for it', async () => {
  expect(adapters.length).toBeGreaterThan(0)
  for (const adapter of adapters) expect(await loadAdapter(adapter.agent), adapter.agent).toBe(adapter)
  expect(await loadAdapter('crush')).toBeUndefined()
})
