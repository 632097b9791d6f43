import { join } from 'node:path'
import { makeHomes } from '../../../../../scripts/samples/make-homes'
import { adapterOf } from '../registry'
import { describeConformance } from './describe-conformance'
import { rowKit } from './row-kit'

const adapter = adapterOf('tact')
if (!adapter) throw new Error('tact has no adapter')

describeConformance(
  rowKit({
    adapter,
    make: (home) => makeHomes({ out: home, agents: ['tact'], sessions: 5 }).sessions.tact,
    database: (home) => join(home, '.tact', 'sessions', 'v2.sqlite3')
  })
)
