import { cpSync, readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { HomeService } from '../testing/home-service'

const gestura = fileURLToPath(new URL('../../../../e2e/fixtures/core/gestura/', import.meta.url))

it('a session file that cannot be opened is a finding once, although the scan met it too', async () => {
  const place = new HomeService()
  onTestFinished(() => place.close())
  cpSync(gestura, place.home, { recursive: true })
  const folder = join(place.home, '.gestura', 'agent_sessions')
  const name = readdirSync(folder).find((each) => each.startsWith('84c935db')) ?? ''
  truncateSync(join(folder, name), 300)
  await place.open()
  await place.scan()
  const session = await place.ref(name.replace('.json', ''))
  const { findings } = await place.call('findings.list', { session })
  expect(findings.map(({ code }) => code)).toEqual(['gestura.session.unreadable'])
})
