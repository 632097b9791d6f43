import { describe, expect, it } from 'vitest'
import { configInUse } from '../config/read-config'
import { placesOf } from '../places'
import { fieldsOf } from '../reading/fields'
import { loadSession } from '../store/session-store'
import { fixtureHome, sourceAt } from '../testing/fixture-home'
import { newToolSettings, reflects, toolSettingsOf } from './session-settings'

const places = placesOf(sourceAt(fixtureHome('gestura')))
const config = configInUse(places).root
const sessionOf = (id: string) => {
  const loaded = loadSession(places.liveSessions, id)
  return fieldsOf(loaded.ok ? loaded.value : null)
}
const overrides = sessionOf('af74240a-9ca1-4410-812f-e769993f224b')
const plain = sessionOf('7630fea9-c99d-43c4-93f8-b25e662f9732')

describe('newToolSettings', () => {
  it('gestura-10 takes the level by its name and a copy of the tool map', () => {
    const permissions = fieldsOf(fieldsOf(config).permissions)
    const settings = newToolSettings(config)
    expect(settings.permission_level).toBe(String(permissions.default_level).toLowerCase())
    expect(settings.enabled_tools).toEqual(permissions.default_enabled_tools)
    expect(newToolSettings(undefined)).toMatchObject({ permission_level: 'restricted', enabled_tools: { mcp: false } })
  })
})

describe('toolSettingsOf', () => {
  it('gestura-10 are those of the session where it has some', () => {
    expect(toolSettingsOf(overrides, config)).toEqual(fieldsOf(overrides.state).tool_settings)
    expect(toolSettingsOf({ state: {} }, config)).toEqual(newToolSettings(config))
  })
})

describe('reflects', () => {
  it('gestura-10 follows the override of the session, and without one the configuration', () => {
    const global = fieldsOf(fieldsOf(fieldsOf(config).pipeline).reflection).enabled
    expect(typeof global).toBe('boolean')
    expect(reflects({ state: {} }, config)).toBe(global)
    expect(reflects(plain, { pipeline: { reflection: { enabled: true } } })).toBe(true)
    for (const enabled of [true, false]) {
      expect(reflects({ state: { reflection_settings: { enabled } } }, config)).toBe(enabled)
    }
    expect(reflects(overrides, config)).toBe(fieldsOf(fieldsOf(overrides.state).reflection_settings).enabled)
  })
})
