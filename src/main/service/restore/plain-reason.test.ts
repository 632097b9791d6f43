import { ExpectedFailure } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import { diskGateway } from './gateway'
import { asFailure } from './plain-reason'

describe('asFailure', () => {
  it('says what the system refused, in which folder, and what to do', () => {
    const full = Object.assign(new Error('no room'), { code: 'ENOSPC', path: '/home/me/.agent/.reprise-op-0.new' })
    expect((asFailure(full, 'Nothing was changed.') as ExpectedFailure).failure).toMatchObject({
      code: 'io',
      message: 'Nothing was changed. The disk is full. (ENOSPC) It was in /home/me/.agent.',
      advice: 'Make room there, then try again.'
    })
  })

  it('leaves a bug as it is', () => {
    const bug = new TypeError('x is not a function')
    expect(asFailure(bug, 'Nothing was changed.')).toBe(bug)
  })

  it.runIf(process.platform === 'linux')('names the folder also where the system names only an open file', async () => {
    const file = await diskGateway.openToAppend('/dev/full')
    const error = await file.write(Buffer.from('x')).catch((reason: unknown) => reason)
    await file.close()
    const failure = asFailure(error, 'Nothing was changed.')
    expect(failure instanceof ExpectedFailure && failure.message).toContain('(ENOSPC) It was in /dev.')
  })
})
